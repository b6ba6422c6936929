/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomic instructions. Scopes and semantics matter to the checker only: the
 * executor's atomics are sequentially consistent. */
#include "compile/build/build_families.h"

typedef struct atomic_row {
    uint16_t opcode;
    uint8_t op;         /* gac__atomic */
    uint8_t value_at;   /* operand index of the value; 0: none */
    uint8_t compare_at; /* operand index of the comparator; 0: none */
} atomic_row;

static const atomic_row rows[] = {
    {SpvOpAtomicLoad, GAC__ATOMIC_LOAD, 0, 0},
    {SpvOpAtomicStore, GAC__ATOMIC_STORE, 3, 0},
    {SpvOpAtomicExchange, GAC__ATOMIC_EXCHANGE, 3, 0},
    {SpvOpAtomicCompareExchange, GAC__ATOMIC_CMPXCHG, 4, 5},
    {SpvOpAtomicCompareExchangeWeak, GAC__ATOMIC_CMPXCHG, 4, 5},
    {SpvOpAtomicIIncrement, GAC__ATOMIC_IADD, 0, 0},
    {SpvOpAtomicIDecrement, GAC__ATOMIC_ISUB, 0, 0},
    {SpvOpAtomicIAdd, GAC__ATOMIC_IADD, 3, 0},
    {SpvOpAtomicISub, GAC__ATOMIC_ISUB, 3, 0},
    {SpvOpAtomicSMin, GAC__ATOMIC_SMIN, 3, 0},
    {SpvOpAtomicUMin, GAC__ATOMIC_UMIN, 3, 0},
    {SpvOpAtomicSMax, GAC__ATOMIC_SMAX, 3, 0},
    {SpvOpAtomicUMax, GAC__ATOMIC_UMAX, 3, 0},
    {SpvOpAtomicAnd, GAC__ATOMIC_AND, 3, 0},
    {SpvOpAtomicOr, GAC__ATOMIC_OR, 3, 0},
    {SpvOpAtomicXor, GAC__ATOMIC_XOR, 3, 0},
    {SpvOpAtomicFAddEXT, GAC__ATOMIC_FADD, 3, 0},
    {SpvOpAtomicFMinEXT, GAC__ATOMIC_FMIN, 3, 0},
    {SpvOpAtomicFMaxEXT, GAC__ATOMIC_FMAX, 3, 0},
    {SpvOpAtomicFlagTestAndSet, GAC__ATOMIC_FLAG_SET, 0, 0},
    {SpvOpAtomicFlagClear, GAC__ATOMIC_FLAG_CLEAR, 0, 0},
};

static bool is_flag(uint8_t op)
{
    return op == GAC__ATOMIC_FLAG_SET || op == GAC__ATOMIC_FLAG_CLEAR;
}

/* Whether an operation only moves bits, so that it moves floats as integers. */
static bool moves_bits(uint8_t op)
{
    return op <= GAC__ATOMIC_EXCHANGE;
}

static bool type_fits(uint8_t op, gac__ty ty)
{
    if (op >= GAC__ATOMIC_FADD && op <= GAC__ATOMIC_FMAX)
        return gac__ty_is_float(ty);
    return gac__ty_is_int(ty);
}

/* Semantics of 1 are not valid, but clang-22 writes a scope in their place,
 * whatever the order is: they count as acquire and release. So do semantics
 * that are no constant; a scope that is none counts as the device's. */
uint32_t gac__build_order(gac__builder *b, uint32_t scope_id,
                          uint32_t semantics_id)
{
    uint64_t scope, semantics;
    uint32_t order = 0;
    uint64_t both = SpvMemorySemanticsAcquireReleaseMask
                    | SpvMemorySemanticsSequentiallyConsistentMask | 1;
    if (!gac__build_const_id(b, scope_id, &scope))
        scope = SpvScopeDevice;
    if (!gac__build_const_id(b, semantics_id, &semantics))
        semantics = both;
    if (semantics & (both | SpvMemorySemanticsAcquireMask))
        order |= GAC__ORDER_ACQUIRE;
    if (semantics & (both | SpvMemorySemanticsReleaseMask))
        order |= GAC__ORDER_RELEASE;
    if (scope <= SpvScopeDevice)
        order |= GAC__ORDER_WIDE;
    return order;
}

uint32_t gac__build_atomic_op(gac__builder *b, uint32_t op, uint32_t order,
                              gac__ty ty, uint32_t n, uint32_t *args)
{
    gac__ty declared = ty;
    if (is_flag((uint8_t)op))
        ty = GAC__TY_I32;
    else if (moves_bits((uint8_t)op) || op == GAC__ATOMIC_CMPXCHG)
        ty = gac__ty_int_of(ty);
    for (uint32_t k = 1; k < n; k++)
        if (gac__build_ty(b, args[k]) == declared)
            args[k] = gac__build_as(b, args[k], ty);
    if (!gac__build_ok(b))
        return 0;
    if (!type_fits((uint8_t)op, ty)
        || gac__build_ty(b, args[0]) != b->ir->ptr_ty
        || (n > 1 && gac__build_ty(b, args[1]) != ty)
        || (n > 2 && gac__build_ty(b, args[2]) != ty)) {
        gac__build_invalid(b, "the types of its operands do not fit.");
        return 0;
    }
    bool result = op != GAC__ATOMIC_STORE && op != GAC__ATOMIC_FLAG_CLEAR;
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_ATOMIC, ty, result, n, args);
    if (!inst)
        return 0;
    inst->sub = op;
    inst->n_list = order;
    if (op == GAC__ATOMIC_FLAG_SET)
        b->ir->values[inst->result].ty = GAC__TY_BOOL;
    return result && !is_flag((uint8_t)op)
               ? gac__build_as(b, inst->result, declared)
               : inst->result;
}

static void build(gac__builder *b, const gac__inst *i, const atomic_row *row)
{
    uint32_t args[3] = {gac__build_scalar(b, gac__build_word(i, 0))};
    uint32_t n = 1;
    gac__ty declared =
        i->result_id ? gac__build_scalar_ty(gac__build_shape(b, i->type_id))
                     : GAC__TY_VOID;
    if (row->value_at)
        args[n++] = gac__build_scalar(b, gac__build_word(i, row->value_at));
    else if (row->op == GAC__ATOMIC_IADD || row->op == GAC__ATOMIC_ISUB)
        args[n++] = gac__build_const(b, declared, 1);
    if (row->compare_at)
        args[n++] = gac__build_scalar(b, gac__build_word(i, row->compare_at));
    if (!i->result_id && n > 1)
        declared = gac__build_ty(b, args[1]);
    uint32_t order =
        gac__build_order(b, gac__build_word(i, 1), gac__build_word(i, 2));
    uint32_t value = gac__build_atomic_op(b, row->op, order, declared, n, args);
    if (i->result_id)
        gac__build_bind_scalar(b, i, value);
}

bool gac__build_atomic(gac__builder *b, const gac__inst *i)
{
    for (size_t k = 0; k < GAC__COUNT_OF(rows); k++) {
        if (rows[k].opcode == i->opcode) {
            build(b, i, &rows[k]);
            return true;
        }
    }
    return false;
}
