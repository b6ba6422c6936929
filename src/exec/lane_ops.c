/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Operands lane by lane, and instructions that are not worth a vector form. */
#include "exec/checked.h"
#include "exec/collectives.h"

void gac__write_result(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       uint64_t bits)
{
    if (!i->ir->result)
        return;
    if (i->flags & GAC__CODE_D_UNIFORM) {
        memcpy(s->frame + i->d, &bits, sizeof bits);
        return;
    }
    uint32_t size = gac__ty_bytes((gac__ty)i->result_ty);
    memcpy(s->frame + i->d + (size_t)lane * size, &bits, size);
}

/* -- copies by work-items -------------------------------------------------- */

#define PIECE_BYTES ((uint64_t)1 << 20)

/* Goes from the end where the end of the source lies in front of what is
 * written. */
bool gac__move_bytes(gac__worker *w, uint8_t *to, const uint8_t *from,
                     uint64_t size)
{
    bool backwards = (uintptr_t)to > (uintptr_t)from;
    for (uint64_t done = 0, n; done < size; done += n) {
        n = GAC__MIN(PIECE_BYTES, size - done);
        uint64_t at = backwards ? size - done - n : done;
        memmove(to + at, from + at, n);
        if (!gac__spend(w, n / 8))
            return false;
    }
    return true;
}

bool gac__do_copymem(gac__strip *s, const gac__lane_inst *i)
{
    for (uint32_t k = s->first; k < s->end; k++) {
        if (!s->mask[k])
            continue;
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

static uint32_t storage_class_of(const gac__strip *s, uint64_t address)
{
    switch (s->buffers[gac__strip_buffer(s, address)].kind) {
    case GAC__MEMORY_LOCAL: return SpvStorageClassWorkgroup;
    case GAC__MEMORY_PRIVATE: return SpvStorageClassFunction;
    case GAC__MEMORY_CONSTANT: return SpvStorageClassUniformConstant;
    default: return SpvStorageClassCrossWorkgroup;
    }
}

static uint32_t semantics_of(uint32_t storage_class)
{
    switch (storage_class) {
    case SpvStorageClassWorkgroup: return SpvMemorySemanticsWorkgroupMemoryMask;
    case SpvStorageClassFunction: return SpvMemorySemanticsSubgroupMemoryMask;
    default: return SpvMemorySemanticsCrossWorkgroupMemoryMask;
    }
}

bool gac__do_generic(gac__strip *s, const gac__lane_inst *i)
{
    bool uniform = i->flags & GAC__CODE_D_UNIFORM;
    for (uint32_t k = s->first; k < s->end; k++) {
        if (!s->mask[k])
            continue;
        uint64_t address = gac__operand(s, i, 0, k);
        uint32_t is = storage_class_of(s, address);
        if (i->code == GAC__CODE_GENERIC_SEMANTICS)
            gac__write_result(s, i, k, semantics_of(is));
        else
            gac__write_result(s, i, k, address && is == i->sub ? address : 0);
        if (uniform)
            break;
    }
    return true;
}

/* -- traps ----------------------------------------------------------------- */

bool gac__do_trap(gac__strip *s, const gac__lane_inst *i)
{
    gac__stop(s->worker, GAC_ERR_TRAP, GAC__RULE_trap, i->ir->ordinal,
              i->sub == GAC__TRAP_ABORT ? "the kernel aborted"
                                        : "the kernel reached OpUnreachable");
    return false;
}

static void describe_lane(const gac__strip *s, uint32_t lane, char *out,
                          size_t size)
{
    const gac__worker *w = s->worker;
    uint32_t number = s->pack.done ? s->pack.order[lane] : lane;
    uint64_t linear = (uint64_t)s->index * w->run->program->width + number;
    uint64_t group = gac__strip_group(s, lane), id[3], item[3];
    gac__group_place(w->run, w->group_linear + group, id);
    linear -= group * w->n_items;
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t extent = GAC__MAX(w->local_size[d], 1);
        uint64_t at = id[d] * w->run->options.local[d] + linear % extent;
        linear /= extent;
        item[d] = at % w->run->given[d];
        id[d] = at / w->run->given[d];
    }
    uint32_t first =
        w->run->program->ir->variant.lead; /* what the caller calls first */
    uint64_t x = item[0], group_x = id[0];
    item[0] = item[first];
    item[first] = x;
    id[0] = id[first];
    id[first] = group_x;
    snprintf(out, size,
             "work-item (%llu,%llu,%llu) of work-group (%llu,%llu,%llu)",
             (unsigned long long)item[0], (unsigned long long)item[1],
             (unsigned long long)item[2], (unsigned long long)id[0],
             (unsigned long long)id[1], (unsigned long long)id[2]);
}

/* Where an access begins in the work-item's own variable. Of a spread one all
 * accesses are of an element, whose number is of 32 bits. */
static uint64_t place_in_private(const gac__strip *s, uint32_t lane,
                                 const gac__buffer *b, uint64_t at,
                                 uint64_t size)
{
    const gac__lane_program *p = s->worker->run->program;
    uint32_t number = s->pack.done ? s->pack.order[lane] : lane;
    if (!p->privates[b->index].spread)
        return at - b->size / p->width * number;
    int64_t place = (int32_t)(uint32_t)(at / size);
    return (uint64_t)((place - (int64_t)number) / (int64_t)p->width
                      * (int64_t)size);
}

uint8_t *gac__trap_access(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                          uint64_t address, uint64_t size, bool write)
{
    const gac__run *run = s->worker->run;
    char who[128], where[200], why[64] = "which is in no buffer";
    if (run->checker) {
        gac__checked_trap(s, i, lane, address, size, write);
        if (gac__leaves_out(run, GAC__RULE_out_of_bounds)
            || (i->code == GAC__CODE_WAIT_EVENTS
                && gac__leaves_out(run, GAC__RULE_invalid_event)))
            return memset(s->worker->left_out, 0, sizeof s->worker->left_out);
    }
    describe_lane(s, lane, who, sizeof who);
    uint32_t number = gac__strip_nearest(s, address);
    const gac__buffer *b = &s->buffers[number];
    gac__check_buffer what = gac__run_describe(run, number);
    uint64_t at = address - b->base, bytes = b->size - what.in_front;
    if (b->kind == GAC__MEMORY_PRIVATE) {
        at = place_in_private(s, lane, b, at, size);
        bytes = what.lane_bytes;
    }
    if (number)
        gac__check_bytes_text(&what, at, size, where, sizeof where);
    else
        snprintf(where, sizeof where, "%llu bytes at address 0x%llx",
                 (unsigned long long)size, (unsigned long long)address);
    if (gac__strip_translate(s, address, size, !write))
        snprintf(why, sizeof why,
                 write ? "which is read-only" : "which is write-only");
    else if (number)
        snprintf(why, sizeof why, "outside of its %llu bytes",
                 (unsigned long long)bytes);
    gac__stop(s->worker, GAC_ERR_TRAP, GAC__RULE_out_of_bounds, i->ir->ordinal,
              "%s %s %s, %s", who, write ? "writes" : "reads", where, why);
    return NULL;
}
