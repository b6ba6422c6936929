/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Arithmetic, comparisons and logic: instructions that work component by
 * component, driven by one table. */
#include "compile/build/build_families.h"

/* How an instruction becomes an operation: its arguments and its type. */
typedef enum scheme {
    SCHEME_NONE,
    SCHEME_SAME,      /* type: the result's */
    SCHEME_SWAPPED,   /* arguments in reverse order; type: the arguments' */
    SCHEME_COMPARE,   /* result BOOL, type: the arguments' */
    SCHEME_SHIFT,     /* the count may have another width */
    SCHEME_NOT_EQUAL, /* of booleans: exclusive or */
    SCHEME_EQUAL,     /* of booleans */
    SCHEME_COUNT,     /* the result may have another width */
    SCHEME_IDENTITY,  /* like COMPARE; floats are compared by their bits, since
                         clang-22 writes that behind a compare-and-exchange */
    SCHEME_BITWISE    /* like SAME; operands are first resized to the result's
                         width, since clang-22 mixes widths at -O0 */
} scheme;

typedef struct arith_row {
    uint8_t scheme, op, n;
} arith_row;

static const arith_row rows[] = {
#define SAME(name, op, n) [SpvOp##name] = {SCHEME_SAME, GAC__IR_##op, n}
#define LESS(name, op) [SpvOp##name] = {SCHEME_COMPARE, GAC__IR_##op, 2}
#define MORE(name, op) [SpvOp##name] = {SCHEME_SWAPPED, GAC__IR_##op, 2}
#define TEST(name, op) [SpvOp##name] = {SCHEME_COMPARE, GAC__IR_##op, 1}
#define SHIFT(name, op) [SpvOp##name] = {SCHEME_SHIFT, GAC__IR_##op, 2}
    SAME(SNegate, INEG, 1),
    SAME(FNegate, FNEG, 1),
    SAME(IAdd, IADD, 2),
    SAME(FAdd, FADD, 2),
    SAME(ISub, ISUB, 2),
    SAME(FSub, FSUB, 2),
    SAME(IMul, IMUL, 2),
    SAME(FMul, FMUL, 2),
    SAME(VectorTimesScalar, FMUL, 2),
    SAME(UDiv, UDIV, 2),
    SAME(SDiv, SDIV, 2),
    SAME(FDiv, FDIV, 2),
    SAME(UMod, UREM, 2),
    SAME(SRem, SREM, 2),
    SAME(SMod, SMOD, 2),
    SAME(FRem, FREM, 2),
    SAME(FMod, FMOD, 2),
    SAME(LogicalOr, OR, 2),
    SAME(LogicalAnd, AND, 2),
    SAME(LogicalNot, NOT, 1),
    [SpvOpLogicalEqual] = {SCHEME_EQUAL, GAC__IR_XOR, 2},
    [SpvOpLogicalNotEqual] = {SCHEME_NOT_EQUAL, GAC__IR_XOR, 2},
    [SpvOpBitwiseOr] = {SCHEME_BITWISE, GAC__IR_OR, 2},
    [SpvOpBitwiseXor] = {SCHEME_BITWISE, GAC__IR_XOR, 2},
    [SpvOpBitwiseAnd] = {SCHEME_BITWISE, GAC__IR_AND, 2},
    SAME(Not, NOT, 1),
    SAME(BitReverse, BITREVERSE, 1),
    [SpvOpBitCount] = {SCHEME_COUNT, GAC__IR_BITCOUNT, 1},
    SHIFT(ShiftRightLogical, LSHR),
    SHIFT(ShiftRightArithmetic, ASHR),
    SHIFT(ShiftLeftLogical, SHL),
    [SpvOpIEqual] = {SCHEME_IDENTITY, GAC__IR_IEQ, 2},
    [SpvOpINotEqual] = {SCHEME_IDENTITY, GAC__IR_INE, 2},
    LESS(ULessThan, ULT),
    LESS(SLessThan, SLT),
    LESS(ULessThanEqual, ULE),
    LESS(SLessThanEqual, SLE),
    MORE(UGreaterThan, ULT),
    MORE(SGreaterThan, SLT),
    MORE(UGreaterThanEqual, ULE),
    MORE(SGreaterThanEqual, SLE),
    LESS(FOrdEqual, FOEQ),
    LESS(FUnordEqual, FUEQ),
    LESS(FOrdNotEqual, FONE),
    LESS(FUnordNotEqual, FUNE),
    LESS(FOrdLessThan, FOLT),
    LESS(FUnordLessThan, FULT),
    MORE(FOrdGreaterThan, FOLT),
    MORE(FUnordGreaterThan, FULT),
    LESS(FOrdLessThanEqual, FOLE),
    LESS(FUnordLessThanEqual, FULE),
    MORE(FOrdGreaterThanEqual, FOLE),
    MORE(FUnordGreaterThanEqual, FULE),
    LESS(LessOrGreater, FONE),
    LESS(Ordered, FORD),
    LESS(Unordered, FUNO),
    TEST(IsNan, FISNAN),
    TEST(IsInf, FISINF),
    TEST(IsFinite, FISFINITE),
    TEST(IsNormal, FISNORMAL),
    TEST(SignBitSet, FSIGNBIT),
#undef SAME
#undef LESS
#undef MORE
#undef TEST
#undef SHIFT
};

