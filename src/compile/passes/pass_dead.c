/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Drops instructions on which nothing with an effect depends, and unused
 * values. */
#include "compile/passes/passes.h"

/* An unused load may be at fault all the same: a checked kernel keeps it. */
static bool has_effect(const gac__ir *ir, const gac__ir_inst *i)
{
    static const bool none[GAC__IR_OP_COUNT] = {
        [GAC__IR_PHI] = true,        [GAC__IR_LEA] = true,
        [GAC__IR_LOAD] = true,       [GAC__IR_ALLOCA] = true,
        [GAC__IR_ARG] = true,        [GAC__IR_BUILTIN] = true,
        [GAC__IR_GENERIC_TO] = true, [GAC__IR_GENERIC_SEMANTICS] = true,
        [GAC__IR_ASSUME] = true,     [GAC__IR_FLAT_TAKE] = true,
    };
    if (gac__ir_is_pure(i->op))
        return false;
    return !none[i->op]
           || (i->op == GAC__IR_LOAD
               && (ir->variant.checked || i->flags & GAC__IR_VOLATILE));
}

/* PASSED: the sweep has visited the value's definition, and it was not live. */
enum { UNKNOWN, LIVE, PASSED };

typedef struct dropper {
    uint8_t *state; /* by value */
    uint32_t *work; /* values that became live behind their definitions */
    uint32_t n_work;
} dropper;

static void mark_args(dropper *d, const gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t v = i->args[a];
        d->work[d->n_work] = v;
        d->n_work += d->state[v] == PASSED;
        d->state[v] = LIVE;
    }
}

/* A backward sweep visits uses before definitions, but for those of loops. */
static void find_live(const gac__ir *ir, dropper *d)
{
    for (uint32_t b = ir->n_blocks; b-- > 0;)
        for (uint32_t k = ir->blocks[b].n_insts; k-- > 0;) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if ((i->result && d->state[i->result] == LIVE) || has_effect(ir, i))
                mark_args(d, i);
            else if (i->result)
                d->state[i->result] = PASSED;
        }
    while (d->n_work) {
        const gac__ir_inst *i = gac__ir_def(ir, d->work[--d->n_work]);
        if (i)
            mark_args(d, i);
    }
    d->state[0] = PASSED; /* instructions without a result */
}

gac_result gac__pass_drop_dead(gac__ir *ir, gac__arena *scratch)
{
    size_t n = ir->n_values;
    dropper d = {gac__arena_alloc(scratch, n, 1),
                 gac__arena_alloc(scratch, n + 1, sizeof *d.work), 0};
    if (!d.state || !d.work)
        return GAC_ERR_MEMORY;
    find_live(ir, &d);
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            block->insts[kept] = i;
            kept += d.state[i->result] == LIVE || has_effect(ir, i);
        }
        block->n_insts = kept;
    }
    return GAC_OK;
}

/* Tables by value take time and memory for unused values, too, and most values
 * are unused once variables are values. */
gac_result gac__renumber(gac__ir *ir, gac__arena *scratch)
{
    uint32_t n = ir->n_values, kept = 1;
    uint32_t *number = gac__arena_alloc(scratch, n, sizeof *number);
    if (!number)
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i) {
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
    GAC__EACH_INST(ir, b, i) {
        i->result = number[i->result];
        for (uint32_t a = 0; a < i->n_args; a++)
            i->args[a] = number[i->args[a]];
    }
    return gac__ir_index_constants(ir) ? GAC_OK : GAC_ERR_MEMORY;
}
