/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Conversions and casts. */
#include "compile/build/build_families.h"

/* Converts between integers; `saturate`: to the nearest that `ty` has. */
static uint32_t convert_integer(gac__builder *b, uint32_t x, gac__ty ty,
                                bool from_signed, bool to_signed, bool saturate)
{
    static const gac__ir_op ops[2][2] = {{GAC__IR_USAT_U, GAC__IR_USAT_S},
                                         {GAC__IR_SSAT_U, GAC__IR_SSAT_S}};
    gac__ty from = gac__build_ty(b, x);
    bool fits =
        from_signed == to_signed ? ty >= from : !from_signed && ty > from;
    if (!gac__ty_is_int(from) || !gac__ty_is_int(ty))
        gac__build_invalid(b, "it does not convert between integers.");
    if (!saturate || fits)
        return gac__build_resize(b, x, ty, from_signed);
    return gac__build_op(b, ops[from_signed][to_signed], ty, from, 0, 1, &x);
}

/* Rounds to half precision and back; denormals become zero. */
static uint32_t quantize(gac__builder *b, uint32_t x, gac__ty from, gac__ty ty)
{
    gac__ty half = GAC__TY_F16, bits_ty = GAC__TY_I16;
    uint32_t h = gac__build_op(b, GAC__IR_FTOF, half, from, 0, 1, &x);
    uint32_t bits = gac__build_as(b, h, bits_ty);
    uint32_t exponent =
        gac__build_2_const(b, GAC__IR_AND, bits_ty, bits, 0x7C00);
    uint32_t sign = gac__build_2_const(b, GAC__IR_AND, bits_ty, bits, 0x8000);
    uint32_t tiny = gac__build_2_const(b, GAC__IR_IEQ, bits_ty, exponent, 0);
    h = gac__build_as(b, gac__build_select(b, tiny, sign, bits), half);
    return gac__build_op(b, GAC__IR_FTOF, ty, half, 0, 1, &h);
}

/* The upper half of a float's bits, rounded to nearest even; NaNs stay NaNs. */
static uint32_t to_bfloat16(gac__builder *b, uint32_t x)
{
    const gac__ty ty = GAC__TY_I32;
    uint32_t bits = gac__build_as(b, x, ty);
    uint32_t upper = gac__build_2_const(b, GAC__IR_LSHR, ty, bits, 16);
    uint32_t odd = gac__build_2_const(b, GAC__IR_AND, ty, upper, 1);
    uint32_t more = gac__build_2_const(b, GAC__IR_IADD, ty, odd, 0x7FFF);
    uint32_t sum = gac__build_2(b, GAC__IR_IADD, ty, bits, more);
    uint32_t rounded = gac__build_2_const(b, GAC__IR_LSHR, ty, sum, 16);
    uint32_t quiet = gac__build_2_const(b, GAC__IR_OR, ty, upper, 0x40);
    uint32_t magnitude =
        gac__build_2_const(b, GAC__IR_AND, ty, bits, 0x7FFFFFFF);
    uint32_t is_nan = gac__build_2(
        b, GAC__IR_ULT, ty, gac__build_const(b, ty, 0x7F800000), magnitude);
    return gac__build_resize(b, gac__build_select(b, is_nan, quiet, rounded),
                             GAC__TY_I16, false);
}

static uint32_t from_bfloat16(gac__builder *b, uint32_t x)
{
    const gac__ty ty = GAC__TY_I32;
    uint32_t bits = gac__build_resize(b, x, ty, false);
    return gac__build_as(b, gac__build_2_const(b, GAC__IR_SHL, ty, bits, 16),
                         GAC__TY_F32);
}

static uint32_t bfloat16(gac__builder *b, bool to, uint32_t x, gac__ty from,
                         gac__ty ty)
{
    gac__ty wide = GAC__TY_F32, narrow = GAC__TY_I16;
    if (from != (to ? wide : narrow) || ty != (to ? narrow : wide))
        return gac__build_invalid(
            b, "it does not convert between floats of 32 bits "
               "and integers of 16.");
    return to ? to_bfloat16(b, x) : from_bfloat16(b, x);
}

