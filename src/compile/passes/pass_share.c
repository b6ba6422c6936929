/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Takes uniform addends out of indices.
 *
 * An index u + v with a uniform u becomes the index v of a pointer that u has
 * been added to: of many indices, only the work-item's id in its group is then
 * left. If only the first of two successive indices varies, they are swapped.
 */
#include "compile/passes/pass_demand.h"

/* A value as the sum of a uniform and a varying addend, modulo the range of its
 * type; 0: an absent addend. */
typedef struct addends {
    uint32_t shared, own;
} addends;

/* The operand of a sequence of MOVs. */
static uint32_t behind_moves(const gac__demand *n, uint32_t value)
{
    const gac__ir_inst *i;
    while ((i = gac__ir_def(n->ir, value)) != NULL && i->op == GAC__IR_MOV
           && n->ir->values[i->args[0]].ty == n->ir->values[value].ty)
        value = i->args[0];
    return value;
}

/* The index of a product's or shift's uniform operand; 2: there is none. */
static uint32_t shared_factor(const gac__demand *n, const gac__ir_inst *i)
{
    if ((i->op == GAC__IR_IMUL || i->op == GAC__IR_SHL)
        && !gac__varies(n, i->args[1]))
        return 1;
    return i->op == GAC__IR_IMUL && !gac__varies(n, i->args[0]) ? 0 : 2;
}

/* Whether split_sum() finds a uniform addend. */
static bool is_splittable(const gac__demand *n, uint32_t value, uint32_t depth)
{
    value = behind_moves(n, value);
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!gac__varies(n, value))
        return true;
    if (!i || depth == GAC__DEMAND_DEPTH)
        return false;
    if (i->op == GAC__IR_IADD)
        return is_splittable(n, i->args[0], depth + 1)
               || is_splittable(n, i->args[1], depth + 1);
    if (i->op == GAC__IR_ISUB)
        return !gac__varies(n, i->args[1]);
    uint32_t factor = shared_factor(n, i);
    return factor < 2 && is_splittable(n, i->args[1 - factor], depth + 1);
}

uint32_t gac__demand_combine(gac__demand *n, gac__ir_op op, uint32_t a,
                             uint32_t b, const gac__ir_inst *from)
{
    if (!a || !b)
        return op == GAC__IR_IADD ? a | b : 0;
    return gac__demand_add(n, op, (gac__ty)n->ir->values[a].ty,
                           gac__varies(n, a) || gac__varies(n, b), a, b, from)
        ->result;
}

/* a - b of uniform values; a 0: -b. */
static uint32_t less(gac__demand *n, uint32_t a, uint32_t b,
                     const gac__ir_inst *from)
{
    return gac__demand_add(n, a ? GAC__IR_ISUB : GAC__IR_INEG,
                           (gac__ty)n->ir->values[b].ty, false, a ? a : b,
                           a ? b : 0, from)
        ->result;
}

static addends split_sum(gac__demand *n, uint32_t value, uint32_t depth,
                         const gac__ir_inst *from)
{
    value = behind_moves(n, value);
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!gac__varies(n, value))
        return (addends){value, 0};
    if (!is_splittable(n, value, depth))
        return (addends){0, value};
    if (i->op == GAC__IR_ISUB) {
        addends p = split_sum(n, i->args[0], depth + 1, from);
        return (addends){less(n, p.shared, i->args[1], from), p.own};
    }
    uint32_t factor = i->op == GAC__IR_IADD ? 1 : shared_factor(n, i);
    addends a = split_sum(n, i->args[1 - factor], depth + 1, from);
    addends b = {i->args[factor], i->args[factor]};
    if (i->op == GAC__IR_IADD)
        b = split_sum(n, i->args[1], depth + 1, from);
    return (addends){
        gac__demand_combine(n, (gac__ir_op)i->op, a.shared, b.shared, from),
        gac__demand_combine(n, (gac__ir_op)i->op, a.own, b.own, from)};
}

