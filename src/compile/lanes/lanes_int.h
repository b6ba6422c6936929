/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Integer arithmetic on one lane: total, and written so that loops vectorize.
 *
 * No instruction set has vector division of integers. Up to 32 bits the
 * quotient is taken in floating point: with p bits of significand and operands
 * of at most w bits, x / y differs from the next integer above it by at least
 * 2^-w of its value, so that for w < p the rounded quotient never reaches it
 * and truncation is exact. 8 and 16 bits fit float (p = 24), 32 bits fit double
 * (p = 53). 64 bits fit nothing, but seldom hold more than 52: see
 * quick_divide.
 */
#ifndef GAC_COMPILE_LANES_INT_H
#define GAC_COMPILE_LANES_INT_H

#include <stdint.h>

#include "compile/lanes/lanes_float.h"

__extension__ typedef unsigned __int128 lane_u128;
__extension__ typedef __int128 lane_s128;

/* bits: 8 and 16. y | !y: no division by 0, whose quotient is masked to 0. */
#define LANES_NARROW_DIV(BITS, U, S)                                           \
    static inline U udiv_##BITS(U x, U y)                                      \
    {                                                                          \
        const int q = (int)((float)x / (float)(y | !y));                       \
        return (U)(y ? q : 0);                                                 \
    }                                                                          \
    static inline S sdiv_##BITS(S x, S y)                                      \
    {                                                                          \
        const int q = (int)((float)x / (float)(y | !y));                       \
        return (S)(y ? q : 0); /* the least by -1 wraps here */                \
    }                                                                          \
    static inline U urem_##BITS(U x, U y)                                      \
    {                                                                          \
        return (U)(y ? x - udiv_##BITS(x, y) * y : 0);                         \
    }                                                                          \
    static inline S srem_##BITS(S x, S y)                                      \
    {                                                                          \
        return (S)(y ? x - sdiv_##BITS(x, y) * y : 0);                         \
    }

LANES_NARROW_DIV(8, uint8_t, int8_t)
LANES_NARROW_DIV(16, uint16_t, int16_t)
#undef LANES_NARROW_DIV

static inline uint32_t udiv_32(uint32_t x, uint32_t y)
{
    const uint32_t q = (uint32_t)((double)x / (double)(y | !y));
    return y ? q : 0;
}

static inline int32_t sdiv_32(int32_t x, int32_t y)
{
    double q = (double)x / (double)(y | !y);
    q = q > 2147483647.0 ? -2147483648.0 : q;
    return y ? (int32_t)q : 0;
}

static inline uint32_t urem_32(uint32_t x, uint32_t y)
{
    return y ? x - udiv_32(x, y) * y : 0;
}

static inline int32_t srem_32(int32_t x, int32_t y)
{
    return (int32_t)(y ? (uint32_t)x - (uint32_t)sdiv_32(x, y) * (uint32_t)y
                       : 0);
}

static inline uint64_t udiv_64(uint64_t x, uint64_t y)
{
    return y ? x / y : 0;
}

static inline uint64_t urem_64(uint64_t x, uint64_t y)
{
    return y ? x % y : 0;
}

static inline int64_t sdiv_64(int64_t x, int64_t y)
{
    if (y == -1)
        return (int64_t)(0u - (uint64_t)x);
    return y ? x / y : 0;
}

static inline int64_t srem_64(int64_t x, int64_t y)
{
    return y == 0 || y == -1 ? 0 : x % y;
}

/* Division of values below 2^52, as sizes, indices and ids are. The nearest
 * integer to the rounded quotient is the quotient or one more; its product with
 * y, below 2^53, is exact, and so is the remainder that tells which. 2^52 + v
 * has v in its low bits: adding and taking away 2^52 converts, and rounds to an
 * integer. */
#define QUICK_LIMIT 52

typedef struct quick_result {
    uint64_t quotient, remainder;
} quick_result;

static inline quick_result quick_divide(uint64_t x, uint64_t y)
{
    const uint64_t magic = double_bits(0x1p52);
    const double xd = double_of(x | magic) - 0x1p52;
    const double yd = double_of(y | magic | !y) - 0x1p52;
    const double q = (xd / yd + 0x1p52) - 0x1p52;
    const double r = xd - q * yd;
    const double over = r < 0 ? 1.0 : 0.0;
    const uint64_t quotient = double_bits(q - over + 0x1p52) ^ magic;
    const uint64_t remainder = double_bits(r + over * yd + 0x1p52) ^ magic;
    const uint64_t defined = 0u - (uint64_t)(y != 0);
    return (quick_result){quotient & defined, remainder & defined};
}

static inline uint64_t magnitude_64(int64_t x)
{
    return x < 0 ? 0u - (uint64_t)x : (uint64_t)x;
}

static inline int64_t quick_sdiv(int64_t x, int64_t y)
{
    const int64_t q =
        (int64_t)quick_divide(magnitude_64(x), magnitude_64(y)).quotient;
    return (x ^ y) < 0 ? -q : q;
}

static inline int64_t quick_srem(int64_t x, int64_t y)
{
    const int64_t r =
        (int64_t)quick_divide(magnitude_64(x), magnitude_64(y)).remainder;
    return x < 0 ? -r : r;
}

static inline int64_t quick_smod(int64_t x, int64_t y)
{
    const int64_t r = quick_srem(x, y);
    return r + (((r != 0) & ((r ^ y) < 0)) ? y : 0);
}

/* umulhi: the upper half of the product. smod: the remainder with the divisor's
 * sign; it cannot overflow, since the signs differ where y is added. */
#define LANES_INT_HELPERS(BITS, U, S, UW, SW)                                  \
    static inline U umulhi_##BITS(U x, U y)                                    \
    {                                                                          \
        return (U)(((UW)x * (UW)y) >> BITS);                                   \
    }                                                                          \
    static inline S smulhi_##BITS(S x, S y)                                    \
    {                                                                          \
        return (S)(((SW)x * (SW)y) >> BITS);                                   \
    }                                                                          \
    static inline S smod_##BITS(S x, S y)                                      \
    {                                                                          \
        const S r = srem_##BITS(x, y);                                         \
        return (S)(r + (((r != 0) & ((r ^ y) < 0)) ? y : 0));                  \
    }

LANES_INT_HELPERS(8, uint8_t, int8_t, uint32_t, int32_t)
LANES_INT_HELPERS(16, uint16_t, int16_t, uint32_t, int32_t)
LANES_INT_HELPERS(32, uint32_t, int32_t, uint64_t, int64_t)
LANES_INT_HELPERS(64, uint64_t, int64_t, lane_u128, lane_s128)
#undef LANES_INT_HELPERS

/* Swaps neighbouring groups of 1, 2, 4, ... bits. */
#define LANES_SWAP(v, U, shift, mask)                                          \
    v = (U)(((v >> (shift)) & (mask)) | ((v & (mask)) << (shift)))

static inline uint32_t bit_reverse_32(uint32_t v)
{
    LANES_SWAP(v, uint32_t, 1, 0x55555555u);
    LANES_SWAP(v, uint32_t, 2, 0x33333333u);
    LANES_SWAP(v, uint32_t, 4, 0x0f0f0f0fu);
    LANES_SWAP(v, uint32_t, 8, 0x00ff00ffu);
    return v >> 16 | v << 16;
}

static inline uint64_t bit_reverse_64(uint64_t v)
{
    LANES_SWAP(v, uint64_t, 1, UINT64_C(0x5555555555555555));
    LANES_SWAP(v, uint64_t, 2, UINT64_C(0x3333333333333333));
    LANES_SWAP(v, uint64_t, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    LANES_SWAP(v, uint64_t, 8, UINT64_C(0x00ff00ff00ff00ff));
    LANES_SWAP(v, uint64_t, 16, UINT64_C(0x0000ffff0000ffff));
    return v >> 32 | v << 32;
}
#undef LANES_SWAP

/* Narrow integers are words. */
#define bit_reverse_8(x) (bit_reverse_32(x) >> 24)
#define bit_reverse_16(x) (bit_reverse_32(x) >> 16)

/* Counts in pairs, nibbles, bytes, and so on up. */
static inline uint32_t bit_count_32(uint32_t v)
{
    v -= (v >> 1) & 0x55555555u;
    v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
    v = (v + (v >> 4)) & 0x0f0f0f0fu;
    v += v >> 8; /* no product: in vectors it costs more */
    return (v + (v >> 16)) & 0x3fu;
}

#define bit_count_8(x) bit_count_32(x)
#define bit_count_16(x) bit_count_32(x)

static inline uint64_t bit_count_64(uint64_t v)
{
    v -= (v >> 1) & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333))
        + ((v >> 2) & UINT64_C(0x3333333333333333));
    v = (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    v += v >> 8;
    v += v >> 16;
    return (v + (v >> 32)) & 0x7fu;
}

#endif
