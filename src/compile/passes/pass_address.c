/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Folds address arithmetic into loads and stores.
 *
 * An access through LEA(base, index) with a uniform base and an index that
 * varies becomes an indexed access: LOAD [base, index], STORE [base, value,
 * index], with the scale in imm. The buffer is then looked up once, indices are
 * checked as a range, and consecutive ones become one vector access.
 */
#include "compile/passes/passes.h"

/* Where values are, and up to where what they hold may be used. */
typedef struct places {
    uint32_t *block_of; /* for each value */
    gac__loop_ranges nest;
} places;

/* Whether what lanes share is in block b what it was when it was computed:
 * lanes that have left a loop must not look at what it has computed since. */
static bool is_still(const gac__ir *ir, const places *p, uint32_t value,
                     uint32_t b)
{
    if (!gac__ir_def(ir, value))
        return true;
    uint32_t loop = p->nest.loop[p->block_of[value]];
    return loop == GAC__NO_LOOP || p->nest.last[loop] >= b;
}

static bool foldable(const gac__ir *ir, const gac__ir_inst *access,
                     const gac__ir_inst *lea)
{
    const gac__ir_value *index = &ir->values[lea->args[1]];
    int64_t sum;
    return !ir->varying[lea->args[0]] && ir->varying[lea->args[1]]
           && lea->imm <= UINT32_MAX
           && (index->ty == GAC__TY_I32 || index->ty == GAC__TY_I64)
           && !__builtin_add_overflow(access->imm2, lea->imm2, &sum);
}

/* An extension of an index that all lanes share, into the LEA. */
static void take_extension(const gac__ir *ir, gac__ir_inst *lea)
{
    const gac__ir_value *index = &ir->values[lea->args[1]];
    if (lea->sub || ir->varying[lea->result] || index->kind != GAC__VALUE_INST
        || index->def->op != GAC__IR_ZEXT || index->def->sub != GAC__TY_I32)
        return;
    lea->args[1] = index->def->args[0];
    lea->sub = 1;
}

/* The sum that is an access's index, if it is made out of lanes' and a shared
 * number of 32 bits, which is in the access's block what it was. */
static const gac__ir_inst *split_sum(const gac__ir *ir, const gac__ir_inst *i,
                                     uint32_t block, const places *p)
{
    bool indexed = (i->op == GAC__IR_LOAD && i->n_args == 2)
                   || (i->op == GAC__IR_STORE && i->n_args == 3);
    if (!indexed)
        return NULL;
    const gac__ir_value *v = &ir->values[i->args[i->n_args - 1]];
    if (v->kind != GAC__VALUE_INST || v->ty != GAC__TY_I32
        || v->def->op != GAC__IR_IADD
        || ir->varying[v->def->args[0]] == ir->varying[v->def->args[1]])
        return NULL;
    uint32_t shared = v->def->args[ir->varying[v->def->args[0]] ? 1 : 0];
    return is_still(ir, p, shared, block) ? v->def : NULL;
}

/* Accesses that differ in what all lanes share have one index, and exec need
 * not compute the sums. It finds out whether they wrap. */
static gac_result split_indices(gac__ir *ir, const places *p)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            const gac__ir_inst *sum = split_sum(ir, i, b, p);
            if (!sum)
                continue;
            uint32_t *args =
                gac__arena_alloc(ir->arena, i->n_args + 1, sizeof *args);
            if (!args)
                return GAC_ERR_MEMORY;
            bool first = ir->varying[sum->args[0]];
            memcpy(args, i->args, i->n_args * sizeof *args);
            args[i->n_args - 1] = sum->args[first ? 0 : 1];
            args[i->n_args] = sum->args[first ? 1 : 0];
            i->args = args;
            i->n_args++;
            i->flags |= GAC__IR_PLUS;
        }
    return GAC_OK;
}

gac_result gac__pass_address(gac__ir *ir, gac__arena *scratch)
{
    places p;
    GAC__TRY(gac__ranges_find(ir, scratch, &p.nest));
    p.block_of = gac__arena_alloc(scratch, ir->n_values, sizeof *p.block_of);
    if (!p.block_of)
        return GAC_ERR_MEMORY;
    gac__ir_find_blocks(ir, p.block_of);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_LEA)
                take_extension(ir, i);
            if (i->op != GAC__IR_LOAD && i->op != GAC__IR_STORE)
                continue;
            const gac__ir_inst *lea = gac__ir_def(ir, i->args[0]);
            if (!lea || lea->op != GAC__IR_LEA || !foldable(ir, i, lea)
                || !is_still(ir, &p, lea->args[0], b))
                continue;
            uint32_t n = i->n_args + 1;
            uint32_t *args = gac__arena_alloc(ir->arena, n, sizeof *args);
            if (!args)
                return GAC_ERR_MEMORY;
            args[0] = lea->args[0];
            if (i->op == GAC__IR_STORE)
                args[1] = i->args[1];
            args[n - 1] = lea->args[1];
            i->args = args;
            i->n_args = n;
            i->imm = lea->imm;
            i->imm2 += lea->imm2;
            if (lea->sub)
                i->flags |= GAC__IR_UNSIGNED;
        }
    return ir->variant.checked ? GAC_OK : split_indices(ir, &p);
}
