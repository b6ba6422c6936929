/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Applies the rules of an instruction's family. */
#include "validate/validate_internal.h"

void gac__check_inst(gac__validation *v, const gac__inst *inst)
{
    if (inst->opcode == SpvOpExtInstImport)
        gac__check_import(v, inst);
    else if (gac__module_set_of(v->m, inst) == &gac__set_async_copies)
        gac__check_set_inst(v, inst);
    else if (!v->set_only)
        gac__check_core_inst(v, inst);
}

bool gac__is_faulty(const gac__validation *v, const gac__inst *inst)
{
    gac__validation own = {.m = v->m, .tolerate = v->tolerate, .quiet = true};
    gac__check_inst(&own, inst);
    if (v->clean
        && own.counts.errors + own.counts.warnings + own.counts.notes == 0)
        v->clean[inst->ordinal / 8] |= (uint8_t)(1u << inst->ordinal % 8);
    return own.counts.errors > 0;
}
