/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What OpenCL.std's functions mean on one value: integers in 128 bits, floating
 * point in MPFR, which knows the edge cases of C and IEEE 754 by itself. */
#ifndef GAC_TESTS_LANES_EXT_MODEL_H
#define GAC_TESTS_LANES_EXT_MODEL_H

#include <spirv/unified1/OpenCL.std.h>

#include "lanes_check.h"

/* -- integers -------------------------------------------------------------- */

static model_int ext_abs(model_int x)
{
    return x < 0 ? -x : x;
}

static model_int ext_floor_half(model_int x)
{
    return (x - (x & 1)) / 2;
}

/* x * y + z, limited; the product of 64-bit values might not fit 127 bits. */
static model_int ext_umad_sat(model_int x, model_int y, model_int z,
                              model_int max)
{
    if (x != 0 && y > (max - z) / x)
        return max;
    return x * y + z;
}

static uint64_t ext_high(uint8_t ty, uint64_t x, uint64_t y, bool is_signed)
{
    const uint64_t in[3] = {x, y, 0};
    uint64_t r = 0;
    model_int_op(is_signed ? GAC__IR_SMULHI : GAC__IR_UMULHI, ty, in, &r);
    return r;
}

static model_int ext_low24(uint64_t x, bool is_signed)
{
    const model_int low = x & 0xffffff;
    return is_signed && low >> 23 ? low - (1 << 24) : low;
}

static bool ext_int_model(const operation *o, const uint64_t *in,
                          uint64_t *want)
{
    const uint8_t ty = o->ty;
    const int w = model_bits(ty);
    const model_int ux = model_unsigned(ty, in[0]);
    const model_int uy = model_unsigned(ty, in[1]);
    const model_int uz = model_unsigned(ty, in[2]);
    const model_int sx = model_signed(ty, in[0]);
    const model_int sy = model_signed(ty, in[1]);
    const model_int sz = model_signed(ty, in[2]);
    const model_int umax = ((model_int)1 << w) - 1;
    const model_int smax = umax / 2, smin = -smax - 1;
    const int turn = (int)(uy % w);
    model_int r = 0;

    switch (o->sub) {
    case OpenCLstd_SAbs: r = ext_abs(sx); break;
    case OpenCLstd_SAbs_diff: r = ext_abs(sx - sy); break;
    case OpenCLstd_UAbs_diff: r = ext_abs(ux - uy); break;
    case OpenCLstd_SAdd_sat: r = model_clamp(sx + sy, smin, smax); break;
    case OpenCLstd_UAdd_sat: r = model_clamp(ux + uy, 0, umax); break;
    case OpenCLstd_SSub_sat: r = model_clamp(sx - sy, smin, smax); break;
    case OpenCLstd_USub_sat: r = model_clamp(ux - uy, 0, umax); break;
    case OpenCLstd_SHadd: r = ext_floor_half(sx + sy); break;
    case OpenCLstd_UHadd: r = ext_floor_half(ux + uy); break;
    case OpenCLstd_SRhadd: r = ext_floor_half(sx + sy + 1); break;
    case OpenCLstd_URhadd: r = ext_floor_half(ux + uy + 1); break;
    case OpenCLstd_SClamp: /* undefined if the limits cross */
        r = model_clamp(sx, sy, sz);
        return sy <= sz ? (*want = model_wrap(ty, r), true) : false;
    case OpenCLstd_UClamp:
        r = model_clamp(ux, uy, uz);
        return uy <= uz ? (*want = model_wrap(ty, r), true) : false;
    case OpenCLstd_Clz:
        while (r < w && !(ux >> (w - 1 - (int)r) & 1))
            r++;
        break;
    case OpenCLstd_Ctz:
        while (r < w && !(ux >> (int)r & 1))
            r++;
        break;
    case OpenCLstd_SMad_hi: r = ext_high(ty, in[0], in[1], true) + uz; break;
    case OpenCLstd_UMad_hi: r = ext_high(ty, in[0], in[1], false) + uz; break;
    case OpenCLstd_SMad_sat: r = model_clamp(sx * sy + sz, smin, smax); break;
    case OpenCLstd_UMad_sat: r = ext_umad_sat(ux, uy, uz, umax); break;
    case OpenCLstd_Rotate:
        for (int i = 0; i < w; i++)
            r |= (ux >> i & 1) << ((i + turn) % w);
        break;
    case OpenCLstd_SMul24:
        r = ext_low24(in[0], true) * ext_low24(in[1], true);
        break;
    case OpenCLstd_UMul24:
        r = ext_low24(in[0], false) * ext_low24(in[1], false);
        break;
    case OpenCLstd_SMad24:
        r = ext_low24(in[0], true) * ext_low24(in[1], true) + uz;
        break;
    case OpenCLstd_UMad24:
        r = ext_low24(in[0], false) * ext_low24(in[1], false) + uz;
        break;
    default: fail_msg("no model of function %u", (unsigned)o->sub);
    }
    *want = model_wrap(ty, r);
    return true;
}