uint32_t gac__build_arith_component(gac__builder *b, uint32_t opcode,
                                    gac__ty result, const uint32_t *args)
{
    const arith_row *row = &rows[opcode];
    gac__ir_op op = (gac__ir_op)row->op;
    uint32_t x = args[0], y = args[1];
    gac__ty ty = gac__build_ty(b, x);
    switch (row->scheme) {
    case SCHEME_SHIFT:
        return gac__build_2(b, op, ty, x, gac__build_resize(b, y, ty, false));
    case SCHEME_SWAPPED: return gac__build_2(b, op, ty, y, x);
    case SCHEME_EQUAL:
        return gac__build_1(b, GAC__IR_NOT, ty, gac__build_2(b, op, ty, x, y));
    case SCHEME_IDENTITY:
        if (gac__ty_is_float(ty) && gac__build_ty(b, y) == ty) {
            ty = gac__ty_int_of(ty);
            x = gac__build_as(b, x, ty);
            y = gac__build_as(b, y, ty);
        }
        return gac__build_2(b, op, ty, x, y);
    case SCHEME_BITWISE:
        if (gac__ty_is_int(ty) && gac__ty_is_int(result)
            && gac__ty_is_int(gac__build_ty(b, y))) {
            x = gac__build_resize(b, x, result, false);
            y = gac__build_resize(b, y, result, false);
        }
        return gac__build_2(b, op, result, x, y);
    case SCHEME_COUNT:
        return gac__build_resize(b, gac__build_1(b, op, ty, x), result, false);
    default: return gac__build_op(b, op, ty, 0, 0, row->n, args);
    }
}

static uint32_t component(gac__builder *b, const void *how, gac__ty result,
                          const uint32_t *args)
{
    const gac__inst *i = how;
    return gac__build_arith_component(b, i->opcode, result, args);
}

/* -- reductions over a vector ---------------------------------------------- */

/* An operand's component as a boolean. clang-22 passes integers to OpAny and
 * OpAll; their top bits count, as in OpenCL C's any() and all(). */
static uint32_t truth_of(gac__builder *b, uint32_t x)
{
    gac__ty ty = gac__build_ty(b, x);
    if (!gac__ty_is_int(ty))
        return x;
    return gac__build_2_const(b, GAC__IR_SLT, ty, x, 0);
}

uint32_t gac__build_any_all(gac__builder *b, gac__ir_op op, uint32_t id)
{
    gac__val v = gac__build_value(b, id);
    if (v.shape->in_memory || v.shape->n == 0)
        return gac__build_invalid(b,
                                  "its operand is not a vector of booleans.");
    uint32_t sum = gac__build_ok(b) ? truth_of(b, v.c[0]) : 0;
    for (uint32_t k = 1; k < v.shape->n && gac__build_ok(b); k++)
        sum = gac__build_2(b, op, GAC__TY_BOOL, sum, truth_of(b, v.c[k]));
    return sum;
}

static void build_dot(gac__builder *b, const gac__inst *i)
{
    gac__ty ty = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    gac__val x = gac__build_value(b, gac__build_word(i, 0));
    if (x.shape->in_memory || x.shape->n == 0)
        gac__build_invalid(b, "its operands are not vectors.");
    const uint32_t *y =
        gac__build_components(b, gac__build_word(i, 1), x.shape->n);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < x.shape->n && gac__build_ok(b); k++) {
        uint32_t product = gac__build_2(b, GAC__IR_FMUL, ty, x.c[k], y[k]);
        sum = k ? gac__build_2(b, GAC__IR_FADD, ty, sum, product) : product;
    }
    gac__build_bind_scalar(b, i, sum);
}

/* -- select ---------------------------------------------------------------- */

static void build_select(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    gac__val condition = gac__build_value(b, gac__build_word(i, 0));
    gac__val x = gac__build_value(b, gac__build_word(i, 1));
    gac__val y = gac__build_value(b, gac__build_word(i, 2));
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    uint32_t n = condition.shape->n;
    if (condition.shape->in_memory || (n != 1 && n != shape->n)
        || !gac__build_shape_fits(shape, x.shape)
        || !gac__build_shape_fits(shape, y.shape)) {
        gac__build_invalid(b, "its operands do not have the same shape.");
        return;
    }
    if (shape->in_memory) {
        gac__build_bind_memory(
            b, i, gac__build_select(b, condition.c[0], x.memory, y.memory));
        return;
    }
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        c[k] =
            gac__build_select(b, condition.c[n == 1 ? 0 : k], x.c[k], y.c[k]);
    gac__build_bind(b, i, c);
}

bool gac__build_arith(gac__builder *b, const gac__inst *i)
{
    if (i->opcode < GAC__COUNT_OF(rows)
        && rows[i->opcode].scheme != SCHEME_NONE) {
        uint32_t ids[2] = {gac__build_word(i, 0), gac__build_word(i, 1)};
        bool spreads = i->opcode == SpvOpVectorTimesScalar;
        if (spreads && gac__build_value(b, ids[0]).shape->n == 1)
            gac__build_invalid(b, "its first operand is not a vector.");
        gac__build_each(b, i, rows[i->opcode].n, ids, spreads, component, i);
        return true;
    }
    switch (i->opcode) {
    case SpvOpAny:
    case SpvOpAll: {
        gac__ir_op op = i->opcode == SpvOpAny ? GAC__IR_OR : GAC__IR_AND;
        gac__build_bind_scalar(
            b, i, gac__build_any_all(b, op, gac__build_word(i, 0)));
        return true;
    }
    case SpvOpDot: build_dot(b, i); return true;
    case SpvOpSelect: build_select(b, i); return true;
    default: return false;
    }
}
