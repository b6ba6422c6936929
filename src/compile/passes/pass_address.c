/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Folds address arithmetic into loads and stores.
 *
 * An access through LEA(base, index) with a uniform base and a varying index
 * becomes an indexed access: LOAD [base, index], STORE [base, value, index],
 * with the scale in imm. The buffer is then looked up once, indices are checked
 * as a range, and consecutive ones become one vector access.
 */
#include "compile/passes/passes.h"

/* Where values are defined. */
typedef struct definitions {
    uint32_t *block_of; /* by value */
    gac__loop_ranges nest;
} definitions;

/* Whether a uniform value may be read in block b: lanes that have left a loop
 * must not see what later iterations have computed. */
static bool is_current(const gac__ir *ir, const definitions *p, uint32_t value,
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

/* Folds the zero extension of a uniform index into the LEA. */
static void take_extension(const gac__ir *ir, gac__ir_inst *lea)
{
    const gac__ir_value *index = &ir->values[lea->args[1]];
    if (lea->sub || ir->varying[lea->result] || index->kind != GAC__VALUE_INST
        || index->def->op != GAC__IR_ZEXT || index->def->sub != GAC__TY_I32)
        return;
    lea->args[1] = index->def->args[0];
    lea->sub = 1;
}

/* The 32-bit sum of a varying and a uniform number that is an access's index,
 * if the uniform one may be read in the access's block; NULL otherwise. */
static const gac__ir_inst *split_sum(const gac__ir *ir, const gac__ir_inst *i,
                                     uint32_t block, const definitions *p)
{
    if (i->n_args == (i->op == GAC__IR_STORE ? 2u : 1u))
        return NULL;
    const gac__ir_value *v = &ir->values[i->args[i->n_args - 1]];
    if (v->kind != GAC__VALUE_INST || v->ty != GAC__TY_I32
        || v->def->op != GAC__IR_IADD
        || ir->varying[v->def->args[0]] == ir->varying[v->def->args[1]])
        return NULL;
    uint32_t shared = v->def->args[ir->varying[v->def->args[0]] ? 1 : 0];
    return is_current(ir, p, shared, block) ? v->def : NULL;
}

/* Folds the LEA that an access goes through into it. */
static bool fold_lea(gac__ir *ir, gac__ir_inst *i, uint32_t block,
                     const definitions *p)
{
    const gac__ir_inst *lea = gac__ir_def(ir, i->args[0]);
    if (!lea || lea->op != GAC__IR_LEA || !foldable(ir, i, lea)
        || !is_current(ir, p, lea->args[0], block))
        return true;
    if (!gac__add_arguments(ir, i, &lea->args[1], 1))
        return false;
    i->args[0] = lea->args[0];
    i->imm = lea->imm;
    i->imm2 += lea->imm2;
    if (lea->sub)
        i->flags |= GAC__IR_UNSIGNED;
    return true;
}

/* Makes a sum's uniform operand PLUS's addend: accesses that differ by it have
 * one index, and exec does not compute the sums. It detects wrapping. */
static bool split_index(gac__ir *ir, gac__ir_inst *i, uint32_t block,
                        const definitions *p)
{
    const gac__ir_inst *sum = split_sum(ir, i, block, p);
    if (!sum)
        return true;
    uint32_t own = ir->varying[sum->args[0]] ? 0 : 1;
    i->args[i->n_args - 1] = sum->args[own];
    i->flags |= GAC__IR_PLUS;
    return gac__add_arguments(ir, i, &sum->args[1 - own], 1);
}

gac_result gac__pass_address(gac__ir *ir, gac__arena *scratch)
{
    definitions p;
    GAC__TRY(gac__ranges_find(ir, scratch, &p.nest));
    p.block_of = gac__ir_find_blocks(ir, scratch);
    if (!p.block_of)
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i) {
        if (i->op == GAC__IR_LEA)
            take_extension(ir, i);
        if (!gac__ir_is_access(i))
            continue;
        if (!fold_lea(ir, i, b, &p)
            || (!ir->variant.checked && !split_index(ir, i, b, &p)))
            return GAC_ERR_MEMORY;
    }
    return gac__pass_drop_dead(ir, scratch);
}
