/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Conversions of one lane: correctly rounded in every mode, and total.
 *
 * Integers and doubles to float types: the hardware rounds to nearest;
 * comparing the result with the exact value tells whether it went past it, and
 * a step of one unit in the magnitude's bits mends that. No rounding mode is
 * ever set.
 *
 * Float types to integers: rounded as a float first, then limited to what the
 * integer holds; NaN gives 0. Without saturation the value out of range is
 * undefined; it is the saturated one here.
 */
#ifndef GAC_COMPILE_LANES_CONVERT_H
#define GAC_COMPILE_LANES_CONVERT_H

#include "compile/lanes/lanes_float.h"

/* Corrects a magnitude's bits. `past`, `short_of`: the nearest value is above,
 * or below, the exact one; `away`: the mode rounds its sign away from 0. */
#define NUDGE(bits, past, short_of, away)                                      \
    ((bits) - (unsigned)((past) & !(away)) + (unsigned)((short_of) & (away)))

static inline float float_from_double(double x, gac__rounding mode)
{
    const float near = (float)x;
    const unsigned past = fabs((double)near) > fabs(x);
    const unsigned short_of = fabs((double)near) < fabs(x);
    if (mode == GAC__ROUND_RTE)
        return near;
    return float_of(
        NUDGE(float_bits(near), past, short_of, rounds_away(mode, x < 0)));
}

/* 32 bits and less are exact in double. */
#define FLOAT_FROM_32(name, INT)                                               \
    static inline float name(INT x, gac__rounding mode)                        \
    {                                                                          \
        return mode == GAC__ROUND_RTE ? (float)x                               \
                                      : float_from_double((double)x, mode);    \
    }

FLOAT_FROM_32(float_from_i32, int32_t)
FLOAT_FROM_32(float_from_u32, uint32_t)
#undef FLOAT_FROM_32

/* 64 bits: compared as integers, of magnitude up to 2^64. */
#define FROM_64(name, F, to_bits, of_bits)                                     \
    static inline F name##_from_u64(uint64_t x, gac__rounding mode)            \
    {                                                                          \
        const F near = (F)x;                                                   \
        const unsigned top = near >= (F)0x1p64; /* past all */                 \
        const uint64_t back = top ? 0 : (uint64_t)near;                        \
        const unsigned past = top | (back > x);                                \
        const unsigned short_of = !top & (back < x);                           \
        if (mode == GAC__ROUND_RTE)                                            \
            return near;                                                       \
        return of_bits(                                                        \
            NUDGE(to_bits(near), past, short_of, rounds_away(mode, 0)));       \
    }                                                                          \
    static inline F name##_from_i64(int64_t x, gac__rounding mode)             \
    {                                                                          \
        const unsigned negative = x < 0;                                       \
        const uint64_t u = (uint64_t)x;                                        \
        const gac__rounding flipped =                                          \
            !negative                ? mode                                    \
            : mode == GAC__ROUND_RTP ? GAC__ROUND_RTN                          \
            : mode == GAC__ROUND_RTN ? GAC__ROUND_RTP                          \
                                     : mode;                                   \
        F magnitude;                                                           \
        if (mode == GAC__ROUND_RTE)                                            \
            return (F)x;                                                       \
        magnitude = name##_from_u64(negative ? 0u - u : u, flipped);           \
        return negative ? -magnitude : magnitude;                              \
    }

FROM_64(float, float, float_bits, float_of)
FROM_64(double, double, double_bits, double_of)
#undef FROM_64

/* To half: from 65520 on all is out of range, so that nothing changes if the
 * integer is limited to 2^20, which float holds exactly. */
#define HALF_LIMIT (1 << 20)
#define HALF_FROM_INT(BITS)                                                    \
    static inline uint16_t half_from_i##BITS(int##BITS##_t x,                  \
                                             gac__rounding mode)               \
    {                                                                          \
        const int32_t y = (int32_t)(x > HALF_LIMIT    ? HALF_LIMIT             \
                                    : x < -HALF_LIMIT ? -HALF_LIMIT            \
                                                      : x);                    \
        return half_from_float((float)y, mode);                                \
    }                                                                          \
    static inline uint16_t half_from_u##BITS(uint##BITS##_t x,                 \
                                             gac__rounding mode)               \
    {                                                                          \
        const int32_t y = (int32_t)(x > HALF_LIMIT ? HALF_LIMIT : x);          \
        return half_from_float((float)y, mode);                                \
    }

