/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Integer instructions that take several operations: extended arithmetic, bit
 * fields, integer dot products. */
#include "compile/build/build_families.h"

/* -- results of two members ------------------------------------------------ */

static void two_parts(gac__builder *b, uint32_t opcode, gac__ty ty, uint32_t x,
                      uint32_t y, uint32_t *low, uint32_t *high)
{
    switch (opcode) {
    case SpvOpIAddCarry:
        *low = gac__build_2(b, GAC__IR_IADD, ty, x, y);
        *high = gac__build_resize(b, gac__build_2(b, GAC__IR_ULT, ty, *low, x),
                                  ty, false);
        return;
    case SpvOpISubBorrow:
        *low = gac__build_2(b, GAC__IR_ISUB, ty, x, y);
        *high = gac__build_resize(b, gac__build_2(b, GAC__IR_ULT, ty, x, y), ty,
                                  false);
        return;
    default:
        *low = gac__build_2(b, GAC__IR_IMUL, ty, x, y);
        *high = gac__build_2(
            b, opcode == SpvOpUMulExtended ? GAC__IR_UMULHI : GAC__IR_SMULHI,
            ty, x, y);
    }
}

static void build_two_parts(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    uint32_t c[32] = {0}, n = shape->n / 2;
    if (shape->in_memory || shape->n > 32 || shape->n % 2 || n == 0)
        gac__build_invalid(b, "its result is not a structure of two.");
    const uint32_t *x = gac__build_components(b, gac__build_word(i, 0), n);
    const uint32_t *y = gac__build_components(b, gac__build_word(i, 1), n);
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++)
        two_parts(b, i->opcode, gac__build_ty(b, x[k]), x[k], y[k], &c[k],
                  &c[n + k]);
    gac__build_bind(b, i, c);
}

/* -- bit fields ------------------------------------------------------------ */

/* A mask of the `count` lowest bits; of all bits if the count is the width or
 * more. */
static uint32_t low_mask(gac__builder *b, gac__ty ty, uint32_t count)
{
    uint32_t one = gac__build_const(b, ty, 1);
    uint32_t width = gac__build_const(b, ty, 8 * gac__ty_bytes(ty));
    uint32_t part = gac__build_2(
        b, GAC__IR_ISUB, ty, gac__build_2(b, GAC__IR_SHL, ty, one, count), one);
    uint32_t all = gac__build_2(b, GAC__IR_ULE, ty, width, count);
    return gac__build_select(b, all, gac__build_const(b, ty, UINT64_MAX), part);
}

static uint32_t extract(gac__builder *b, gac__ty ty, uint32_t base,
                        uint32_t offset, uint32_t count, bool is_signed)
{
    if (!is_signed)
        return gac__build_2(b, GAC__IR_AND, ty,
                            gac__build_2(b, GAC__IR_LSHR, ty, base, offset),
                            low_mask(b, ty, count));
    uint32_t width = gac__build_const(b, ty, 8 * gac__ty_bytes(ty));
    uint32_t right = gac__build_2(b, GAC__IR_ISUB, ty, width, count);
    uint32_t left = gac__build_2(b, GAC__IR_ISUB, ty, right, offset);
    uint32_t field =
        gac__build_2(b, GAC__IR_ASHR, ty,
                     gac__build_2(b, GAC__IR_SHL, ty, base, left), right);
    return gac__build_select(b,
                             gac__build_2_const(b, GAC__IR_IEQ, ty, count, 0),
                             gac__build_const(b, ty, 0), field);
}

