/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the pure operations of the lane IR mean, one value at a time.
 *
 * Written apart from the kernels: integers in 128 bits, floating point in MPFR,
 * which rounds once, to the format's precision and exponent range.
 */
#ifndef GAC_TESTS_LANES_MODEL_H
#define GAC_TESTS_LANES_MODEL_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include <mpfr.h> /* after stdint.h, for its functions on intmax_t */

#include "compile/lanes/lane_kernels.h"

__extension__ typedef __int128 model_int;

/* -- formats --------------------------------------------------------------- */

typedef struct model_format {
    int bits, precision;
    long emin, emax; /* MPFR's: significand in [1/2, 1) */
} model_format;

static const model_format *model_format_of(uint8_t ty)
{
    static const model_format half = {16, 11, -23, 16};
    static const model_format single = {32, 24, -148, 128};
    static const model_format twice = {64, 53, -1073, 1024};
    return ty == GAC__TY_F16 ? &half : ty == GAC__TY_F32 ? &single : &twice;
}

static inline bool model_is_float(uint8_t ty)
{
    return ty >= GAC__TY_F16 && ty <= GAC__TY_F64;
}

static int model_bits(uint8_t ty)
{
    return ty == GAC__TY_BOOL ? 1 : (int)gac__ty_bytes((gac__ty)ty) * 8;
}

static void model_wide_range(void)
{
    mpfr_set_emin(-100000);
    mpfr_set_emax(100000);
}

/* Reads the bits of a float type; `x` must have 53 bits or more. */
static void model_load(mpfr_t x, uint8_t ty, uint64_t bits)
{
    const model_format *f = model_format_of(ty);
    const int fraction_bits = f->precision - 1;
    const uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    const int exponent_bits = f->bits - f->precision;
    const int exponent =
        (int)(bits >> fraction_bits & ((UINT64_C(1) << exponent_bits) - 1));
    const bool negative = bits >> (f->bits - 1) & 1;

    if (exponent == (1 << exponent_bits) - 1) {
        if (fraction)
            mpfr_set_nan(x);
        else
            mpfr_set_inf(x, negative ? -1 : 1);
        return;
    }
    const uint64_t hidden = exponent ? UINT64_C(1) << fraction_bits : 0;
    const long scale = (exponent ? exponent : 1) + f->emin - 2;
    mpfr_set_uj_2exp(x, fraction | hidden, scale, MPFR_RNDN);
    if (negative)
        mpfr_neg(x, x, MPFR_RNDN);
}

/* Ends an operation that left `x` rounded to the format's precision, with
 * ternary value t, in the wide range: gives the format's bits. */
static uint64_t model_store(mpfr_t x, int t, uint8_t ty, mpfr_rnd_t rnd)
{
    const model_format *f = model_format_of(ty);
    const int fraction_bits = f->precision - 1;
    const uint64_t top = UINT64_C(1) << (f->bits - 1);
    const uint64_t inf = top - (UINT64_C(1) << fraction_bits);

    mpfr_set_emin(f->emin);
    mpfr_set_emax(f->emax);
    t = mpfr_check_range(x, t, rnd);
    mpfr_subnormalize(x, t, rnd);
    model_wide_range();
    if (mpfr_nan_p(x))
        return inf | UINT64_C(1) << (fraction_bits - 1);
    const uint64_t sign = mpfr_signbit(x) ? top : 0;
    if (mpfr_inf_p(x))
        return sign | inf;
    if (mpfr_zero_p(x))
        return sign;

    mpfr_t units;
    mpfr_init2(units, 64);
    const long exponent = mpfr_get_exp(x);         /* value in [2^(e-1), 2^e) */
    const long least = f->emin + f->precision - 1; /* of a normal value */
    const long lsb = (exponent < least ? least : exponent) - f->precision;
    mpfr_abs(units, x, MPFR_RNDN);
    mpfr_mul_2si(units, units, -lsb, MPFR_RNDN);
    uint64_t m = mpfr_get_uj(units, MPFR_RNDN);
    mpfr_clear(units);
    if (exponent >= least)
        m += (uint64_t)(exponent - least) << fraction_bits;
    return sign | m;
}

static mpfr_rnd_t model_rounding(uint64_t imm)
{
    static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU,
                                       MPFR_RNDD};
    return modes[imm & 3];
}