uint32_t gac__build_conversion(gac__builder *b, const void *how, gac__ty ty,
                               const uint32_t *args)
{
    const gac__conversion *c = how;
    uint32_t x = args[0];
    gac__ty from = gac__build_ty(b, x);
    bool rounds = c->rounding != GAC__ROUND_NONE;
    uint64_t to_int = (rounds ? c->rounding : GAC__ROUND_RTZ)
                      | (c->saturates ? GAC__IR_SATURATE : 0u);
    uint64_t to_float = rounds ? c->rounding : GAC__ROUND_RTE;
    switch (c->opcode) {
    case SpvOpConvertFToU:
        return gac__build_op(b, GAC__IR_FTOU, ty, from, to_int, 1, &x);
    case SpvOpConvertFToS:
        return gac__build_op(b, GAC__IR_FTOS, ty, from, to_int, 1, &x);
    case SpvOpConvertSToF:
        return gac__build_op(b, GAC__IR_STOF, ty, from, to_float, 1, &x);
    case SpvOpConvertUToF:
        return gac__build_op(b, GAC__IR_UTOF, ty, from, to_float, 1, &x);
    case SpvOpFConvert:
        if (from == ty)
            return x;
        return gac__build_op(b, GAC__IR_FTOF, ty, from, to_float, 1, &x);
    case SpvOpQuantizeToF16: return quantize(b, x, from, ty);
    case SpvOpConvertFToBF16INTEL: return bfloat16(b, true, x, from, ty);
    case SpvOpConvertBF16ToFINTEL: return bfloat16(b, false, x, from, ty);
    case SpvOpSatConvertSToU:
        return convert_integer(b, x, ty, true, false, true);
    case SpvOpSatConvertUToS:
        return convert_integer(b, x, ty, false, true, true);
    default: {
        bool is_signed = c->opcode == SpvOpSConvert;
        return convert_integer(b, x, ty, is_signed, is_signed, c->saturates);
    }
    }
}

/* A conversion as its result is decorated. */
static void build_conversion(gac__builder *b, const gac__inst *i)
{
    const gac__decoration *rounding = gac__module_decoration(
        b->m, i->result_id, UINT32_MAX, SpvDecorationFPRoundingMode);
    gac__conversion c = {.opcode = i->opcode, .rounding = GAC__ROUND_NONE};
    if (rounding && rounding->n_operands)
        c.rounding = rounding->operands[0] & 3;
    c.saturates = gac__module_decoration(b->m, i->result_id, UINT32_MAX,
                                         SpvDecorationSaturatedConversion);
    uint32_t id = gac__build_word(i, 0);
    gac__build_each(b, i, 1, &id, false, gac__build_conversion, &c);
}

/* -- bit casts ------------------------------------------------------------- */

/* Concatenates `ratio` narrow integers, the first one lowest. */
static uint32_t glue(gac__builder *b, const uint32_t *x, uint32_t ratio,
                     gac__ty narrow, gac__ty wide)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < ratio; k++) {
        uint32_t part =
            gac__build_resize(b, gac__build_as(b, x[k], narrow), wide, false);
        if (k)
            part = gac__build_2_const(b, GAC__IR_SHL, wide, part,
                                      k * 8u * gac__ty_bytes(narrow));
        sum = k ? gac__build_2(b, GAC__IR_OR, wide, sum, part) : part;
    }
    return sum;
}

/* Cuts narrow integer `index` out of a wide value, the first one lowest. */
static uint32_t cut(gac__builder *b, uint32_t x, uint32_t index, gac__ty wide,
                    gac__ty narrow)
{
    uint32_t moved = gac__build_as(b, x, wide);
    if (index)
        moved = gac__build_2_const(b, GAC__IR_LSHR, wide, moved,
                                   index * 8u * gac__ty_bytes(narrow));
    return gac__build_resize(b, moved, narrow, false);
}

/* Concatenates as many booleans as `wide` has bits, the first one lowest. */
static uint32_t glue_bools(gac__builder *b, const uint32_t *x, gac__ty wide)
{
    uint32_t zero = gac__build_const(b, wide, 0), sum = zero;
    for (uint32_t k = 0; k < 8 * gac__ty_bytes(wide) && gac__build_ok(b); k++) {
        uint32_t bit = gac__build_const(b, wide, (uint64_t)1 << k);
        uint32_t part = gac__build_select(b, x[k], bit, zero);
        sum = gac__build_2(b, GAC__IR_OR, wide, sum, part);
    }
    return sum;
}

