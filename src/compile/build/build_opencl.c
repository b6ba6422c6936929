/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std: scalar functions component by component, and functions with a
 * second result in memory. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* -- component by component ------------------------------------------------ */

/* The function that computes another, or its first result: half_ and native_
 * functions are as precise as those without a prefix. */
static uint32_t precise(uint32_t number)
{
    static const uint16_t functions[] = {
        OpenCLstd_Cos,        OpenCLstd_Half_divide, OpenCLstd_Exp,
        OpenCLstd_Exp2,       OpenCLstd_Exp10,       OpenCLstd_Log,
        OpenCLstd_Log2,       OpenCLstd_Log10,       OpenCLstd_Powr,
        OpenCLstd_Half_recip, OpenCLstd_Rsqrt,       OpenCLstd_Sin,
        OpenCLstd_Sqrt,       OpenCLstd_Tan};
    if (number == OpenCLstd_Remquo)
        return OpenCLstd_Remainder;
    if (number >= OpenCLstd_Native_cos && number <= OpenCLstd_Native_tan)
        number -= OpenCLstd_Native_cos - OpenCLstd_Half_cos;
    return number >= OpenCLstd_Half_cos && number <= OpenCLstd_Half_tan
               ? functions[number - OpenCLstd_Half_cos]
               : number;
}

/* The IR operation for a function; EXT: it has none of its own. */
static gac__ir_op plain_op(uint32_t number)
{
    switch (number) {
    case OpenCLstd_Half_divide: return GAC__IR_FDIV;
    case OpenCLstd_Fmod: return GAC__IR_FREM;
    case OpenCLstd_Fma: return GAC__IR_FMA;
    case OpenCLstd_Fabs: return GAC__IR_FABS;
    case OpenCLstd_SMax: return GAC__IR_SMAX;
    case OpenCLstd_UMax: return GAC__IR_UMAX;
    case OpenCLstd_SMin: return GAC__IR_SMIN;
    case OpenCLstd_UMin: return GAC__IR_UMIN;
    case OpenCLstd_SMul_hi: return GAC__IR_SMULHI;
    case OpenCLstd_UMul_hi: return GAC__IR_UMULHI;
    case OpenCLstd_Popcount: return GAC__IR_BITCOUNT;
    default: return GAC__IR_EXT;
    }
}

/* A function that works component by component; `how`: its row. */
static uint32_t plain_component(gac__builder *b, const void *how,
                                gac__ty result, const uint32_t *args)
{
    const gac__ext_inst_row *row = how;
    uint32_t number = precise(row->number);
    gac__ir_op op = plain_op(number);
    gac__ty ty = number == OpenCLstd_Nan ? result : gac__build_ty(b, args[0]);
    if (number == OpenCLstd_UAbs && gac__ty_is_int(ty))
        return args[0];
    if (number == OpenCLstd_Half_recip)
        return gac__build_2(b, GAC__IR_FDIV, ty, gac__build_one(b, ty),
                            args[0]);
    return gac__build_op(b, op, ty, op == GAC__IR_EXT ? number : 0, 0,
                         row->n_operands, args);
}

/* -- a second result in memory --------------------------------------------- */

/* The function that gives a function's second result; false: it has none. */
static bool second_result(uint32_t number, uint32_t *second_out)
{
    switch (number) {
    case OpenCLstd_Fract: *second_out = OpenCLstd_Floor; return true;
    case OpenCLstd_Frexp: *second_out = GAC__EXT_FREXP_EXP; return true;
    case OpenCLstd_Lgamma_r: *second_out = GAC__EXT_LGAMMA_SIGN; return true;
    case OpenCLstd_Modf: *second_out = OpenCLstd_Trunc; return true;
    case OpenCLstd_Remquo: *second_out = GAC__EXT_REMQUO_QUO; return true;
    case OpenCLstd_Sincos: *second_out = GAC__EXT_SINCOS_COS; return true;
    default: return false;
    }
}