static bool model_is_nan(uint8_t ty, uint64_t bits)
{
    const model_format *f = model_format_of(ty);
    const uint64_t mag = bits & ((UINT64_C(1) << (f->bits - 1)) - 1);
    return mag > (UINT64_C(1) << (f->bits - 1))
                     - (UINT64_C(1) << (f->precision - 1));
}

/* -- integers -------------------------------------------------------------- */

static model_int model_unsigned(uint8_t ty, uint64_t bits)
{
    const int w = model_bits(ty);
    return w == 64 ? bits : bits & ((UINT64_C(1) << w) - 1);
}

static model_int model_signed(uint8_t ty, uint64_t bits)
{
    const model_int u = model_unsigned(ty, bits);
    const int w = model_bits(ty);
    return u >> (w - 1) & 1 ? u - ((model_int)1 << w) : u;
}

static model_int model_clamp(model_int x, model_int low, model_int high)
{
    return x < low ? low : x > high ? high : x;
}

static uint64_t model_wrap(uint8_t ty, model_int x)
{
    return (uint64_t)model_unsigned(ty, (uint64_t)x);
}

/* Quotients truncate; the model's 128 bits never overflow. */
static model_int model_mod(model_int x, model_int y)
{
    if (y == 0)
        return 0;
    model_int r = x % y;
    if (r != 0 && (r < 0) != (y < 0))
        r += y;
    return r;
}

static bool model_int_op(uint16_t op, uint8_t ty, const uint64_t *in,
                         uint64_t *out)
{
    const int w = model_bits(ty);
    const model_int ux = model_unsigned(ty, in[0]);
    const model_int uy = model_unsigned(ty, in[1]);
    const model_int sx = model_signed(ty, in[0]);
    const model_int sy = model_signed(ty, in[1]);
    const int n = (int)(uy % w);
    model_int r = 0;

    switch (op) {
    case GAC__IR_IADD: r = ux + uy; break;
    case GAC__IR_ISUB: r = ux - uy; break;
    case GAC__IR_IMUL: r = (model_int)((uint64_t)ux * (uint64_t)uy); break;
    case GAC__IR_UDIV: r = uy ? ux / uy : 0; break;
    case GAC__IR_SDIV: r = sy ? sx / sy : 0; break;
    case GAC__IR_UREM: r = uy ? ux % uy : 0; break;
    case GAC__IR_SREM: r = sy ? sx % sy : 0; break;
    case GAC__IR_SMOD: r = model_mod(sx, sy); break;
    case GAC__IR_UMULHI:
        if (w < 64)
            r = ux * uy >> w;
        else /* in halves of y: the product might not fit 127 bits */
            r = (ux * (uy >> 32) + (ux * (uy & 0xffffffff) >> 32)) >> 32;
        break;
    case GAC__IR_SMULHI: r = sx * sy >> w; break;
    case GAC__IR_AND: r = ux & uy; break;
    case GAC__IR_OR: r = ux | uy; break;
    case GAC__IR_XOR: r = ux ^ uy; break;
    case GAC__IR_NOT: r = ty == GAC__TY_BOOL ? 1 - ux : -1 - ux; break;
    case GAC__IR_INEG: r = -ux; break;
    case GAC__IR_SHL: r = (model_int)((uint64_t)ux << n); break;
    case GAC__IR_LSHR: r = ux >> n; break;
    case GAC__IR_ASHR: r = sx >> n; break;
    case GAC__IR_UMIN: r = ux < uy ? ux : uy; break;
    case GAC__IR_UMAX: r = ux > uy ? ux : uy; break;
    case GAC__IR_SMIN: r = sx < sy ? sx : sy; break;
    case GAC__IR_SMAX: r = sx > sy ? sx : sy; break;
    case GAC__IR_BITREVERSE:
        for (int i = 0; i < w; i++)
            r |= (ux >> i & 1) << (w - 1 - i);
        break;
    case GAC__IR_BITCOUNT:
        for (int i = 0; i < w; i++)
            r += ux >> i & 1;
        break;
    case GAC__IR_IEQ: *out = ux == uy; return true;
    case GAC__IR_INE: *out = ux != uy; return true;
    case GAC__IR_ULT: *out = ux < uy; return true;
    case GAC__IR_ULE: *out = ux <= uy; return true;
    case GAC__IR_SLT: *out = sx < sy; return true;
    case GAC__IR_SLE: *out = sx <= sy; return true;
    default: return false;
    }
    *out = model_wrap(ty, r);
    return true;
}

