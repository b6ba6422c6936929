/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Applies the rules of an instruction's family. */
#include "validate/validate_internal.h"

static void check_ext_inst(gac__validation *v, const gac__inst *inst)
{
    if (inst->n_words < inst->first + 2u)
        return;
    const gac__import *import =
        gac__module_import(v->m, inst->words[inst->first]);
    if (import && import->set == &gac__set_async_copies)
        gac__check_set_inst(v, inst);
    else if (!v->set_only)
        gac__check_core_inst(v, inst);
}

void gac__check_inst(gac__validation *v, const gac__inst *inst)
{
    const gac__import *import;
    switch (inst->opcode) {
    case SpvOpExtInstImport:
        import = gac__module_import(v->m, inst->result_id);
        if (import && import->set == &gac__set_async_copies)
            gac__check_import(v, inst, import);
        break;
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR: check_ext_inst(v, inst); break;
    case SpvOpGroupAsyncCopy:
    case SpvOpGroupWaitEvents:
    case SpvOpUntypedGroupAsyncCopyKHR:
    case SpvOpUntypedPrefetchKHR:
        if (!v->set_only)
            gac__check_core_inst(v, inst);
        break;
    default: break;
    }
}

bool gac__is_faulty(const gac__validation *v, const gac__inst *inst)
{
    gac__validation own = {
        .m = v->m, .tolerate = v->tolerate, .quiet = true, .set = v->set};
    gac__check_inst(&own, inst);
    if (v->clean
        && own.counts.errors + own.counts.warnings + own.counts.notes == 0)
        v->clean[inst->ordinal / 8] |= (uint8_t)(1u << inst->ordinal % 8);
    return own.counts.errors > 0;
}