static void build_two_results(gac__builder *b, const gac__inst *i,
                              uint32_t number, uint32_t second,
                              const uint32_t *ids, uint32_t n)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t c[16] = {0}, seconds[16] = {0};
    const uint32_t *x = gac__build_components(b, ids[0], shape->n);
    const uint32_t *y = n == 3 ? gac__build_components(b, ids[1], shape->n) : x;
    uint32_t pointer = gac__build_scalar(b, ids[n - 1]);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = gac__build_ty(b, x[k]);
        uint32_t args[2] = {x[k], y[k]};
        c[k] = gac__build_ext(b, precise(number), ty, n - 1, args);
        seconds[k] = gac__build_ext(b, second, ty, n - 1, args);
    }
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        uint32_t bytes = gac__ty_bytes(gac__build_ty(b, seconds[k]));
        gac__build_store(b, pointer, (int64_t)k * bytes, seconds[k], bytes,
                         false);
    }
    gac__build_bind(b, i, c);
}

/* -- choosing bits and components ------------------------------------------ */

static uint32_t bit_select(gac__builder *b, const void *how, gac__ty result,
                           const uint32_t *args)
{
    gac__ty ty = gac__ty_int_of(result);
    uint32_t x = gac__build_as(b, args[0], ty);
    uint32_t y = gac__build_as(b, args[1], ty);
    uint32_t mask = gac__build_as(b, args[2], ty);
    uint32_t differ = gac__build_2(b, GAC__IR_XOR, ty, x, y);
    uint32_t taken = gac__build_2(b, GAC__IR_AND, ty, differ, mask);
    (void)how;
    return gac__build_as(b, gac__build_2(b, GAC__IR_XOR, ty, x, taken), result);
}

/* The second value if the condition is true, else the first. A scalar is true
 * if it is not 0, a vector's component if its top bit is set. `how`: the
 * result's shape. */
static uint32_t value_select(gac__builder *b, const void *how, gac__ty result,
                             const uint32_t *args)
{
    const gac__shape *shape = how;
    gac__ir_op op =
        shape->type.kind == GAC__TYPE_VECTOR ? GAC__IR_SLT : GAC__IR_INE;
    gac__ty ty = gac__build_ty(b, args[2]);
    (void)result;
    return gac__build_select(b, gac__build_2_const(b, op, ty, args[2], 0),
                             args[1], args[0]);
}

/* -- integers of another width --------------------------------------------- */

static uint32_t upsample(gac__builder *b, const void *how, gac__ty ty,
                         const uint32_t *args)
{
    gac__ty from = gac__build_ty(b, args[1]);
    (void)how;
    if (!gac__ty_is_int(ty) || !gac__ty_is_int(from) || ty <= from
        || gac__build_ty(b, args[0]) != from)
        return gac__build_invalid(b, "its operands' types do not fit.");
    uint32_t high = gac__build_2_const(b, GAC__IR_SHL, ty,
                                       gac__build_resize(b, args[0], ty, false),
                                       8 * gac__ty_bytes(from));
    return gac__build_2(b, GAC__IR_OR, ty, high,
                        gac__build_resize(b, args[1], ty, false));
}

void gac__build_opencl(gac__builder *b, const gac__inst *i, uint32_t number,
                       const uint32_t *ids, uint32_t n)
{
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_opencl_std, number);
    uint32_t second;
    if (!row) {
        gac__build_invalid(b, "OpenCL.std has no instruction %u.", number);
        return;
    }
    if (number == OpenCLstd_Printf) {
        gac__build_bind_scalar(b, i, gac__build_printf(b, ids, n));
        return;
    }
    if (n != row->n_operands) {
        gac__build_invalid(b, "%s does not have %u operands.", row->name, n);
        return;
    }
    if (gac__build_opencl_memory(b, i, number, ids)
        || gac__build_geometry(b, i, number, ids))
        return;
    if (second_result(number, &second)) {
        build_two_results(b, i, number, second, ids, n);
        return;
    }
    switch (number) {
    case OpenCLstd_Select:
        gac__build_each(b, i, n, ids, false, value_select,
                        gac__build_shape(b, i->type_id));
        return;
    case OpenCLstd_Bitselect:
        gac__build_each(b, i, n, ids, false, bit_select, NULL);
        return;
    case OpenCLstd_U_Upsample:
    case OpenCLstd_S_Upsample:
        gac__build_each(b, i, n, ids, false, upsample, NULL);
        return;
    default: gac__build_each(b, i, n, ids, true, plain_component, row);
    }
}