/* -- floating point -------------------------------------------------------- */

static uint64_t model_class(uint16_t op, uint8_t ty, uint64_t bits, mpfr_t x)
{
    const model_format *f = model_format_of(ty);
    switch (op) {
    case GAC__IR_FISNAN: return mpfr_nan_p(x) != 0;
    case GAC__IR_FISINF: return mpfr_inf_p(x) != 0;
    case GAC__IR_FISFINITE: return mpfr_number_p(x) != 0;
    case GAC__IR_FISNORMAL:
        return mpfr_regular_p(x)
               && mpfr_get_exp(x) >= f->emin + f->precision - 1;
    default: return bits >> (f->bits - 1) & 1;
    }
}

static uint64_t model_compare(uint16_t op, mpfr_t x, mpfr_t y)
{
    const bool unordered = mpfr_unordered_p(x, y) != 0;
    const int c = unordered ? 0 : mpfr_cmp(x, y);
    switch (op) {
    case GAC__IR_FOEQ: return !unordered && c == 0;
    case GAC__IR_FONE: return !unordered && c != 0;
    case GAC__IR_FOLT: return !unordered && c < 0;
    case GAC__IR_FOLE: return !unordered && c <= 0;
    case GAC__IR_FUEQ: return unordered || c == 0;
    case GAC__IR_FUNE: return unordered || c != 0;
    case GAC__IR_FULT: return unordered || c < 0;
    case GAC__IR_FULE: return unordered || c <= 0;
    case GAC__IR_FORD: return !unordered;
    default: return unordered;
    }
}

/* The remainder with the divisor's sign. */
static int model_fmod_sign(mpfr_t r, mpfr_t x, mpfr_t y)
{
    int t = mpfr_fmod(r, x, y, MPFR_RNDN);
    if (mpfr_nan_p(r))
        return t;
    if (mpfr_zero_p(r))
        mpfr_copysign(r, r, y, MPFR_RNDN);
    else if (mpfr_signbit(r) != mpfr_signbit(y))
        t = mpfr_add(r, r, y, MPFR_RNDN);
    return t;
}

static inline bool model_float_op(uint16_t op, uint8_t ty, const uint64_t *in,
                                  uint64_t *out)
{
    const model_format *f = model_format_of(ty);
    const uint64_t top = UINT64_C(1) << (f->bits - 1);
    mpfr_t x, y, z, r;
    int t = 0;

    if (op == GAC__IR_FNEG || op == GAC__IR_FABS) {
        *out = op == GAC__IR_FNEG ? in[0] ^ top : in[0] & ~top;
        return true;
    }
    if (op < GAC__IR_FADD || op > GAC__IR_FSIGNBIT
        || (op > GAC__IR_FMA && op < GAC__IR_FOEQ))
        return false;
    mpfr_inits2(53, x, y, z, (mpfr_ptr)0);
    mpfr_init2(r, f->precision);
    model_load(x, ty, in[0]);
    model_load(y, ty, in[1]);
    model_load(z, ty, in[2]);
    if (op >= GAC__IR_FISNAN) {
        *out = model_class(op, ty, in[0], x);
    } else if (op >= GAC__IR_FOEQ) {
        *out = model_compare(op, x, y);
    } else {
        switch (op) {
        case GAC__IR_FADD: t = mpfr_add(r, x, y, MPFR_RNDN); break;
        case GAC__IR_FSUB: t = mpfr_sub(r, x, y, MPFR_RNDN); break;
        case GAC__IR_FMUL: t = mpfr_mul(r, x, y, MPFR_RNDN); break;
        case GAC__IR_FDIV: t = mpfr_div(r, x, y, MPFR_RNDN); break;
        case GAC__IR_FREM: t = mpfr_fmod(r, x, y, MPFR_RNDN); break;
        case GAC__IR_FMOD: t = model_fmod_sign(r, x, y); break;
        default: t = mpfr_fma(r, x, y, z, MPFR_RNDN); break;
        }
        *out = model_store(r, t, ty, MPFR_RNDN);
    }
    mpfr_clears(x, y, z, r, (mpfr_ptr)0);
    return true;
}

