/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std: scalar functions component by component, and functions with a
 * second result in memory. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* -- component by component ------------------------------------------------ */

/* The IR operation for a function; EXT: it has none of its own. */
static gac__ir_op plain_op(uint32_t number)
{
    switch (number) {
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

static uint32_t one_component(gac__builder *b, uint32_t number, gac__ty result,
                              uint32_t n, const uint32_t *args)
{
    gac__ir_op op = plain_op(number);
    gac__ty ty = number == OpenCLstd_Nan ? result : gac__build_ty(b, args[0]);
    return gac__build_op(b, op, ty, op == GAC__IR_EXT ? number : 0, 0, n, args);
}

/* An operand's components; returns the step from one to the next, which is 0
 * for a scalar. Imported functions may have a scalar beside vectors, as in
 * clamp(v, 0.0f, 1.0f). */
static uint32_t operand_components(gac__builder *b, uint32_t id, uint32_t n,
                                   const uint32_t **out)
{
    gac__val v = gac__build_value(b, id);
    bool splat = gac__build_ok(b) && !v.shape->in_memory && v.shape->n == 1;
    *out = splat ? v.c : gac__build_components(b, id, n);
    return splat ? 0 : 1;
}

static void build_elementwise(gac__builder *b, const gac__inst *i,
                              uint32_t number, const uint32_t *ids, uint32_t n)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    const uint32_t *args[3] = {NULL};
    uint32_t c[16] = {0}, steps[3] = {0};
    if (n == 0 || n > 3) {
        gac__build_invalid(b, "it has too many operands, or none.");
        return;
    }
    for (uint32_t k = 0; k < n; k++)
        steps[k] = operand_components(b, ids[k], shape->n, &args[k]);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        uint32_t at[3] = {0};
        for (uint32_t a = 0; a < n; a++)
            at[a] = args[a][k * steps[a]];
        c[k] = one_component(b, number, (gac__ty)shape->ty[k], n, at);
    }
    gac__build_bind(b, i, c);
}

/* -- a second result in memory --------------------------------------------- */

/* The function that gives a function's second result; false: it has none. */
static bool second_result(uint32_t number, uint32_t *second_out)
{
    switch (number) {
    case OpenCLstd_Fract: *second_out = GAC__EXT_FRACT_FLOOR; return true;
    case OpenCLstd_Frexp: *second_out = GAC__EXT_FREXP_EXP; return true;
    case OpenCLstd_Lgamma_r: *second_out = GAC__EXT_LGAMMA_SIGN; return true;
    case OpenCLstd_Modf: *second_out = GAC__EXT_MODF_INT; return true;
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
    if (n != 2 && n != 3) {
        gac__build_invalid(b, "it does not have two or three operands.");
        return;
    }
    const uint32_t *x = gac__build_components(b, ids[0], shape->n);
    const uint32_t *y = n == 3 ? gac__build_components(b, ids[1], shape->n) : x;
    uint32_t pointer = gac__build_scalar(b, ids[n - 1]);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = gac__build_ty(b, x[k]);
        uint32_t args[2] = {x[k], y[k]};
        c[k] = gac__build_ext(b, number, ty, n - 1, args);
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

static uint32_t bit_select(gac__builder *b, uint32_t x, uint32_t y,
                           uint32_t mask)
{
    gac__ty result = gac__build_ty(b, x), ty = gac__ty_int_of(result);
    x = gac__build_as(b, x, ty);
    y = gac__build_as(b, y, ty);
    mask = gac__build_as(b, mask, ty);
    uint32_t differ = gac__build_2(b, GAC__IR_XOR, ty, x, y);
    uint32_t taken = gac__build_2(b, GAC__IR_AND, ty, differ, mask);
    return gac__build_as(b, gac__build_2(b, GAC__IR_XOR, ty, x, taken), result);
}

/* y if the condition is true, else x. A scalar is true if it is not 0, a
 * vector's component if its top bit is set. */
static uint32_t value_select(gac__builder *b, uint32_t x, uint32_t y,
                             uint32_t condition, bool vector)
{
    gac__ty ty = gac__build_ty(b, condition);
    uint32_t zero = gac__build_const(b, ty, 0);
    uint32_t set = gac__build_2(b, vector ? GAC__IR_SLT : GAC__IR_INE, ty,
                                condition, zero);
    return gac__build_select(b, set, y, x);
}

static void build_selects(gac__builder *b, const gac__inst *i, uint32_t number,
                          const uint32_t *ids, uint32_t n)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t c[16] = {0};
    if (n != 3) {
        gac__build_invalid(b, "it does not have three operands.");
        return;
    }
    const uint32_t *x = gac__build_components(b, ids[0], shape->n);
    const uint32_t *y = gac__build_components(b, ids[1], shape->n);
    const uint32_t *z = gac__build_components(b, ids[2], shape->n);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        c[k] = number == OpenCLstd_Bitselect
                   ? bit_select(b, x[k], y[k], z[k])
                   : value_select(b, x[k], y[k], z[k],
                                  shape->type.kind == GAC__TYPE_VECTOR);
    gac__build_bind(b, i, c);
}

/* -- integers of another width --------------------------------------------- */

static void build_upsample(gac__builder *b, const gac__inst *i,
                           const uint32_t *ids, uint32_t n)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t c[16] = {0};
    if (n != 2) {
        gac__build_invalid(b, "it does not have two operands.");
        return;
    }
    const uint32_t *high = gac__build_components(b, ids[0], shape->n);
    const uint32_t *low = gac__build_components(b, ids[1], shape->n);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = (gac__ty)shape->ty[k], from = gac__build_ty(b, low[k]);
        if (!gac__ty_is_int(ty) || !gac__ty_is_int(from) || ty <= from
            || gac__build_ty(b, high[k]) != from) {
            gac__build_invalid(b, "its operands' types do not fit.");
            return;
        }
        uint32_t shift = gac__build_const(b, ty, 8 * gac__ty_bytes(from));
        uint32_t top =
            gac__build_2(b, GAC__IR_SHL, ty,
                         gac__build_resize(b, high[k], ty, false), shift);
        c[k] = gac__build_2(b, GAC__IR_OR, ty, top,
                            gac__build_resize(b, low[k], ty, false));
    }
    gac__build_bind(b, i, c);
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
    if (gac__build_opencl_memory(b, i, number, ids, n)
        || gac__build_geometry(b, i, number, ids, n))
        return;
    if (second_result(number, &second)) {
        build_two_results(b, i, number, second, ids, n);
        return;
    }
    switch (number) {
    case OpenCLstd_Select:
    case OpenCLstd_Bitselect: build_selects(b, i, number, ids, n); return;
    case OpenCLstd_U_Upsample:
    case OpenCLstd_S_Upsample: build_upsample(b, i, ids, n); return;
    default:
        if (n != row->n_operands)
            gac__build_invalid(b, "%s does not have %u operands.", row->name,
                               n);
        else
            build_elementwise(b, i, number, ids, n);
    }
}