/* -- exact functions ------------------------------------------------------- */

/* The exponent e of |x| in [1, 2) * 2^e. */
static long ext_exponent(mpfr_t x)
{
    return (long)mpfr_get_exp(x) - 1;
}

/* Functions to an integer. */
static bool ext_to_int_model(const operation *o, const uint64_t *in,
                             uint64_t *want)
{
    mpfr_t x, y;
    int32_t r = 0;
    bool defined = true;

    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    model_load(x, o->ty, in[0]);
    model_load(y, o->ty, in[1]);
    if (o->sub == OpenCLstd_Ilogb) {
        r = mpfr_regular_p(x) ? (int32_t)ext_exponent(x)
            : mpfr_zero_p(x)  ? INT32_MIN
                              : INT32_MAX;
    } else if (o->sub == GAC__EXT_FREXP_EXP) {
        r = mpfr_regular_p(x) ? (int32_t)ext_exponent(x) + 1 : 0;
    } else if (o->sub == GAC__EXT_LGAMMA_SIGN) {
        mpfr_t g;
        int sign = 1;
        defined = mpfr_number_p(x) && (!mpfr_integer_p(x) || mpfr_sgn(x) >= 0);
        if (defined && !mpfr_zero_p(x) && mpfr_sgn(x) < 0) {
            mpfr_init2(g, 64); /* odd floor: negative */
            mpfr_floor(g, x);
            mpfr_div_ui(g, g, 2, MPFR_RNDN);
            sign = mpfr_integer_p(g) ? 1 : -1;
            mpfr_clear(g);
        } else if (mpfr_zero_p(x) && mpfr_signbit(x)) {
            sign = -1;
        }
        r = sign;
    } else { /* remquo */
        long q = 0;
        mpfr_t rest;
        mpfr_init2(rest, 64);
        mpfr_remquo(rest, &q, x, y, MPFR_RNDN);
        defined = mpfr_number_p(x) && mpfr_number_p(y) && !mpfr_zero_p(y);
        r = (int32_t)(q < 0 ? -(-q % 128) : q % 128);
        mpfr_clear(rest);
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
    *want = (uint32_t)r;
    return defined;
}

/* Steps to the next value in the bits' order. */
static uint64_t ext_nextafter(uint8_t ty, uint64_t a, uint64_t b)
{
    const uint64_t top = UINT64_C(1) << (model_format_of(ty)->bits - 1);
    const uint64_t am = a & ~top, bm = b & ~top;
    const bool negative = a & top;
    if (model_is_nan(ty, a) || model_is_nan(ty, b))
        return top - 1;
    if (am == 0 && bm == 0)
        return b;
    if (a == b)
        return b;
    if (am == 0)
        return (b & top) | 1;
    const bool towards = (a & top) != (b & top) || bm < am;
    (void)negative;
    return towards ? a - 1 : a + 1;
}

static int ext_max(mpfr_t r, mpfr_t x, mpfr_t y, bool greatest)
{
    return greatest ? mpfr_max(r, x, y, MPFR_RNDN)
                    : mpfr_min(r, x, y, MPFR_RNDN);
}

/* Results that are floats, exact or rounded once. */
static bool ext_exact_model(const operation *o, const uint64_t *in,
                            uint64_t *want)
{
    const model_format *f = model_format_of(o->ty);
    const uint64_t top = UINT64_C(1) << (f->bits - 1);
    mpfr_t x, y, r;
    int t = 0;
    bool defined = true;

    if (o->sub == OpenCLstd_Copysign) {
        *want = (in[0] & ~top) | (in[1] & top);
        return true;
    }
    if (o->sub == OpenCLstd_Nan) {
        *want = top - 1; /* any NaN, as this test compares them */
        return true;
    }
    if (o->sub == OpenCLstd_Nextafter) {
        *want = ext_nextafter(o->ty, in[0], in[1]);
        return true;
    }
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    mpfr_init2(r, f->precision);
    model_load(x, o->ty, in[0]);
    model_load(y, o->ty, in[1]);
    switch (o->sub) {
    case OpenCLstd_Ceil: t = mpfr_rint_ceil(r, x, MPFR_RNDN); break;
    case OpenCLstd_Floor: t = mpfr_rint_floor(r, x, MPFR_RNDN); break;
    case OpenCLstd_Trunc: t = mpfr_rint_trunc(r, x, MPFR_RNDN); break;
    case OpenCLstd_Rint: t = mpfr_rint_roundeven(r, x, MPFR_RNDN); break;
    case OpenCLstd_Round: t = mpfr_rint_round(r, x, MPFR_RNDN); break;
    case OpenCLstd_Sqrt: t = mpfr_sqrt(r, x, MPFR_RNDN); break;
    case OpenCLstd_Rsqrt:
        t = mpfr_rec_sqrt(r, x, MPFR_RNDN);
        if (mpfr_zero_p(x)) /* C's sign, where MPFR has +inf */
            mpfr_setsign(r, r, mpfr_signbit(x), MPFR_RNDN);
        break;
    case OpenCLstd_Logb:
        if (mpfr_regular_p(x))
            t = mpfr_set_si(r, ext_exponent(x), MPFR_RNDN);
        else if (mpfr_zero_p(x))
            mpfr_set_inf(r, -1);
        else
            t = mpfr_abs(r, x, MPFR_RNDN);
        break;
    case OpenCLstd_Frexp: {
        mpfr_exp_t e;
        t = mpfr_frexp(&e, r, x, MPFR_RNDN);
        break;
    }
    case OpenCLstd_Modf: t = mpfr_frac(r, x, MPFR_RNDN); break;
    case OpenCLstd_Fract:
        mpfr_floor(y, x);
        t = mpfr_sub(r, x, y, MPFR_RNDD); /* stays below 1 */
        if (mpfr_zero_p(x) || mpfr_inf_p(x))
            mpfr_set_zero(r, mpfr_signbit(x) ? -1 : 1), t = 0;
        else if (mpfr_zero_p(r))
            mpfr_set_zero(r, 1);
        else if (mpfr_sgn(x) < 0) /* the nearest, if that is below 1 */
            t = mpfr_sub(r, x, y, MPFR_RNDN);
        if (mpfr_cmp_ui(r, 1) == 0)
            mpfr_nextbelow(r), t = 0;
        break;
    case OpenCLstd_Fdim: t = mpfr_dim(r, x, y, MPFR_RNDN); break;
    case OpenCLstd_Fmax:
    case OpenCLstd_FMax_common: t = ext_max(r, x, y, true); break;
    case OpenCLstd_Fmin:
    case OpenCLstd_FMin_common: t = ext_max(r, x, y, false); break;
    case OpenCLstd_Maxmag:
    case OpenCLstd_Minmag:
        if (mpfr_nan_p(x) || mpfr_nan_p(y) || mpfr_cmpabs(x, y) == 0)
            t = ext_max(r, x, y, o->sub == OpenCLstd_Maxmag);
        else
            t = mpfr_set(
                r,
                (mpfr_cmpabs(x, y) > 0) == (o->sub == OpenCLstd_Maxmag) ? x : y,
                MPFR_RNDN);
        break;
    case OpenCLstd_Remainder: t = mpfr_remainder(r, x, y, MPFR_RNDN); break;
    case OpenCLstd_Ldexp:
        t = mpfr_mul_2si(
            r, x,
            (long)model_clamp(model_signed(GAC__TY_I32, in[1]), -5000, 5000),
            MPFR_RNDN);
        break;
    case OpenCLstd_Step:
        mpfr_set_ui(r, mpfr_less_p(y, x) ? 0 : 1, MPFR_RNDN);
        break;
    case OpenCLstd_Sign:
        if (mpfr_nan_p(x))
            mpfr_set_zero(r, 1);
        else if (mpfr_zero_p(x))
            mpfr_set(r, x, MPFR_RNDN);
        else
            mpfr_set_si(r, mpfr_sgn(x), MPFR_RNDN);
        break;
    default: fail_msg("no model of function %u", (unsigned)o->sub);
    }
    /* which zero, or which operand, is left open for these */
    if ((o->sub == OpenCLstd_Fmax || o->sub == OpenCLstd_Fmin
         || o->sub == OpenCLstd_Maxmag || o->sub == OpenCLstd_Minmag)
        && mpfr_zero_p(x) && mpfr_zero_p(y))
        defined = false;
    if (o->sub == OpenCLstd_FMax_common || o->sub == OpenCLstd_FMin_common)
        defined = !mpfr_nan_p(x) && !mpfr_nan_p(y)
                  && !(mpfr_zero_p(x) && mpfr_zero_p(y));
    if (o->sub == OpenCLstd_Step)
        defined = !mpfr_nan_p(x) && !mpfr_nan_p(y);
    *want = model_store(r, t, o->ty, MPFR_RNDN);
    mpfr_clears(x, y, r, (mpfr_ptr)0);
    return defined;
}

/* -- common functions: a few roundings each -------------------------------- */

/* Given for finite operands whose result is not lost by cancellation; there the
 * steps' roundings stay within a few units. */
static bool ext_common_model(const operation *o, const uint64_t *in,
                             uint64_t *want)
{
    mpfr_t x, y, z, r, s;
    bool defined = true;

    mpfr_inits2(4400, x, y, z, s, (mpfr_ptr)0);
    mpfr_init2(r, model_format_of(o->ty)->precision);
    model_load(x, o->ty, in[0]);
    model_load(y, o->ty, in[1]);
    model_load(z, o->ty, in[2]);
    switch (o->sub) {
    case OpenCLstd_Degrees:
    case OpenCLstd_Radians:
        mpfr_const_pi(s, MPFR_RNDN);
        mpfr_div_ui(s, s, 180, MPFR_RNDN);
        if (o->sub == OpenCLstd_Degrees)
            mpfr_ui_div(s, 1, s, MPFR_RNDN);
        mpfr_mul(s, s, x, MPFR_RNDN);
        break;
    case OpenCLstd_FClamp:
        mpfr_max(s, x, y, MPFR_RNDN);
        mpfr_min(s, s, z, MPFR_RNDN);
        defined = mpfr_lessequal_p(y, z) && !mpfr_nan_p(x) && !mpfr_zero_p(s);
        break;
    case OpenCLstd_Mad:
        mpfr_fma(s, x, y, z, MPFR_RNDN);
        mpfr_mul(x, x, y, MPFR_RNDN);
        defined = mpfr_number_p(s) && mpfr_sgn(x) * mpfr_sgn(z) > 0;
        break;
    case OpenCLstd_Mix:
        mpfr_sub(s, y, x, MPFR_RNDN);
        defined = mpfr_regular_p(s) && /* y - x must not overflow */
                  mpfr_get_exp(s) < model_format_of(o->ty)->emax;
        mpfr_mul(s, s, z, MPFR_RNDN);
        defined = defined && mpfr_number_p(s) && mpfr_sgn(x) * mpfr_sgn(s) > 0;
        mpfr_add(s, s, x, MPFR_RNDN);
        break;
    default: /* smoothstep */
        defined = mpfr_number_p(x) && mpfr_number_p(y) && mpfr_number_p(z)
                  && mpfr_less_p(x, y);
        if (!defined)
            break;
        mpfr_sub(s, z, x, MPFR_RNDN);
        mpfr_sub(z, y, x, MPFR_RNDN);
        mpfr_div(s, s, z, MPFR_RNDN);
        if (mpfr_sgn(s) <= 0)
            mpfr_set_zero(s, 1);
        if (mpfr_cmp_ui(s, 1) > 0)
            mpfr_set_ui(s, 1, MPFR_RNDN);
        mpfr_mul_ui(x, s, 2, MPFR_RNDN);
        mpfr_ui_sub(x, 3, x, MPFR_RNDN);
        mpfr_sqr(s, s, MPFR_RNDN);
        mpfr_mul(s, s, x, MPFR_RNDN);
        /* a difference that overflows loses the result */
        if (mpfr_get_exp(z) >= model_format_of(o->ty)->emax)
            defined = false;
        break;
    }
    const int t = mpfr_set(r, s, MPFR_RNDN);
    *want = model_store(r, t, o->ty, MPFR_RNDN);
    /* near overflow and underflow steps round on their own */
    const uint64_t least = UINT64_C(64) << (model_format_of(o->ty)->precision);
    const uint64_t top = UINT64_C(1) << (model_format_of(o->ty)->bits - 1);
    if (o->sub == OpenCLstd_Mad || o->sub == OpenCLstd_Mix
        || o->sub == OpenCLstd_Smoothstep)
        defined = defined
                  && ((*want & ~top) == 0
                      || ((*want & ~top) > least
                          && (*want & ~top) < top - 2 * least / 64));
    mpfr_clears(x, y, z, r, s, (mpfr_ptr)0);
    return defined;
}

/* -- approximated functions ------------------------------------------------ */

typedef int ext_mpfr_1(mpfr_t, mpfr_srcptr, mpfr_rnd_t);

/* Gamma far out takes MPFR for ever: what it tends to. */
static int ext_gamma(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rnd)
{
    mpfr_t below;
    if (!mpfr_number_p(x) || mpfr_cmp_si(x, -1000) > 0)
        return mpfr_number_p(x) && mpfr_cmp_si(x, 1000) > 0
                   ? (mpfr_set_inf(r, 1), 1)
                   : mpfr_gamma(r, x, rnd);
    if (mpfr_integer_p(x)) {
        mpfr_set_nan(r);
        return 0;
    }
    mpfr_init2(below, 64);
    mpfr_floor(below, x);
    mpfr_div_ui(below, below, 2, rnd);
    mpfr_set_zero(r, mpfr_integer_p(below) ? 1 : -1);
    mpfr_clear(below);
    return 0;
}

static int ext_lgamma(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rnd)
{
    int sign;
    return mpfr_lgamma(r, &sign, x, rnd);
}

static ext_mpfr_1 *ext_function_1(uint32_t sub)
{
    switch (sub) {
    case OpenCLstd_Acos: return mpfr_acos;
    case OpenCLstd_Acosh: return mpfr_acosh;
    case OpenCLstd_Acospi: return mpfr_acospi;
    case OpenCLstd_Asin: return mpfr_asin;
    case OpenCLstd_Asinh: return mpfr_asinh;
    case OpenCLstd_Asinpi: return mpfr_asinpi;
    case OpenCLstd_Atan: return mpfr_atan;
    case OpenCLstd_Atanh: return mpfr_atanh;
    case OpenCLstd_Atanpi: return mpfr_atanpi;
    case OpenCLstd_Cbrt: return mpfr_cbrt;
    case OpenCLstd_Cos:
    case OpenCLstd_Half_cos:
    case OpenCLstd_Native_cos:
    case GAC__EXT_SINCOS_COS: return mpfr_cos;
    case OpenCLstd_Cosh: return mpfr_cosh;
    case OpenCLstd_Cospi: return mpfr_cospi;
    case OpenCLstd_Erfc: return mpfr_erfc;
    case OpenCLstd_Erf: return mpfr_erf;
    case OpenCLstd_Exp:
    case OpenCLstd_Half_exp:
    case OpenCLstd_Native_exp: return mpfr_exp;
    case OpenCLstd_Exp2:
    case OpenCLstd_Half_exp2:
    case OpenCLstd_Native_exp2: return mpfr_exp2;
    case OpenCLstd_Exp10:
    case OpenCLstd_Half_exp10:
    case OpenCLstd_Native_exp10: return mpfr_exp10;
    case OpenCLstd_Expm1: return mpfr_expm1;
    case OpenCLstd_Lgamma:
    case OpenCLstd_Lgamma_r: return ext_lgamma;
    case OpenCLstd_Log:
    case OpenCLstd_Half_log:
    case OpenCLstd_Native_log: return mpfr_log;
    case OpenCLstd_Log2:
    case OpenCLstd_Half_log2:
    case OpenCLstd_Native_log2: return mpfr_log2;
    case OpenCLstd_Log10:
    case OpenCLstd_Half_log10:
    case OpenCLstd_Native_log10: return mpfr_log10;
    case OpenCLstd_Log1p: return mpfr_log1p;
    case OpenCLstd_Sin:
    case OpenCLstd_Half_sin:
    case OpenCLstd_Native_sin:
    case OpenCLstd_Sincos: return mpfr_sin;
    case OpenCLstd_Sinh: return mpfr_sinh;
    case OpenCLstd_Sinpi: return mpfr_sinpi;
    case OpenCLstd_Tan:
    case OpenCLstd_Half_tan:
    case OpenCLstd_Native_tan: return mpfr_tan;
    case OpenCLstd_Tanh: return mpfr_tanh;
    case OpenCLstd_Tanpi: return mpfr_tanpi;
    case OpenCLstd_Tgamma: return ext_gamma;
    default: return NULL;
    }
}

static bool ext_math_model(const operation *o, const uint64_t *in,
                           uint64_t *want)
{
    ext_mpfr_1 *f = ext_function_1(o->sub);
    const long n = (long)model_signed(GAC__TY_I32, in[1]);
    mpfr_t x, y, r;
    int t = 0;

    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    mpfr_init2(r, model_format_of(o->ty)->precision);
    model_load(x, o->ty, in[0]);
    if (o->in[1] == o->ty)
        model_load(y, o->ty, in[1]);
    if (f) {
        t = f(r, x, MPFR_RNDN);
    } else {
        switch (o->sub) {
        case OpenCLstd_Atan2: t = mpfr_atan2(r, x, y, MPFR_RNDN); break;
        case OpenCLstd_Atan2pi: t = mpfr_atan2pi(r, x, y, MPFR_RNDN); break;
        case OpenCLstd_Hypot: t = mpfr_hypot(r, x, y, MPFR_RNDN); break;
        case OpenCLstd_Pow: t = mpfr_pow(r, x, y, MPFR_RNDN); break;
        case OpenCLstd_Powr:
        case OpenCLstd_Half_powr:
        case OpenCLstd_Native_powr:
            t = mpfr_powr(r, x, y, MPFR_RNDN);
            if (mpfr_nan_p(y)) /* where MPFR has powr(1, NaN) = 1 */
                mpfr_set_nan(r);
            break;
        case OpenCLstd_Pown: t = mpfr_pow_sj(r, x, n, MPFR_RNDN); break;
        case OpenCLstd_Rootn: t = mpfr_rootn_si(r, x, n, MPFR_RNDN); break;
        default: fail_msg("no model of function %u", (unsigned)o->sub);
        }
    }
    *want = model_store(r, t, o->ty, MPFR_RNDN);
    /* OpenCL leaves lgamma's precision open; it is lost near its zeros */
    const bool defined = f != ext_lgamma || mpfr_nan_p(x) || mpfr_sgn(x) >= 0;
    mpfr_clears(x, y, r, (mpfr_ptr)0);
    return defined;
}

#endif