/* Bit `index` of a wide integer, as a boolean. */
static uint32_t cut_bool(gac__builder *b, uint32_t x, uint32_t index,
                         gac__ty wide)
{
    uint32_t bit =
        gac__build_2_const(b, GAC__IR_AND, wide, x, (uint64_t)1 << index);
    return gac__build_2_const(b, GAC__IR_INE, wide, bit, 0);
}

/* Translates a cast between booleans and integers. Booleans have no bits in
 * SPIR-V; in LLVM they have one each, and llvm-spirv writes OpBitcast between
 * eight of them and a byte. False: it is another cast. */
static bool build_bool_cast(gac__builder *b, const gac__inst *i,
                            const gac__shape *to, const gac__val *from)
{
    uint32_t c[16] = {0};
    gac__ty t = (gac__ty)to->ty[0], f = (gac__ty)from->shape->ty[0];
    uint32_t t_bits = 8 * gac__ty_bytes(t), f_bits = 8 * gac__ty_bytes(f);
    if (f == GAC__TY_BOOL && gac__ty_is_int(t)
        && t_bits * to->n == from->shape->n) {
        for (uint32_t k = 0; k < to->n; k++)
            c[k] = glue_bools(b, from->c + k * t_bits, t);
    } else if (t == GAC__TY_BOOL && gac__ty_is_int(f)
               && f_bits * from->shape->n == to->n) {
        for (uint32_t k = 0; k < to->n; k++)
            c[k] = cut_bool(b, from->c[k / f_bits], k % f_bits, f);
    } else {
        return false;
    }
    gac__build_bind(b, i, c);
    return true;
}

static void build_bitcast(gac__builder *b, const gac__inst *i)
{
    const gac__shape *to = gac__build_shape(b, i->type_id);
    gac__val from = gac__build_value(b, gac__build_word(i, 0));
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    bool fits = !to->in_memory && !from.shape->in_memory && to->n && to->n <= 16
                && from.shape->n && from.shape->n <= 16;
    gac__ty t = fits ? (gac__ty)to->ty[0] : GAC__TY_VOID;
    gac__ty f = fits ? (gac__ty)from.shape->ty[0] : GAC__TY_VOID;
    uint32_t t_bytes = gac__ty_bytes(t), f_bytes = gac__ty_bytes(f);
    if (fits && build_bool_cast(b, i, to, &from))
        return;
    if (!fits || t == GAC__TY_BOOL || f == GAC__TY_BOOL
        || t_bytes * to->n != f_bytes * from.shape->n) {
        gac__build_invalid(b, "its operand does not have the result's size.");
        return;
    }
    for (uint32_t k = 0; k < to->n; k++) {
        uint32_t at = k * t_bytes / f_bytes;
        uint32_t bits;
        if (t_bytes == f_bytes)
            bits = from.c[k];
        else if (t_bytes > f_bytes)
            bits = glue(b, from.c + at, t_bytes / f_bytes, gac__ty_int_of(f),
                        gac__ty_int_of(t));
        else
            bits = cut(b, from.c[at], k % (f_bytes / t_bytes),
                       gac__ty_int_of(f), gac__ty_int_of(t));
        c[k] = gac__build_as(b, bits, (gac__ty)to->ty[k]);
    }
    gac__build_bind(b, i, c);
}

/* Pointers are integers in the IR, of which a cast only changes the width. */
static uint32_t cast_pointer(gac__builder *b, const void *how, gac__ty ty,
                             const uint32_t *args)
{
    (void)how;
    return gac__build_resize(b, args[0], ty, false);
}

bool gac__build_convert(gac__builder *b, const gac__inst *i)
{
    uint32_t id = gac__build_word(i, 0);
    switch (i->opcode) {
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpFConvert:
    case SpvOpQuantizeToF16:
    case SpvOpSatConvertSToU:
    case SpvOpSatConvertUToS:
    case SpvOpConvertFToBF16INTEL:
    case SpvOpConvertBF16ToFINTEL: build_conversion(b, i); return true;
    case SpvOpBitcast: build_bitcast(b, i); return true;
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpPtrCastToCrossWorkgroupINTEL:
    case SpvOpCrossWorkgroupCastToPtrINTEL:
        gac__build_each(b, i, 1, &id, false, cast_pointer, NULL);
        return true;
    default: return false;
    }
}
