/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Upper bounds of values, from the operations that compute them. */
#include "compile/ir/ir.h"

#define MAX_DEPTH 6u

static uint64_t most_of_type(uint8_t ty)
{
    uint32_t bits = 8 * gac__ty_bytes((gac__ty)ty);
    return ty == GAC__TY_BOOL ? 1 : bits ? UINT64_MAX >> (64 - bits) : 0;
}

static uint64_t most_of_builtin(uint32_t sub, uint64_t most)
{
    switch (sub) {
    case GAC__BUILTIN_LOCAL_ID:
    case GAC__BUILTIN_LOCAL_LINEAR_ID:
    case GAC__BUILTIN_SUB_GROUP_ID:
    case GAC__BUILTIN_SUB_GROUP_LOCAL_ID: return GAC__MAX_GROUP_ITEMS - 1;
    case GAC__BUILTIN_LOCAL_SIZE:
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE:
    case GAC__BUILTIN_SUB_GROUP_SIZE:
    case GAC__BUILTIN_SUB_GROUP_MAX_SIZE:
    case GAC__BUILTIN_NUM_SUB_GROUPS: return GAC__MAX_GROUP_ITEMS;
    case GAC__BUILTIN_STRIP_LANE: return GAC__MAX_STRIP_LANES - 1;
    case GAC__BUILTIN_STRIP_WIDTH: return GAC__MAX_STRIP_LANES;
    default: return most;
    }
}

static uint64_t find_most(const gac__ir *ir, uint32_t value, uint32_t depth)
{
    const gac__ir_value *v = &ir->values[value];
    uint64_t most = most_of_type(v->ty), x, y, sum;
    if (v->kind == GAC__VALUE_CONST)
        return v->bits;
    const gac__ir_inst *i = gac__ir_def(ir, value);
    if (!i || depth == MAX_DEPTH || i->n_args > 2)
        return most;
    if (i->op == GAC__IR_BUILTIN)
        return most_of_builtin(i->sub, most);
    if (!gac__ir_is_pure(i->op) || !i->n_args)
        return most;
    x = find_most(ir, i->args[0], depth + 1);
    y = i->n_args > 1 ? find_most(ir, i->args[1], depth + 1) : 0;
    bool shifts = i->n_args > 1
                  && ir->values[i->args[1]].kind == GAC__VALUE_CONST
                  && y < 8 * gac__ty_bytes((gac__ty)v->ty);
    switch (i->op) {
    case GAC__IR_MOV:
    case GAC__IR_ZEXT:
    case GAC__IR_TRUNC: return GAC__MIN(x, most);
    case GAC__IR_SEXT: return x <= most_of_type((uint8_t)i->sub) / 2 ? x : most;
    case GAC__IR_AND:
    case GAC__IR_UMIN: return GAC__MIN(x, y);
    case GAC__IR_LSHR: return shifts ? x >> y : x;
    case GAC__IR_UDIV: return x;
    case GAC__IR_UREM: return y ? GAC__MIN(x, y - 1) : most;
    case GAC__IR_IADD:
        return !__builtin_add_overflow(x, y, &sum) && sum < most ? sum : most;
    case GAC__IR_IMUL:
        return !__builtin_mul_overflow(x, y, &sum) && sum < most ? sum : most;
    case GAC__IR_SHL: return shifts && x <= most >> y ? x << y : most;
    default: return most;
    }
}

uint64_t gac__ir_most(const gac__ir *ir, uint32_t value)
{
    return find_most(ir, value, 0);
}