bool gac__swap_indices(gac__demand *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, i->args[0]);
    int64_t displacement;
    if (gac__varies(n, i->args[1]) || !gac__varies(n, i->args[0]) || !inner
        || inner->op != GAC__IR_LEA || gac__varies(n, inner->args[0])
        || __builtin_add_overflow(i->imm2, inner->imm2, &displacement))
        return false;
    gac__ir_inst *moved = gac__demand_add(n, GAC__IR_LEA, n->ir->ptr_ty, false,
                                          inner->args[0], i->args[1], i);
    moved->imm = i->imm;
    moved->sub = i->sub;
    i->args[0] = moved->result;
    i->args[1] = inner->args[1];
    i->imm = inner->imm;
    i->imm2 = displacement;
    i->sub = inner->sub;
    return true;
}

void gac__share(gac__demand *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, i->args[0]);
    int64_t displacement = i->imm2;
    uint32_t base = i->args[0];
    addends p = {0, 0}, q = {0, 0};
    if (n->ir->values[i->args[1]].ty != GAC__TY_I64
        || !gac__varies(n, i->args[1]) || n->ir->n_values >= n->most)
        return;
    if (gac__varies(n, base)) {
        if (!inner || inner->op != GAC__IR_LEA || inner->imm != i->imm
            || gac__varies(n, inner->args[0]) || !gac__varies(n, inner->args[1])
            || n->ir->values[inner->args[1]].ty != GAC__TY_I64
            || __builtin_add_overflow(displacement, inner->imm2, &displacement))
            return;
        base = inner->args[0];
        q = split_sum(n, inner->args[1], 0, i);
    } else if (!is_splittable(n, i->args[1], 0)) {
        return;
    }
    p = split_sum(n, i->args[1], 0, i);
    p.shared = gac__demand_combine(n, GAC__IR_IADD, p.shared, q.shared, i);
    p.own = gac__demand_combine(n, GAC__IR_IADD, p.own, q.own, i);
    if (p.shared) {
        gac__ir_inst *moved = gac__demand_add(n, GAC__IR_LEA, n->ir->ptr_ty,
                                              false, base, p.shared, i);
        moved->imm = i->imm;
        base = moved->result;
    }
    if (!p.own) /* it varies behind a loop, its addends do not */
        p.own = gac__ir_const(n->ir, GAC__TY_I64, 0);
    i->args[0] = base;
    i->args[1] = p.own;
    i->imm2 = displacement;
}

/* Whether a varying addend has a negated part. */
static bool has_negation(const gac__demand *n, uint32_t value, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    uint64_t bits;
    if (!i || depth == GAC__DEMAND_DEPTH)
        return false;
    if (i->op == GAC__IR_XOR)
        return gac__ir_is_const(n->ir, i->args[1], &bits) && bits == UINT32_MAX;
    if (i->op != GAC__IR_IADD && i->op != GAC__IR_IMUL && i->op != GAC__IR_SHL)
        return i->op == GAC__IR_NOT || i->op == GAC__IR_INEG
               || (i->op == GAC__IR_ISUB && gac__varies(n, i->args[1]));
    return has_negation(n, i->args[0], depth + 1)
           || has_negation(n, i->args[1], depth + 1);
}

/* Moves the uniform addend of a 32-bit index to the end of its sum. Exec then
 * adds it to the pointer if nothing wraps, and the rest is often the same in
 * every group. An unsigned index such as w - 1 - x stays: it would always wrap.
 */
void gac__share_last(gac__demand *n, gac__ir_inst *i)
{
    if (i->op != GAC__IR_LEA || n->ir->values[i->args[1]].ty != GAC__TY_I32
        || !gac__varies(n, i->args[1]) || gac__varies(n, i->args[0])
        || n->ir->n_values >= n->most || !is_splittable(n, i->args[1], 0))
        return;
    addends p = split_sum(n, i->args[1], 0, i);
    if (i->sub && has_negation(n, p.own, 0))
        return;
    i->args[1] = gac__demand_combine(n, GAC__IR_IADD, p.own, p.shared, i);
    gac__ir_inst *sum = gac__ir_def(n->ir, i->args[1]);
    if (sum && p.own && p.shared)
        sum->flags |= GAC__IR_SHARED_LAST;
}
