/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std's functions that need no approximation, on one lane.
 *
 * They are exact, correctly rounded, or a few correctly rounded steps (common
 * functions). name_32 works on float, name_64 on double; half is computed by
 * name_32 and rounded, but for a few that depend on the format itself
 * (name_16).
 */
#ifndef GAC_COMPILE_LANES_EXT_FLOAT_H
#define GAC_COMPILE_LANES_EXT_FLOAT_H

#include <spirv/unified1/OpenCL.std.h>

#include "compile/lanes/lanes_float.h"

/* What differs between the formats. */
#define FRACTION_BITS_32 23
#define FRACTION_BITS_64 52
#define BIAS_32 127
#define BIAS_64 1023
#define BELOW_ONE_32 0x1.fffffep-1f
#define BELOW_ONE_64 0x1.fffffffffffffp-1
#define TO_BITS_32 float_bits
#define TO_BITS_64 double_bits
#define OF_BITS_32 float_of
#define OF_BITS_64 double_of

enum { ILOGB_OF_0 = INT32_MIN, ILOGB_OF_NAN = INT32_MAX };

/* F: type, U and S: unsigned and signed integer of its width, B: its bits, f:
 * the suffix of the C library's names. */
#define STEPS(F, B, f)                                                         \
    static inline F round_half_away_##B(F x)                                   \
    {                                                                          \
        const F t = trunc##f(x);                                               \
        const F up = fabs##f(x - t) >= (F)0.5 ? (F)1 : (F)0;                   \
        return copysign##f(fabs##f(t) + up, x);                                \
    }                                                                          \
    static inline F fract_##B(F x)                                             \
    {                                                                          \
        const F r = x - floor##f(x);                                           \
        const F below = r < BELOW_ONE_##B ? r : (F)BELOW_ONE_##B;              \
        const F inside = x == x ? below : x;                                   \
        return x == 0                      ? x                                 \
               : fabs##f(x) == (F)INFINITY ? copysign##f(0, x)                 \
                                           : inside;                           \
    }                                                                          \
    static inline F modf_##B(F x)                                              \
    {                                                                          \
        const F r = x - trunc##f(x);                                           \
        return copysign##f(fabs##f(x) == (F)INFINITY ? 0 : r, x);              \
    }                                                                          \
    static inline F fmax_##B(F x, F y)                                         \
    {                                                                          \
        const F greater = x < y ? y : x;                                       \
        return x != x ? y : greater;                                           \
    }                                                                          \
    static inline F fmin_##B(F x, F y)                                         \
    {                                                                          \
        const F less = y < x ? y : x;                                          \
        return x != x ? y : less;                                              \
    }                                                                          \
    static inline F maxmag_##B(F x, F y)                                       \
    {                                                                          \
        const F other = fabs##f(y) > fabs##f(x) ? y : fmax_##B(x, y);          \
        return fabs##f(x) > fabs##f(y) ? x : other;                            \
    }                                                                          \
    static inline F minmag_##B(F x, F y)                                       \
    {                                                                          \
        const F other = fabs##f(y) < fabs##f(x) ? y : fmin_##B(x, y);          \
        return fabs##f(x) < fabs##f(y) ? x : other;                            \
    }                                                                          \
    static inline F smoothstep_##B(F edge0, F edge1, F x)                      \
    {                                                                          \
        const F ratio = (x - edge0) / (edge1 - edge0);                         \
        const F t = fmin_##B(fmax_##B(ratio, 0), 1);                           \
        return t * t * (3 - 2 * t);                                            \
    }                                                                          \
    static inline F sign_##B(F x)                                              \
    {                                                                          \
        const F zero = x == x ? x : 0;                                         \
        return x > 0 ? 1 : x < 0 ? -1 : zero;                                  \
    }

