/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Instructions that are done lane by lane: copies, generic pointers, traps. */
#include "exec/checked.h"
#include "exec/collectives.h"

/* -- copies by work-items -------------------------------------------------- */

bool gac__do_copymem(gac__strip *s, const gac__lane_inst *i)
{
    GAC__EACH_LANE(s, k) {
        uint64_t to = gac__operand(s, i, 0, k), from = gac__operand(s, i, 1, k);
        uint64_t size = gac__operand(s, i, 2, k);
        if (size == 0)
            continue;
        uint8_t *d = gac__strip_translate(s, to, size, true);
        const uint8_t *a = gac__strip_translate(s, from, size, false);
        if (!d || !a) {
            if (!gac__trap_access(s, i, k, d ? from : to, size, !d))
                return false;
            continue;
        }
        if (!gac__move_bytes(s->worker, d, a, size))
            return false;
    }
    return true;
}

/* -- generic pointers ------------------------------------------------------ */

/* A memory's storage class and semantics, by gac_memory_kind. */
static const struct memory {
    uint32_t storage_class, semantics;
} memories[] = {
    [GAC_MEMORY_NONE] = {SpvStorageClassCrossWorkgroup,
                         SpvMemorySemanticsCrossWorkgroupMemoryMask},
    [GAC_MEMORY_GLOBAL] = {SpvStorageClassCrossWorkgroup,
                           SpvMemorySemanticsCrossWorkgroupMemoryMask},
    [GAC_MEMORY_CONSTANT] = {SpvStorageClassUniformConstant,
                             SpvMemorySemanticsCrossWorkgroupMemoryMask},
    [GAC_MEMORY_LOCAL] = {SpvStorageClassWorkgroup,
                          SpvMemorySemanticsWorkgroupMemoryMask},
    [GAC_MEMORY_PRIVATE] = {SpvStorageClassFunction,
                            SpvMemorySemanticsSubgroupMemoryMask}};

bool gac__do_generic(gac__strip *s, const gac__lane_inst *i)
{
    bool uniform = i->flags & GAC__CODE_D_UNIFORM;
    GAC__EACH_LANE(s, k) {
        uint64_t address = gac__operand(s, i, 0, k);
        const struct memory *is =
            &memories[s->buffers[gac__strip_buffer(s, address)].kind];
        if (i->code == GAC__CODE_GENERIC_SEMANTICS)
            gac__write_result(s, i, k, is->semantics);
        else
            gac__write_result(s, i, k,
                              is->storage_class == i->sub ? address : 0);
        if (uniform)
            break;
    }
    return true;
}

/* -- traps ----------------------------------------------------------------- */

bool gac__do_trap(gac__strip *s, const gac__lane_inst *i)
{
    return gac__stop(s->worker, GAC_ERR_TRAP, GAC__RULE_trap, i->ir->ordinal,
                     i->sub == GAC__TRAP_ABORT
                         ? "the kernel aborted"
                         : "the kernel reached OpUnreachable");
}