static uint32_t insert(gac__builder *b, gac__ty ty, uint32_t base,
                       uint32_t field, uint32_t offset, uint32_t count)
{
    uint32_t mask =
        gac__build_2(b, GAC__IR_SHL, ty, low_mask(b, ty, count), offset);
    uint32_t moved = gac__build_2(b, GAC__IR_SHL, ty, field, offset);
    uint32_t inside = gac__build_2(b, GAC__IR_AND, ty, moved, mask);
    uint32_t outside = gac__build_2(b, GAC__IR_AND, ty, base,
                                    gac__build_1(b, GAC__IR_NOT, ty, mask));
    /* The field is empty if the offset is the width, which is too far for a
     * shift. */
    uint32_t none = gac__build_2_const(b, GAC__IR_IEQ, ty, count, 0);
    return gac__build_select(b, none, base,
                             gac__build_2(b, GAC__IR_OR, ty, inside, outside));
}

static void build_bit_field(gac__builder *b, const gac__inst *i)
{
    bool inserts = i->opcode == SpvOpBitFieldInsert;
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t c[16] = {0}, at = inserts ? 2 : 1;
    const uint32_t *base =
        gac__build_components(b, gac__build_word(i, 0), shape->n);
    const uint32_t *field =
        inserts ? gac__build_components(b, gac__build_word(i, 1), shape->n)
                : base;
    uint32_t offset = gac__build_scalar(b, gac__build_word(i, at));
    uint32_t count = gac__build_scalar(b, gac__build_word(i, at + 1));
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = gac__build_ty(b, base[k]);
        uint32_t o = gac__build_resize(b, offset, ty, false);
        uint32_t n = gac__build_resize(b, count, ty, false);
        c[k] = inserts ? insert(b, ty, base[k], field[k], o, n)
                       : extract(b, ty, base[k], o, n,
                                 i->opcode == SpvOpBitFieldSExtract);
    }
    gac__build_bind(b, i, c);
}

/* -- integer dot products -------------------------------------------------- */

typedef struct dot {
    bool x_signed, y_signed, saturates;
} dot;

static bool dot_of(uint32_t opcode, dot *d)
{
    switch (opcode) {
    case SpvOpSDot: *d = (dot){true, true, false}; return true;
    case SpvOpUDot: *d = (dot){false, false, false}; return true;
    case SpvOpSUDot: *d = (dot){true, false, false}; return true;
    case SpvOpSDotAccSat: *d = (dot){true, true, true}; return true;
    case SpvOpUDotAccSat: *d = (dot){false, false, true}; return true;
    case SpvOpSUDotAccSat: *d = (dot){true, false, true}; return true;
    default: return false;
    }
}

/* Component `k` of a vector, or byte `k` of one that is packed in 32 bits,
 * widened. */
static uint32_t dot_component(gac__builder *b, const gac__val *v, uint32_t k,
                              gac__ty ty, bool is_signed)
{
    if (v->shape->n > 1)
        return gac__build_resize(b, v->c[k], ty, is_signed);
    gac__ty whole = gac__build_ty(b, v->c[0]);
    uint32_t byte = gac__build_2_const(b, GAC__IR_LSHR, whole, v->c[0], 8 * k);
    return gac__build_resize(b, gac__build_resize(b, byte, GAC__TY_I8, false),
                             ty, is_signed);
}

/* Checks an integer dot product. "Vector 1 and Vector 2 must have the same
 * type" (for OpSUDot the signedness may differ); "Result Type ... width must be
 * greater than or equal to that of the components"; "When Vector 1 and Vector 2
 * are scalar integer types, Packed Vector Format must be specified", and they
 * have 32 bits. */
static bool check_dot(gac__builder *b, const gac__inst *i, const dot *d,
                      gac__ty ty, const gac__shape *x, const gac__shape *y)
{
    if (!gac__ty_is_int(ty) || x->in_memory || x->n == 0 || x->n != y->n
        || !gac__ty_is_int((gac__ty)x->ty[0])
        || !gac__ty_is_int((gac__ty)y->ty[0]))
        gac__build_invalid(b, "its operands are not integer vectors");
    else if (x->ty[0] != y->ty[0])
        gac__build_invalid(b, "its vectors have components of different types");
    else if (x->n > 1 && gac__ty_bytes(ty) < gac__ty_bytes((gac__ty)x->ty[0]))
        gac__build_invalid(
            b, "its result is narrower than the vectors' components");
    else if (x->n == 1 && x->ty[0] != GAC__TY_I32)
        gac__build_invalid(b, "its packed vectors have not 32 bits");
    else if (x->n == 1 && gac__build_n_words(i) < (d->saturates ? 4u : 3u))
        gac__build_invalid(
            b, "it has scalar operands and no Packed Vector Format");
    return gac__build_ok(b);
}

