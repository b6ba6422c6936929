/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomic instructions. Scopes and semantics matter to the checker only: the
 * executor's atomics are sequentially consistent. */
#include "compile/build/build_families.h"

gac__atomic_form gac__build_atomic_form(uint32_t opcode)
{
    static const gac__atomic_form forms[] = {
        {SpvOpAtomicLoad, GAC__ATOMIC_LOAD, 0, 0},
        {SpvOpAtomicStore, GAC__ATOMIC_STORE, 1, 0},
        {SpvOpAtomicExchange, GAC__ATOMIC_EXCHANGE, 1, 0},
        {SpvOpAtomicCompareExchange, GAC__ATOMIC_CMPXCHG, 2, 0},
        {SpvOpAtomicCompareExchangeWeak, GAC__ATOMIC_CMPXCHG, 2, 0},
        {SpvOpAtomicIIncrement, GAC__ATOMIC_IADD, 0, 1},
        {SpvOpAtomicIDecrement, GAC__ATOMIC_ISUB, 0, 1},
        {SpvOpAtomicIAdd, GAC__ATOMIC_IADD, 1, 0},
        {SpvOpAtomicISub, GAC__ATOMIC_ISUB, 1, 0},
        {SpvOpAtomicSMin, GAC__ATOMIC_SMIN, 1, 0},
        {SpvOpAtomicUMin, GAC__ATOMIC_UMIN, 1, 0},
        {SpvOpAtomicSMax, GAC__ATOMIC_SMAX, 1, 0},
        {SpvOpAtomicUMax, GAC__ATOMIC_UMAX, 1, 0},
        {SpvOpAtomicAnd, GAC__ATOMIC_AND, 1, 0},
        {SpvOpAtomicOr, GAC__ATOMIC_OR, 1, 0},
        {SpvOpAtomicXor, GAC__ATOMIC_XOR, 1, 0},
        {SpvOpAtomicFAddEXT, GAC__ATOMIC_FADD, 1, 0},
        {SpvOpAtomicFMinEXT, GAC__ATOMIC_FMIN, 1, 0},
        {SpvOpAtomicFMaxEXT, GAC__ATOMIC_FMAX, 1, 0},
        {SpvOpAtomicFlagTestAndSet, GAC__ATOMIC_FLAG_SET, 0, 0},
        {SpvOpAtomicFlagClear, GAC__ATOMIC_FLAG_CLEAR, 0, 0},
    };
    for (size_t k = 0; k < GAC__COUNT_OF(forms); k++)
        if (forms[k].opcode == opcode)
            return forms[k];
    return (gac__atomic_form){0};
}

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
    if (!type_fits((uint8_t)op, ty)
        || gac__build_ty(b, args[0]) != b->ir->ptr_ty
        || (n > 1 && gac__build_ty(b, args[1]) != ty)
        || (n > 2 && gac__build_ty(b, args[2]) != ty))
        return gac__build_invalid(b, "the types of its operands do not fit.");
    bool stores = op == GAC__ATOMIC_STORE || op == GAC__ATOMIC_FLAG_CLEAR;
    gac__ty result = stores                       ? GAC__TY_VOID
                     : op == GAC__ATOMIC_FLAG_SET ? GAC__TY_BOOL
                                                  : ty;
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_ATOMIC, ty, result, n, args);
    inst->sub = op;
    inst->n_list = order;
    return result == ty ? gac__build_as(b, inst->result, declared)
                        : inst->result;
}

bool gac__build_atomic(gac__builder *b, const gac__inst *i)
{
    gac__atomic_form form = gac__build_atomic_form(i->opcode);
    if (form.opcode == 0)
        return false;
    uint32_t args[3] = {gac__build_scalar(b, gac__build_word(i, 0))}, n = 1;
    gac__ty declared =
        i->result_id ? gac__build_scalar_ty(gac__build_shape(b, i->type_id))
                     : GAC__TY_VOID;
    /* a comparator has semantics of its own, and stands behind the value */
    uint32_t value_at = form.n_values == 2 ? 4 : 3;
    for (uint32_t k = 0; k < form.n_values; k++)
        args[n++] = gac__build_scalar(b, gac__build_word(i, value_at + k));
    if (form.by_one)
        args[n++] = gac__build_const(b, declared, 1);
    if (!i->result_id && n > 1)
        declared = gac__build_ty(b, args[1]);
    uint32_t order =
        gac__build_order(b, gac__build_word(i, 1), gac__build_word(i, 2));
    uint32_t value = gac__build_atomic_op(b, form.op, order, declared, n, args);
    if (i->result_id)
        gac__build_bind_scalar(b, i, value);
    return true;
}
