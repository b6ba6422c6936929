/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Floating-point building blocks on one lane, written so that loops vectorize.
 */
#ifndef GAC_COMPILE_LANES_FLOAT_H
#define GAC_COMPILE_LANES_FLOAT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "support/support.h"

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* What differs between the formats. */
#define SIGN_32 0x80000000u
#define SIGN_64 UINT64_C(0x8000000000000000)
#define INF_32 0x7f800000u
#define INF_64 UINT64_C(0x7ff0000000000000)

/* fmod's result with the divisor's sign. Its operands have opposite signs, so
 * that the sum rounds at most once. */
#define MOD_SIGN(F, B, f)                                                      \
    static inline F mod_sign_##B(F x, F y)                                     \
    {                                                                          \
        const F r = fmod##f(x, y);                                             \
        if (r == 0)                                                            \
            return copysign##f(r, y);                                          \
        return (r < 0) != (y < 0) ? r + y : r;                                 \
    }

MOD_SIGN(float, 32, f)
MOD_SIGN(double, 64, )
#undef MOD_SIGN

/* -- half floats, in integer steps without branches ------------------------ */

/* A half's magnitude, shifted to float's place, is off by a factor of 2^112
 * (the difference of the biases), denormals included; infinities and NaNs get
 * the exponent's upper bits set. A signalling NaN comes out quiet, as from
 * F16C. */
static inline float half_to_float(uint16_t h)
{
    const uint32_t magnitude = (h & 0x7fffu) << 13;
    const uint32_t finite = float_bits(float_of(magnitude) * 0x1p112f);
    const uint32_t special = magnitude | 0x7f800000u;
    const uint32_t quiet = (h & 0x7fffu) > 0x7c00u ? 0x00400000u : 0u;
    const uint32_t bits = magnitude < 0x0f800000u ? finite : special | quiet;
    return float_of(bits | (h & 0x8000u) << 16);
}

/* Whether a mode rounds values of this sign away from zero. */
static inline unsigned rounds_away(gac__rounding mode, unsigned negative)
{
    return mode == GAC__ROUND_RTP   ? !negative
           : mode == GAC__ROUND_RTN ? negative
                                    : 0u;
}

/* What rounding adds to a magnitude of which `drop` low bits are cut. */
static inline uint32_t half_increment(uint32_t kept, uint32_t drop,
                                      gac__rounding mode, uint32_t negative)
{
    const uint32_t half = 1u << (drop - 1u);
    if (mode == GAC__ROUND_RTE)
        return half - 1u + ((kept >> drop) & 1u);
    return rounds_away(mode, negative) ? 2u * half - 1u : 0u;
}

/* Normal results: rebias, then round at bit 13; a carry out of the significand
 * moves the exponent as it should, up to infinity. Denormal results: the
 * significand with its hidden bit is shifted to the units of 2^-24. */
static inline uint16_t half_from_float(float x, gac__rounding mode)
{
    const uint32_t bits = float_bits(x);
    const uint32_t sign = bits >> 31;
    const uint32_t mag = bits & 0x7fffffffu;
    const uint32_t over = /* what a finite value too large becomes */
        mode == GAC__ROUND_RTE || rounds_away(mode, sign) ? 0x7c00u : 0x7bffu;
    const uint32_t normal =
        (mag - 0x38000000u + half_increment(mag, 13, mode, sign)) >> 13;
    /* exponents below -25 all shift everything out: 24 bits of significand */
    const uint32_t exponent = mag >> 23;
    const uint32_t deep = 126u - (exponent < 101u ? 101u : exponent);
    const uint32_t shift = deep > 25u ? 25u : deep < 1u ? 1u : deep;
    const uint32_t lost = mag != 0 && exponent < 101u;
    const uint32_t hidden =
        lost ? 1u : ((mag & 0x7fffffu) | 0x800000u) * (mag != 0);
    const uint32_t denormal =
        (hidden + half_increment(hidden, shift, mode, sign)) >> shift;
    const uint32_t nan = 0x7e00u | (mag >> 13 & 0x3ffu);

    uint32_t h = mag < 0x38800000u ? denormal : normal;
    h = mag >= 0x477ff000u && h > over ? over : h;
    h = mag >= 0x47800000u ? over : h;
    h = mag == 0x7f800000u ? 0x7c00u : h;
    h = mag > 0x7f800000u ? nan : h;
    return (uint16_t)(h | sign << 15);
}

/* Double to float, rounded to odd: truncated, with the last bit set if anything
 * was lost. Float has more than two bits beyond half, so that rounding this to
 * half gives, in every mode, what rounding the double would. */
static inline float float_to_odd(double x)
{
    const float near = (float)x;
    const uint32_t bits = float_bits(near);
    const uint32_t past = fabs((double)near) > fabs(x);
    const uint32_t inexact = (double)near != x;
    return float_of((bits - past) | inexact);
}

/* x * y is exact in float: 22 bits. The sum's error is exact too (Knuth); with
 * it the sum is rounded to odd, see float_to_odd. */
static inline float half_fma(float x, float y, float z)
{
    const float p = x * y;
    const float s = p + z;
    const float t = s - p;
    const float error = (p - (s - t)) + (z - t);
    const uint32_t inexact = (error < 0) | (error > 0);
    const uint32_t past = inexact & ((error < 0) != (s < 0));
    return float_of((float_bits(s) - past) | inexact);
}

static inline uint16_t half_from_double(double x, gac__rounding mode)
{
    return half_from_float(float_to_odd(x), mode);
}

#endif
