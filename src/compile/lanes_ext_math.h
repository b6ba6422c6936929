/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What OpenCL.std's transcendental functions need beside SLEEF's, on one lane:
 * arguments reduced, results at the edges, and ranges that SLEEF does not cover
 * (rare_..., computed one lane at a time). */
#ifndef GAC_COMPILE_LANES_EXT_MATH_H
#define GAC_COMPILE_LANES_EXT_MATH_H

#include <sleef.h>

#include "compile/lanes_ext_float.h"

#define PI_INVERSE 0.31830988618379067154
#define LN_2 0.69314718055994530942

#define SLEEF_ONE_32(name) Sleef_cinz_##name##f1_u10purec
#define SLEEF_ONE_64(name) Sleef_cinz_##name##d1_u10purec

/* -- beyond SLEEF's ranges --------------------------------------------------- */

#define RARE(F, B, f)                                                          \
    /* SLEEF's powers overflow a little early: squares do not */               \
    static inline F rare_exp_##B(F x)                                          \
    {                                                                          \
        const F root = SLEEF_ONE_##B(exp)(x * (F)0.5);                         \
        return root * root;                                                    \
    }                                                                          \
    static inline F rare_exp2_##B(F x)                                         \
    {                                                                          \
        const F root = SLEEF_ONE_##B(exp2)(x * (F)0.5);                        \
        return root * root;                                                    \
    }                                                                          \
    static inline F rare_exp10_##B(F x)                                        \
    {                                                                          \
        const F root = SLEEF_ONE_##B(exp10)(x * (F)0.5);                       \
        return root * root;                                                    \
    }                                                                          \
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

/* -- powers ------------------------------------------------------------------ */

/* pow also overflows early: what is infinite without need is computed again, as the square of x^(y/2). powr is exp(y ln x), with that formula's
 * NaNs; its r is |x|^y. */
#define POWERS(F, B, f)                                                        \
    static inline int overflows_pow_##B(F x, F y, F r)                         \
    {                                                                          \
        const int finite = (fabs##f(x) < (F)INFINITY) &                        \
                           (fabs##f(y) < (F)INFINITY);                         \
        return (fabs##f(r) == (F)INFINITY) & (x != 0) & finite;                \
    }                                                                          \
    static inline F rare_pow_##B(F x, F y, F r)                                \
    {                                                                          \
        const F root = SLEEF_ONE_##B(pow)(fabs##f(x), y * (F)0.5);             \
        return copysign##f(root * root, r);                                    \
    }                                                                          \
    static inline F finish_powr_##B(F x, F y, F r)                             \
    {                                                                          \
        const int zero_or_inf = (x == 0) | (x == (F)INFINITY);                 \
        const int infinite = fabs##f(y) == (F)INFINITY;                        \
        const int none = (x < 0) | (x != x) | (y != y) |                       \
                         (zero_or_inf & (y == 0)) | ((x == 1) & infinite);     \
        return none ? (F)NAN : r;                                              \
    }

POWERS(float, 32, f)
POWERS(double, 64, )
#undef POWERS

/* Here r is |x|^n: x's sign for odd n. */
static inline float finish_pown_32(float x, int32_t n, double r)
{
    const float y = (float)r;
    return n & 1 ? copysignf(y, x) : y;
}

/* And here |x|^(1/n). */
static inline float finish_rootn_32(float x, int32_t n, double r)
{
    const float y = (float)r;
    const float even = x < 0 ? NAN : y;
    const float root = n & 1 ? copysignf(y, x) : even;
    return n ? root : NAN;
}

/* What 1 / n lost when it was rounded to t: rootn's exponent must be better than a
 * double, since errors in it grow by ln x, up to 745. */
static inline double rootn_lost(int32_t n)
{
    const double t = 1.0 / n;
    return fma(-(double)n, t, 1.0) / n;
}

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