/* A denormal's exponent is that of its product with 2^64, less 64. */
#define EXPONENTS(F, U, S, B)                                                  \
    static inline U normal_bits_##B(F x, U magnitude)                          \
    {                                                                          \
        const U scaled = TO_BITS_##B(x * (F)0x1p64) & ~SIGN_##B;               \
        return magnitude >> FRACTION_BITS_##B ? magnitude : scaled;            \
    }                                                                          \
    static inline int32_t exponent_##B(F x) /* of finite x, not 0 */           \
    {                                                                          \
        const U magnitude = TO_BITS_##B(x) & ~SIGN_##B;                        \
        const S biased =                                                       \
            (S)(normal_bits_##B(x, magnitude) >> FRACTION_BITS_##B);           \
        const S less =                                                         \
            magnitude >> FRACTION_BITS_##B ? BIAS_##B : BIAS_##B + 64;         \
        return (int32_t)(biased - less);                                       \
    }                                                                          \
    static inline int32_t ilogb_##B(F x)                                       \
    {                                                                          \
        const U magnitude = TO_BITS_##B(x) & ~SIGN_##B;                        \
        const int32_t finite = magnitude ? exponent_##B(x) : ILOGB_OF_0;       \
        return magnitude >= INF_##B ? ILOGB_OF_NAN : finite;                   \
    }                                                                          \
    static inline F logb_##B(F x)                                              \
    {                                                                          \
        const U magnitude = TO_BITS_##B(x) & ~SIGN_##B;                        \
        const F finite = magnitude ? (F)exponent_##B(x) : -(F)INFINITY;        \
        return magnitude >= INF_##B ? x * x : finite;                          \
    }                                                                          \
    static inline int32_t frexp_exponent_##B(F x)                              \
    {                                                                          \
        const U magnitude = TO_BITS_##B(x) & ~SIGN_##B;                        \
        const int32_t e = exponent_##B(x) + 1;                                 \
        return magnitude == 0 || magnitude >= INF_##B ? 0 : e;                 \
    }                                                                          \
    static inline F frexp_##B(F x)                                             \
    {                                                                          \
        const U bits = TO_BITS_##B(x);                                         \
        const U magnitude = bits & ~SIGN_##B;                                  \
        const U fraction = normal_bits_##B(x, magnitude) & ~INF_##B;           \
        const U half = (U)(BIAS_##B - 1) << FRACTION_BITS_##B;                 \
        const F m = OF_BITS_##B(fraction | half | (bits & SIGN_##B));          \
        return magnitude == 0 || magnitude >= INF_##B ? x : m;                 \
    }

/* nextafter steps the magnitude's bits, away from zero or towards it. */
#define BITS_OF(F, U, S, B)                                                    \
    static inline F nextafter_##B(F x, F y)                                    \
    {                                                                          \
        const U bits = TO_BITS_##B(x);                                         \
        const U away = (x < y) == (x > 0);                                     \
        const U step = away ? bits + 1 : bits - 1;                             \
        const U least = (TO_BITS_##B(y) & SIGN_##B) | 1;                       \
        const F next = OF_BITS_##B(x == 0 ? least : step);                     \
        const F moved = x == y ? y : next;                                     \
        return ((x != x) | (y != y)) ? x + y : moved;                          \
    }                                                                          \
    static inline F nan_##B(U payload)                                         \
    {                                                                          \
        const U quiet = INF_##B | (U)1 << (FRACTION_BITS_##B - 1);             \
        return OF_BITS_##B((payload & ~SIGN_##B & ~INF_##B) | quiet);          \
    }

/* A remainder of 0 has x's sign; some C libraries get it wrong for denormal y.
 * The remainder modulo 128 |y| keeps the quotient's lower seven bits, small
 * enough to be found by a division. It is rounded to even, as the remainder is.
 */
#define REMAINDERS(F, B, f)                                                    \
    static inline F remainder_##B(F x, F y)                                    \
    {                                                                          \
        const F r = remainder##f(x, y);                                        \
        return r == 0 ? copysign##f(r, x) : r;                                 \
    }                                                                          \
    static inline int32_t remquo_bits_##B(F x, F y)                            \
    {                                                                          \
        const F ay = fabs##f(y);                                               \
        if (!(fabs##f(x) < (F)INFINITY) || !(ay > 0))                          \
            return 0;                                                          \
        if (ay == (F)INFINITY)                                                 \
            return 0;                                                          \
        const F some = fmod##f(fabs##f(x), ay * 128); /* y * 128 may be inf */ \
        const F rest = fmod##f(some, ay);                                      \
        int32_t q = (int32_t)rint##f((some - rest) / ay);                      \
        q += rest > ay - rest || (rest == ay - rest && (q & 1));               \
        q &= 127;                                                              \
        return (x < 0) != (y < 0) ? -q : q;                                    \
    }

/* Gamma is negative between -1 and 0, -3 and -2, ... */
#define GAMMA_SIGN(F, U, B, f)                                                 \
    static inline int32_t gamma_sign_##B(F x)                                  \
    {                                                                          \
        const F below = floor##f(x);                                           \
        const F pairs = below * (F)0.5;                                        \
        const int odd = pairs != floor##f(pairs);                              \
        const int zero = TO_BITS_##B(x) == SIGN_##B; /* -0 */                  \
        return (((x < 0) & odd & (below != x)) | zero) ? -1 : 1;               \
    }

#define EXT_FLOAT_FUNCTIONS(F, U, S, B, f)                                     \
    STEPS(F, B, f)                                                             \
    EXPONENTS(F, U, S, B)                                                      \
    BITS_OF(F, U, S, B)                                                        \
    REMAINDERS(F, B, f)                                                        \
    GAMMA_SIGN(F, U, B, f)

EXT_FLOAT_FUNCTIONS(float, uint32_t, int32_t, 32, f)
EXT_FLOAT_FUNCTIONS(double, uint64_t, int64_t, 64, )
#undef STEPS
#undef EXPONENTS
#undef BITS_OF
#undef REMAINDERS
#undef GAMMA_SIGN
#undef EXT_FLOAT_FUNCTIONS

/* A double holds every float times 2^n until it is far out of float's range. */
static inline float ldexp_32(float x, int32_t n)
{
    const int32_t m = n < -400 ? -400 : n > 400 ? 400 : n;
    return (float)((double)x * double_of((uint64_t)(1023 + m) << 52));
}

/* 2^n in up to three factors. Only the last one that is not 1 rounds: a first
 * factor of 2^-969 makes a denormal only where the result is far below the
 * least one. */
static inline double ldexp_64(double x, int32_t n)
{
    const int32_t m = n < -4000 ? -4000 : n > 4000 ? 4000 : n;
    const int32_t a = m < -1022 ? -969 : m > 1023 ? 1023 : m;
    const int32_t rest = m - a;
    const int32_t b = rest < -1022 ? -969 : rest > 1023 ? 1023 : rest;
    const int32_t last = rest - b;
    const int32_t c = last < -1022 ? -1022 : last > 1023 ? 1023 : last;
    x *= double_of((uint64_t)(1023 + a) << 52);
    x *= double_of((uint64_t)(1023 + b) << 52);
    return x * double_of((uint64_t)(1023 + c) << 52);
}

static inline uint16_t ldexp_16(uint16_t x, int32_t n)
{
    return half_from_float(ldexp_32(half_to_float(x), n), GAC__ROUND_RTE);
}

static inline uint16_t nan_16(uint16_t payload)
{
    return (uint16_t)((payload & 0x3ffu) | 0x7e00u);
}

static inline uint16_t nextafter_16(uint16_t a, uint16_t b)
{
    const float x = half_to_float(a);
    const float y = half_to_float(b);
    const unsigned away = (x < y) == (x > 0);
    const unsigned step = away ? a + 1u : a - 1u;
    const unsigned next = x == 0 ? (b & 0x8000u) | 1u : step;
    const unsigned moved = x == y ? b : next;
    return (uint16_t)(((x != x) | (y != y)) ? 0x7e00u : moved);
}

static inline uint16_t fract_16(uint16_t a)
{
    const float r = fract_32(half_to_float(a));
    const float below = r > 0x1.ffcp-1f ? 0x1.ffcp-1f : r;
    return half_from_float(below, GAC__ROUND_RTE);
}

#endif
