/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Drops instructions whose results nothing with an effect depends on, and values that
 * no instruction has or takes. */
#include "compile/compile.h"

static bool has_effect(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_LOAD:
        return (i->flags & GAC__IR_VOLATILE) != 0;
    case GAC__IR_PHI: case GAC__IR_LEA: case GAC__IR_ALLOCA: case GAC__IR_ARG:
    case GAC__IR_BUILTIN: case GAC__IR_GENERIC_TO:
    case GAC__IR_GENERIC_SEMANTICS: case GAC__IR_ASSUME:
        return false;
    default:
        return !gac__ir_is_pure(i->op);
    }
}

gac_result gac__pass_drop_dead(gac__ir *ir)
{
    const gac_allocator *al = &ir->module->context->allocator;
    uint32_t n = ir->n_values, n_work = 0;
    uint8_t *live = gac__alloc_zero(al, n, 1);
    uint32_t *work = gac__alloc_zero(al, n, sizeof *work);
    gac_result result = live && work ? GAC_OK : GAC_ERR_MEMORY;
    for (uint32_t b = 0; !result && b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            uint32_t n_args = has_effect(i) ? i->n_args : 0;
            for (uint32_t a = 0; a < n_args; a++)
                if (!live[i->args[a]]) {
                    live[i->args[a]] = 1;
                    work[n_work++] = i->args[a];
                }
        }
    while (!result && n_work) {
        const gac__ir_value *v = &ir->values[work[--n_work]];
        for (uint32_t a = 0; v->kind == GAC__VALUE_INST && v->def
                             && a < v->def->n_args; a++)
            if (!live[v->def->args[a]]) {
                live[v->def->args[a]] = 1;
                work[n_work++] = v->def->args[a];
            }
    }
    if (!result)
        live[0] = 0; /* of those without a result */
    for (uint32_t b = 0; !result && b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            if (live[i->result] || has_effect(i))
                block->insts[kept++] = i;
        }
        block->n_insts = kept;
    }
    gac__free(al, live, n, 1);
    gac__free(al, work, n, sizeof *work);
    return result;
}

/* What is found out of each value takes time and memory for those too that are none
 * any more, and most of what memory held before it was in values are none. */
gac_result gac__pass_renumber(gac__ir *ir)
{
    const gac_allocator *al = &ir->module->context->allocator;
    uint32_t n = ir->n_values, kept = 1;
    uint32_t *number = gac__alloc_zero(al, n, sizeof *number);
    if (!number)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            number[i->result] = 1;
            for (uint32_t a = 0; a < i->n_args; a++)
                number[i->args[a]] = 1;
        }
    number[0] = 0;
    for (uint32_t v = 1; v < n; v++) {
        if (!number[v])
            continue;
        ir->values[kept] = ir->values[v];
        number[v] = kept++;
    }
    ir->n_values = kept;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            i->result = number[i->result];
            for (uint32_t a = 0; a < i->n_args; a++)
                i->args[a] = number[i->args[a]];
        }
    gac__free(al, number, n, sizeof *number);
    return GAC_OK;
}