static void build_integer_dot(gac__builder *b, const gac__inst *i, const dot *d)
{
    gac__ty ty = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    gac__val x = gac__build_value(b, gac__build_word(i, 0));
    gac__val y = gac__build_value(b, gac__build_word(i, 1));
    uint32_t sum = 0;
    if (!gac__build_ok(b) || !check_dot(b, i, d, ty, x.shape, y.shape))
        return;
    uint32_t n = x.shape->n > 1 ? x.shape->n : 4;
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        uint32_t product = gac__build_2(
            b, GAC__IR_IMUL, ty, dot_component(b, &x, k, ty, d->x_signed),
            dot_component(b, &y, k, ty, d->y_signed));
        sum = k ? gac__build_2(b, GAC__IR_IADD, ty, sum, product) : product;
    }
    if (d->saturates) {
        uint32_t args[2] = {sum, gac__build_scalar(b, gac__build_word(i, 2))};
        sum = gac__build_ext(
            b, d->x_signed ? OpenCLstd_SAdd_sat : OpenCLstd_UAdd_sat, ty, 2,
            args);
    }
    gac__build_bind_scalar(b, i, sum);
}

/* -- aliases of OpenCL.std: Intel's integer functions, fma ----------------- */

typedef struct alias {
    uint16_t opcode, number;
} alias;

static const alias aliases[] = {
    {SpvOpUCountLeadingZerosINTEL, OpenCLstd_Clz},
    {SpvOpUCountTrailingZerosINTEL, OpenCLstd_Ctz},
    {SpvOpAbsISubINTEL, OpenCLstd_SAbs_diff},
    {SpvOpAbsUSubINTEL, OpenCLstd_UAbs_diff},
    {SpvOpIAddSatINTEL, OpenCLstd_SAdd_sat},
    {SpvOpUAddSatINTEL, OpenCLstd_UAdd_sat},
    {SpvOpISubSatINTEL, OpenCLstd_SSub_sat},
    {SpvOpUSubSatINTEL, OpenCLstd_USub_sat},
    {SpvOpIAverageINTEL, OpenCLstd_SHadd},
    {SpvOpUAverageINTEL, OpenCLstd_UHadd},
    {SpvOpIAverageRoundedINTEL, OpenCLstd_SRhadd},
    {SpvOpUAverageRoundedINTEL, OpenCLstd_URhadd},
    {SpvOpFmaKHR, OpenCLstd_Fma},
};

static bool build_alias(gac__builder *b, const gac__inst *i)
{
    for (size_t k = 0; k < GAC__COUNT_OF(aliases); k++) {
        if (aliases[k].opcode == i->opcode) {
            gac__build_opencl(b, i, aliases[k].number, i->words + i->first,
                              gac__build_n_words(i));
            return true;
        }
    }
    return false;
}

bool gac__build_integer(gac__builder *b, const gac__inst *i)
{
    dot d;
    switch (i->opcode) {
    case SpvOpIAddCarry:
    case SpvOpISubBorrow:
    case SpvOpUMulExtended:
    case SpvOpSMulExtended: build_two_parts(b, i); return true;
    case SpvOpBitFieldInsert:
    case SpvOpBitFieldSExtract:
    case SpvOpBitFieldUExtract: build_bit_field(b, i); return true;
    default:
        if (!dot_of(i->opcode, &d))
            return build_alias(b, i);
        build_integer_dot(b, i, &d);
        return true;
    }
}
