/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What OpenCL.std's transcendental functions need beside SLEEF's, on one lane:
 * arguments reduced, results at the edges, and ranges that SLEEF does not cover
 * (rare_..., computed one lane at a time). */
#ifndef GAC_COMPILE_LANES_EXT_MATH_H
#define GAC_COMPILE_LANES_EXT_MATH_H

#include <sleef.h>

#include "compile/lanes/lanes_ext_float.h"

#define PI_INVERSE 0.31830988618379067154
#define LN_2 0.69314718055994530942

#define SLEEF_ONE_32(name) Sleef_cinz_##name##f1_u10purec
#define SLEEF_ONE_64(name) Sleef_cinz_##name##d1_u10purec

/* -- beyond SLEEF's ranges ------------------------------------------------- */

/* SLEEF's powers overflow a little early: squares do not. */
#define RARE_POWER(name, F, B)                                                 \
    static inline F rare_##name##_##B(F x)                                     \
    {                                                                          \
        const F root = SLEEF_ONE_##B(name)(x * (F)0.5);                        \
        return root * root;                                                    \
    }

#define RARE(F, B, f)                                                          \
    RARE_POWER(exp, F, B)                                                      \
    RARE_POWER(exp2, F, B)                                                     \
    RARE_POWER(exp10, F, B)                                                    \
    /* e^x / 2 without overflow before the result's; e^-x no longer counts */  \
    static inline F rare_cosh_##B(F x)                                         \
    {                                                                          \
        const F e = SLEEF_ONE_##B(exp)(fabs##f(x) * (F)0.5);                   \
        return (F)0.5 * e * e;                                                 \
    }                                                                          \
    static inline F rare_sinh_##B(F x)                                         \
    {                                                                          \
        return copysign##f(rare_cosh_##B(x), x);                               \
    }                                                                          \
    /* of Stirling's series nothing else counts */                             \
    static inline F rare_lgamma_##B(F x)                                       \
    {                                                                          \
        return x * (SLEEF_ONE_##B(log)(x) - 1);                                \
    }                                                                          \
    /* ln(2 x): of x^2 + 1 nothing but x^2 counts, and that may overflow */    \
    static inline F rare_asinh_##B(F x)                                        \
    {                                                                          \
        return copysign##f(SLEEF_ONE_##B(log)(fabs##f(x)) + (F)LN_2, x);       \
    }                                                                          \
    /* the remainders of pi x are exact; at the halves the sign is t's */      \
    static inline F reduce_1_##B(F x) /* to [-1/2, 1/2] */                     \
    {                                                                          \
        return x - rint##f(x);                                                 \
    }                                                                          \
    static inline F reduce_2_##B(F x) /* to [-1, 1] */                         \
    {                                                                          \
        return x - 2 * rint##f(x * (F)0.5);                                    \
    }                                                                          \
    static inline F finish_tanpi_##B(F x, F sine, F cosine)                    \
    {                                                                          \
        const F half = rint##f(x) * (F)0.5;                                    \
        const F zero = copysign##f(0, half == floor##f(half) ? x : -x);        \
        const F r = sine / fabs##f(cosine);                                    \
        return sine == 0 ? zero : r;                                           \
    }                                                                          \
    static inline F finish_tgamma_##B(F x, F r)                                \
    {                                                                          \
        const F zero = gamma_sign_##B(x) < 0 ? -(F)0.0 : (F)0.0;               \
        return r == 0 ? zero : r;                                              \
    }

RARE(float, 32, f)
RARE(double, 64, )
#undef RARE
#undef RARE_POWER

/* Towards its denormal results SLEEF's float function is no longer good enough.
 */
static inline float rare_tgamma_32(float x)
{
    return (float)SLEEF_ONE_64(tgamma)((double)x);
}

/* -- powers ---------------------------------------------------------------- */

/* r is |x|^y. powr is exp(y ln x), with that formula's NaNs. */
#define POWR(F, B, f)                                                          \
    static inline F finish_powr_##B(F x, F y, F r)                             \
    {                                                                          \
        const int zero_or_inf = (x == 0) | (x == (F)INFINITY);                 \
        const int infinite = fabs##f(y) == (F)INFINITY;                        \
        const int none = (x < 0) | (x != x) | (y != y)                         \
                         | (zero_or_inf & (y == 0)) | ((x == 1) & infinite);   \
        return none ? (F)NAN : r;                                              \
    }

POWR(float, 32, f)
POWR(double, 64, )
#undef POWR

/* SLEEF's power of doubles overflows early too: what is infinite without need
 * is computed again, as the square of x^(y/2). */
static inline int overflows_pow(double x, double y, double r)
{
    const int finite = (fabs(x) < INFINITY) & (fabs(y) < INFINITY);
    return (fabs(r) == INFINITY) & (x != 0) & finite;
}

static inline double rare_pow(double x, double y, double r)
{
    const double root = SLEEF_ONE_64(pow)(fabs(x), y * 0.5);
    return copysign(root * root, r);
}

/* -- powers of floats, in double ------------------------------------------- */

/* log2 of a positive normal double: x = 2^k m, m in [sqrt(1/2), sqrt(2)), and
 * ln m = 2 artanh(s) = 2 (s + s^3 / 3 + ...), s = (m - 1) / (m + 1) < 0.172:
 * what follows s^15 is below 2^-44 of it. k is moved through the bits of 2^52 +
 * k, since not every level converts 64-bit integers. */
static inline double log2_core(double x)
{
    const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd); /* sqrt(1/2) */
    const uint64_t offset = double_bits(x) - root;
    const uint64_t biased = (offset + (UINT64_C(1024) << 52)) >> 52;
    const uint64_t exponent = offset & ~((UINT64_C(1) << 52) - 1);
    const double k = double_of(biased | double_bits(0x1p52)) - (0x1p52 + 1024);
    const double m = double_of(double_bits(x) - exponent);
    const double s = (m - 1) / (m + 1);
    const double z = s * s;
    double p = 1.0 / 15;
    p = p * z + 1.0 / 13;
    p = p * z + 1.0 / 11;
    p = p * z + 1.0 / 9;
    p = p * z + 1.0 / 7;
    p = p * z + 1.0 / 5;
    p = p * z + 1.0 / 3;
    p = p * z + 1.0;
    return k + s * p * (2 / LN_2);
}