HALF_FROM_INT(32)
HALF_FROM_INT(64)
#undef HALF_FROM_INT
#undef HALF_LIMIT

/* -- to integers ----------------------------------------------------------- */

#define ROUNDING(F, B, f)                                                      \
    static inline F round_##B(F x, gac__rounding mode)                         \
    {                                                                          \
        return mode == GAC__ROUND_RTE   ? rint##f(x)                           \
               : mode == GAC__ROUND_RTP ? ceil##f(x)                           \
               : mode == GAC__ROUND_RTN ? floor##f(x)                          \
                                        : trunc##f(x);                         \
    }

ROUNDING(float, 32, f)
ROUNDING(double, 64, )
#undef ROUNDING

/* `low` and `high` are the integer's limits where F holds them exactly;
 * `beyond`, one more than the greatest integer, always is. Values are limited
 * before they are converted, the greatest result is put in after. */
#define TO_INT(name, F, I, BITS, low, below_beyond, beyond, greatest)          \
    static inline I name(F x, gac__rounding mode)                              \
    {                                                                          \
        const F r = round_##BITS(x, mode);                                     \
        const F up = r >= (F)(low) ? r : (F)(low);                             \
        const F in = up < (F)(beyond) ? up : (F)(below_beyond);                \
        const I i = (I)in;                                                     \
        const I top = r >= (F)(beyond) ? (I)(greatest) : i;                    \
        return x == x ? top : 0;                                               \
    }

#define TO_SMALL(F, f, BITS)                                                   \
    TO_INT(s8_from_##f, F, int32_t, BITS, -128, 127, 128, 127)                 \
    TO_INT(u8_from_##f, F, int32_t, BITS, 0, 255, 256, 255)                    \
    TO_INT(s16_from_##f, F, int32_t, BITS, -32768, 32767, 32768, 32767)        \
    TO_INT(u16_from_##f, F, int32_t, BITS, 0, 65535, 65536, 65535)
TO_SMALL(float, float, 32)
TO_SMALL(double, double, 64)
TO_INT(s32_from_float, float, int32_t, 32, INT32_MIN, 0, 0x1p31, INT32_MAX)
TO_INT(u32_from_float, float, uint32_t, 32, 0, 0, 0x1p32, UINT32_MAX)
TO_INT(s64_from_float, float, int64_t, 32, INT64_MIN, 0, 0x1p63, INT64_MAX)
TO_INT(u64_from_float, float, uint64_t, 32, 0, 0, 0x1p64, UINT64_MAX)
TO_INT(s32_from_double, double, int32_t, 64, INT32_MIN, 0, 0x1p31, INT32_MAX)
TO_INT(u32_from_double, double, uint32_t, 64, 0, 0, 0x1p32, UINT32_MAX)
TO_INT(s64_from_double, double, int64_t, 64, INT64_MIN, 0, 0x1p63, INT64_MAX)
TO_INT(u64_from_double, double, uint64_t, 64, 0, 0, 0x1p64, UINT64_MAX)
#undef TO_SMALL
#undef TO_INT

/* -- between integers ------------------------------------------------------ */

typedef int8_t lane_signed_I8;
typedef int16_t lane_signed_I16;
typedef int32_t lane_signed_I32;
typedef int64_t lane_signed_I64;

#define LANE_UMAX_I8 UINT8_MAX
#define LANE_UMAX_I16 UINT16_MAX
#define LANE_UMAX_I32 UINT32_MAX
#define LANE_SMAX_I8 INT8_MAX
#define LANE_SMAX_I16 INT16_MAX
#define LANE_SMAX_I32 INT32_MAX
#define LANE_SMAX_I64 INT64_MAX
#define LANE_SMIN_I8 INT8_MIN
#define LANE_SMIN_I16 INT16_MIN
#define LANE_SMIN_I32 INT32_MIN

#endif
