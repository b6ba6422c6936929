/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Evaluates scalar integer constants. */
#include "module/module_internal.h"
#include "module/types.h"

/* A constant expression is a graph of OpSpecConstantOp. It is evaluated by
 * recursion of bounded depth, with a budget of instructions for the whole
 * expression: a graph in which every node uses another one twice has
 * exponentially many paths. An expression over the budget counts as unknown. */
enum { MAX_DEPTH = 32, MAX_STEPS = 1024 };

typedef struct evaluation {
    const gac_module *m;
    uint32_t steps;
} evaluation;

typedef gac__number number;

static uint64_t mask_of(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static int64_t signed_of(number n)
{
    uint32_t shift = 64 - n.width;
    return (int64_t)(n.bits << shift) >> shift;
}

uint32_t gac__module_scalar_width(const gac_module *m, uint32_t type_id)
{
    const uint32_t *words = gac__module_def_words(m, type_id);
    const uint32_t opcode = gac__words_opcode(words);
    if (opcode == SpvOpTypeBool)
        return 1;
    return opcode == SpvOpTypeInt && words[2] <= 64 ? words[2] : 0;
}

static bool divide(uint16_t opcode, number a, number b, uint64_t *bits_out)
{
    int64_t x = signed_of(a), y = signed_of(b);
    if (b.bits == 0)
        return false;
    bool overflows = y == -1; /* INT64_MIN / -1 would trap: it wraps */
    switch (opcode) {
    case SpvOpUDiv: *bits_out = a.bits / b.bits; return true;
    case SpvOpUMod: *bits_out = a.bits % b.bits; return true;
    case SpvOpSDiv:
        *bits_out = overflows ? 0 - (uint64_t)x : (uint64_t)(x / y);
        return true;
    case SpvOpSRem: *bits_out = overflows ? 0 : (uint64_t)(x % y); return true;
    default: { /* SMod: the sign of the divisor */
        int64_t rest = overflows ? 0 : x % y;
        if (rest != 0 && (rest < 0) != (y < 0))
            rest += y;
        *bits_out = (uint64_t)rest;
        return true;
    }
    }
}

static bool shift(uint16_t opcode, number a, number b, uint64_t *bits_out)
{
    if (b.bits >= a.width)
        return false;
    switch (opcode) {
    case SpvOpShiftLeftLogical: *bits_out = a.bits << b.bits; break;
    case SpvOpShiftRightLogical: *bits_out = a.bits >> b.bits; break;
    default: *bits_out = (uint64_t)(signed_of(a) >> b.bits); break;
    }
    return true;
}

static bool compare(uint16_t opcode, number a, number b, uint64_t *bits_out)
{
    int64_t x = signed_of(a), y = signed_of(b);
    bool is;
    switch (opcode) {
    case SpvOpIEqual:
    case SpvOpLogicalEqual: is = a.bits == b.bits; break;
    case SpvOpINotEqual:
    case SpvOpLogicalNotEqual: is = a.bits != b.bits; break;
    case SpvOpUGreaterThan: is = a.bits > b.bits; break;
    case SpvOpUGreaterThanEqual: is = a.bits >= b.bits; break;
    case SpvOpULessThan: is = a.bits < b.bits; break;
    case SpvOpULessThanEqual: is = a.bits <= b.bits; break;
    case SpvOpSGreaterThan: is = x > y; break;
    case SpvOpSGreaterThanEqual: is = x >= y; break;
    case SpvOpSLessThan: is = x < y; break;
    case SpvOpSLessThanEqual: is = x <= y; break;
    default: return false;
    }
    *bits_out = is;
    return true;
}

static bool binary(uint16_t opcode, number a, number b, uint64_t *bits_out)
{
    switch (opcode) {
    case SpvOpIAdd: *bits_out = a.bits + b.bits; return true;
    case SpvOpISub: *bits_out = a.bits - b.bits; return true;
    case SpvOpIMul: *bits_out = a.bits * b.bits; return true;
    case SpvOpBitwiseAnd:
    case SpvOpLogicalAnd: *bits_out = a.bits & b.bits; return true;
    case SpvOpBitwiseOr:
    case SpvOpLogicalOr: *bits_out = a.bits | b.bits; return true;
    case SpvOpBitwiseXor: *bits_out = a.bits ^ b.bits; return true;
    case SpvOpUDiv:
    case SpvOpSDiv:
    case SpvOpUMod:
    case SpvOpSRem:
    case SpvOpSMod: return divide(opcode, a, b, bits_out);
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: return shift(opcode, a, b, bits_out);
    default: return compare(opcode, a, b, bits_out);
    }
}

static bool unary(uint16_t opcode, number a, uint64_t *bits_out)
{
    switch (opcode) {
    case SpvOpSConvert: *bits_out = (uint64_t)signed_of(a); return true;
    case SpvOpUConvert:
    case SpvOpBitcast: *bits_out = a.bits; return true;
    case SpvOpSNegate: *bits_out = 0 - a.bits; return true;
    case SpvOpNot: *bits_out = ~a.bits; return true;
    case SpvOpLogicalNot: *bits_out = !a.bits; return true;
    default: return false;
    }
}

bool gac__module_fold(uint32_t opcode, uint32_t width, const gac__number *args,
                      uint32_t n, uint64_t *bits_out)
{
    bool known = false;
    if (n < 1 || n > 2 || args[0].width == 0 || args[n - 1].width == 0)
        return false;
    if (n == 1)
        known = unary((uint16_t)opcode, args[0], bits_out);
    else
        known = binary((uint16_t)opcode, args[0], args[1], bits_out);
    if (known)
        *bits_out &= mask_of(width);
    return known;
}

static bool evaluate(evaluation *e, uint32_t id, uint32_t depth,
                     number *number_out);

/* OpSpecConstantOp: words type, result, opcode, operands. */
static bool evaluate_op(evaluation *e, const gac__inst *inst, uint32_t depth,
                        uint64_t *bits_out)
{
    uint32_t n = inst->n_words - 4u;
    uint16_t opcode = (uint16_t)inst->words[3];
    number a, b;
    if (n < 1 || n > 3 || !evaluate(e, inst->words[4], depth, &a))
        return false;
    if (opcode == SpvOpSelect && n == 3) {
        if (!evaluate(e, inst->words[a.bits ? 5 : 6], depth, &b))
            return false;
        *bits_out = b.bits;
        return true;
    }
    if (n == 1)
        return unary(opcode, a, bits_out);
    return n == 2 && evaluate(e, inst->words[5], depth, &b)
           && binary(opcode, a, b, bits_out);
}

static bool evaluate(evaluation *e, uint32_t id, uint32_t depth,
                     number *number_out)
{
    gac__inst inst;
    if (depth == MAX_DEPTH || e->steps++ == MAX_STEPS
        || !gac__module_def(e->m, id, &inst))
        return false;
    uint32_t width = gac__module_scalar_width(e->m, inst.type_id);
    uint64_t bits = 0;
    if (width == 0)
        return false;
    switch (inst.opcode) {
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue: bits = 1; break;
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
    case SpvOpConstantNull: break;
    case SpvOpConstant:
    case SpvOpSpecConstant:
        bits = inst.words[3];
        if (inst.n_words > 4)
            bits |= (uint64_t)inst.words[4] << 32;
        break;
    case SpvOpSpecConstantOp:
        if (!evaluate_op(e, &inst, depth + 1, &bits))
            return false;
        break;
    default: return false;
    }
    *number_out = (number){bits & mask_of(width), width};
    return true;
}

/* A quick test: most ids are plain constants, or no constants at all. */
static bool is_no_constant(const gac_module *m, uint32_t id)
{
    switch (gac__module_def_opcode(m, id)) {
    case SpvOpConstant:
    case SpvOpConstantNull:
    case SpvOpConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpSpecConstant:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
    case SpvOpSpecConstantOp: return false;
    default: return true;
    }
}

bool gac__module_constant(const gac_module *m, uint32_t id, uint64_t *bits_out)
{
    *bits_out = 0;
    if (is_no_constant(m, id))
        return false;
    evaluation e = {.m = m};
    number n = {0, 0};
    bool known = evaluate(&e, id, 0, &n);
    *bits_out = n.bits;
    return known;
}

bool gac__module_goes_on(const gac_module *m, gac__inst *inst)
{
    bool is_struct = inst->opcode == SpvOpTypeStruct
                     || inst->opcode == SpvOpTypeStructContinuedINTEL;
    if (inst->ordinal + 1 >= m->n_insts)
        return false;
    gac__inst next = gac__module_inst(m, inst->ordinal + 1);
    bool goes_on =
        is_struct
            ? next.opcode == SpvOpTypeStructContinuedINTEL
            : next.opcode == SpvOpConstantCompositeContinuedINTEL
                  || next.opcode == SpvOpSpecConstantCompositeContinuedINTEL;
    if (goes_on)
        *inst = next;
    return goes_on;
}