/* 2^t for |t| < 1000, or NaN (of a float: its low bits are 0): t = k + r, |r|
 * <= 1/2, and e^(r ln 2) by its series, to 2^-42. */
static inline double exp2_core(double t)
{
    const double shifted = t + 0x1.8p52; /* k in the low bits */
    const double r = (t - (shifted - 0x1.8p52)) * LN_2;
    double p = 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return double_of(double_bits(p) + (double_bits(shifted) << 52));
}

/* condition ? a : b, in bits: where the compiler could know a branch's result
 * it would make the branch, and no vectors. */
static inline float pick_32(uint32_t condition, float a, float b)
{
    const uint32_t mask = 0u - condition;
    return float_of((float_bits(a) & mask) | (float_bits(b) & ~mask));
}

static inline double pick_64(uint64_t condition, double a, double b)
{
    const uint64_t mask = 0u - condition;
    return double_of((double_bits(a) & mask) | (double_bits(b) & ~mask));
}

/* |x|^y of a float x, to be rounded to float: where that is out of range any
 * value out of range will do. NaN for 0 and infinity to the power of 0. */
static inline double power_core(float x, double y)
{
    const float ax = fabsf(x);
    const double finite = log2_core((double)ax);
    const double nonzero = ax == 0 ? -(double)INFINITY : finite;
    const double ln = ax < INFINITY ? nonzero : (double)ax;
    const double t = y * ln;
    const double most = pick_64(t > 500, 500, t);
    return exp2_core(pick_64(most < -500, -500, most));
}

/* Ends pow: r is |x|^y. */
static inline float finish_pow_32(float x, float y, float r)
{
    const float ax = fabsf(x);
    const float ay = fabsf(y);
    /* from 2^24 on every float is an even integer */
    const float small = pick_32(ay < 0x1p24f, ay, 0);
    const int32_t n = (int32_t)small;
    const uint32_t integer = (float)n == small;
    const uint32_t odd = (uint32_t)n & integer;
    const float with_sign =
        float_of(float_bits(r) | ((float_bits(x) & SIGN_32) & (0u - odd)));
    const uint32_t none = (x < 0) & (ax < INFINITY) & (integer ^ 1u);
    const uint32_t one = (y == 0) | (x == 1) | ((ax == 1) & (ay == INFINITY));
    return pick_32(one, 1.0f, pick_32(none, NAN, with_sign));
}

static inline float powr_32(float x, float y)
{
    return finish_powr_32(x, y, (float)power_core(x, (double)y));
}

static inline float pown_32(float x, int32_t n)
{
    const float r = (float)power_core(x, (double)n);
    const float power = n & 1 ? copysignf(r, x) : r;
    return n ? power : 1;
}

static inline float rootn_32(float x, int32_t n)
{
    const float r = (float)power_core(x, 1.0 / n);
    const float even = x < 0 ? NAN : r;
    const float root = n & 1 ? copysignf(r, x) : even;
    return n ? root : NAN;
}

/* -- rootn of doubles ------------------------------------------------------ */

/* What 1 / n lost when it was rounded to t: rootn's exponent must be better
 * than a double, since errors in it grow by ln x, up to 745. */
static inline double rootn_lost(int32_t n)
{
    const double t = 1.0 / n;
    return fma(-(double)n, t, 1.0) / n;
}

/* r is |x|^(1/n), ln is ln |x|. */
static inline double finish_rootn_64(double x, int32_t n, double r, double ln)
{
    const double mended = r + r * (rootn_lost(n) * ln);
    const int finite = (r > 0) & (r < INFINITY) & (fabs(ln) < INFINITY);
    const double y = finite ? mended : r;
    const double even = x < 0 ? NAN : y;
    const double root = n & 1 ? copysign(y, x) : even;
    return n ? root : NAN;
}

#endif
