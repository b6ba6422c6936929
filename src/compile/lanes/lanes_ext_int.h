/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std's integer functions on one lane, written so that loops vectorize.
 */
#ifndef GAC_COMPILE_LANES_EXT_INT_H
#define GAC_COMPILE_LANES_EXT_INT_H

#include <spirv/unified1/OpenCL.std.h>

#include "compile/lanes/lanes_int.h"

/* Leading zeros: what is not below the highest set bit. */
#define LANES_CLZ(BITS, U)                                                     \
    static inline U clz_##BITS(U x)                                            \
    {                                                                          \
        for (int i = 1; i < BITS; i *= 2)                                      \
            x = (U)(x | x >> i);                                               \
        return (U)(BITS - bit_count_##BITS(x));                                \
    }

LANES_CLZ(8, uint8_t)
LANES_CLZ(16, uint16_t)
LANES_CLZ(32, uint32_t)
LANES_CLZ(64, uint64_t)
#undef LANES_CLZ

/* Saturating: a wrapped sum is wrong where its sign differs from both
 * operands', a difference where it differs from the first's and that from the
 * second's; then the limit on x's side is right. */
#define LANES_SATURATE(BITS, U, S, MAX)                                        \
    static inline S sadd_sat_##BITS(S x, S y)                                  \
    {                                                                          \
        const S sum = (S)((U)x + 1u * (U)y);                                   \
        const S limit = (S)((x >> (BITS - 1)) ^ MAX);                          \
        return ((x ^ sum) & (y ^ sum)) < 0 ? limit : sum;                      \
    }                                                                          \
    static inline S ssub_sat_##BITS(S x, S y)                                  \
    {                                                                          \
        const S difference = (S)((U)x - 1u * (U)y);                            \
        const S limit = (S)((x >> (BITS - 1)) ^ MAX);                          \
        return ((x ^ y) & (x ^ difference)) < 0 ? limit : difference;          \
    }

LANES_SATURATE(8, uint8_t, int8_t, INT8_MAX)
LANES_SATURATE(16, uint16_t, int16_t, INT16_MAX)
LANES_SATURATE(32, uint32_t, int32_t, INT32_MAX)
LANES_SATURATE(64, uint64_t, int64_t, INT64_MAX)
#undef LANES_SATURATE

/* In twice the width x * y + z cannot overflow. */
#define LANES_MAD_SAT(BITS, U, S, UW, SW, UMAX, SMIN, SMAX)                    \
    static inline U umad_sat_##BITS(U x, U y, U z)                             \
    {                                                                          \
        const UW r = (UW)((UW)x * (UW)y + (UW)z);                              \
        return (U)(r > UMAX ? UMAX : r);                                       \
    }                                                                          \
    static inline S smad_sat_##BITS(S x, S y, S z)                             \
    {                                                                          \
        const SW r = (SW)((SW)x * (SW)y + (SW)z);                              \
        return (S)(r > SMAX ? SMAX : r < SMIN ? SMIN : r);                     \
    }

LANES_MAD_SAT(8, uint8_t, int8_t, uint32_t, int32_t, UINT8_MAX, INT8_MIN,
              INT8_MAX)
LANES_MAD_SAT(16, uint16_t, int16_t, uint32_t, int32_t, UINT16_MAX, INT16_MIN,
              INT16_MAX)
LANES_MAD_SAT(32, uint32_t, int32_t, uint64_t, int64_t, UINT32_MAX, INT32_MIN,
              INT32_MAX)
LANES_MAD_SAT(64, uint64_t, int64_t, lane_u128, lane_s128, UINT64_MAX,
              INT64_MIN, INT64_MAX)
#undef LANES_MAD_SAT

/* The lower 24 bits, sign extended; unsigned, so that products wrap. */
static inline uint32_t low24(uint32_t x)
{
    return (uint32_t)((int32_t)(x << 8) >> 8);
}

#endif