/* -- conversions ----------------------------------------------------------- */

static inline bool model_int_to_int(uint16_t op, uint8_t ty, uint8_t from,
                                    uint64_t bits, uint64_t *out)
{
    const int w = model_bits(ty);
    const model_int u = model_unsigned(from, bits);
    const model_int s = model_signed(from, bits);
    const model_int umax = ((model_int)1 << w) - 1;
    const model_int smax = umax >> 1;
    model_int r;

    switch (op) {
    case GAC__IR_TRUNC:
    case GAC__IR_ZEXT: r = u; break;
    case GAC__IR_SEXT: r = s; break;
    case GAC__IR_SSAT_S: r = model_clamp(s, -smax - 1, smax); break;
    case GAC__IR_SSAT_U: r = model_clamp(s, 0, umax); break;
    case GAC__IR_USAT_U: r = model_clamp(u, 0, umax); break;
    case GAC__IR_USAT_S: r = model_clamp(u, 0, smax); break;
    default: return false;
    }
    *out = model_wrap(ty, r);
    return true;
}

static inline uint64_t model_float_to_int(uint16_t op, uint8_t ty, uint64_t imm,
                                          mpfr_t x)
{
    const int w = model_bits(ty);
    const bool is_signed = op == GAC__IR_FTOS;
    uint64_t r = 0;
    mpfr_t i, low, high;

    if (mpfr_nan_p(x))
        return 0;
    mpfr_inits2(128, i, low, high, (mpfr_ptr)0);
    mpfr_rint(i, x, model_rounding(imm));
    mpfr_set_si_2exp(high, 1, is_signed ? w - 1 : w, MPFR_RNDN);
    mpfr_neg(low, high, MPFR_RNDN);
    mpfr_sub_ui(high, high, 1, MPFR_RNDN);
    if (!is_signed)
        mpfr_set_zero(low, 1);
    if (mpfr_less_p(i, low))
        mpfr_set(i, low, MPFR_RNDN);
    if (mpfr_greater_p(i, high))
        mpfr_set(i, high, MPFR_RNDN);
    r = mpfr_signbit(i) ? (uint64_t)mpfr_get_sj(i, MPFR_RNDN)
                        : mpfr_get_uj(i, MPFR_RNDN);
    mpfr_clears(i, low, high, (mpfr_ptr)0);
    return model_wrap(ty, (model_int)r);
}

static inline bool model_conversion(uint16_t op, uint8_t ty, uint8_t from,
                                    uint64_t imm, uint64_t bits, uint64_t *out)
{
    const mpfr_rnd_t rnd = model_rounding(imm);
    mpfr_t x, r;
    int t;

    if (model_int_to_int(op, ty, from, bits, out))
        return true;
    mpfr_init2(x, 64);
    if (op == GAC__IR_UTOF)
        mpfr_set_uj(x, (uint64_t)model_unsigned(from, bits), MPFR_RNDN);
    else if (op == GAC__IR_STOF)
        mpfr_set_sj(x, (int64_t)model_signed(from, bits), MPFR_RNDN);
    else
        model_load(x, from, bits);
    if (op == GAC__IR_FTOU || op == GAC__IR_FTOS) {
        *out = model_float_to_int(op, ty, imm, x);
    } else {
        mpfr_init2(r, model_format_of(ty)->precision);
        t = mpfr_set(r, x, rnd);
        *out = model_store(r, t, ty, rnd);
        mpfr_clear(r);
    }
    mpfr_clear(x);
    return true;
}

/* Gives the operation's result for one lane; false if the model has none. */
static inline bool model_pure(uint16_t op, uint8_t ty, uint32_t sub,
                              uint64_t imm, const uint64_t *in, uint64_t *out)
{
    if (op == GAC__IR_MOV) {
        *out = in[0];
        return true;
    }
    if (op == GAC__IR_SELECT) {
        *out = in[0] ? in[1] : in[2];
        return true;
    }
    if (op >= GAC__IR_TRUNC && op <= GAC__IR_USAT_S)
        return model_conversion(op, ty, (uint8_t)sub, imm, in[0], out);
    return model_is_float(ty) ? model_float_op(op, ty, in, out)
                              : model_int_op(op, ty, in, out);
}

#endif
