/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: conversions between integers, halves, floats and doubles. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_convert.h"
#include "compile/lanes/lanes_half.h"

/* The tables say K1(op, S, M, D, type of the result, type of x, expression): S
 * is the source's type, D the result's, M the rounding mode, RTE where the
 * conversion is exact or has no mode. */

/* clang-format off */
#define NARROWER(K1, D, S)                                                     \
    K1(TRUNC, S, RTE, D, lane_##D, lane_##S, x)                                \
    K1(SSAT_S, S, RTE, D, lane_##D, lane_signed_##S,                           \
       x < LANE_SMIN_##D   ? LANE_SMIN_##D                                     \
       : x > LANE_SMAX_##D ? LANE_SMAX_##D                                     \
                           : x)                                                \
    K1(SSAT_U, S, RTE, D, lane_##D, lane_signed_##S,                           \
       x < 0                                  ? 0                              \
       : x > (lane_signed_##S)LANE_UMAX_##D   ? LANE_UMAX_##D                  \
                                              : (lane_##S)x)                   \
    K1(USAT_U, S, RTE, D, lane_##D, lane_##S,                                  \
       x > LANE_UMAX_##D ? LANE_UMAX_##D : x)                                  \
    K1(USAT_S, S, RTE, D, lane_##D, lane_##S,                                  \
       x > (lane_##S)LANE_SMAX_##D ? (lane_##S)LANE_SMAX_##D : x)
/* clang-format on */

#define SAME(K1, T)                                                            \
    K1(SSAT_S, T, RTE, T, lane_##T, lane_##T, x)                               \
    K1(SSAT_U, T, RTE, T, lane_##T, lane_signed_##T, x < 0 ? 0 : x)            \
    K1(USAT_U, T, RTE, T, lane_##T, lane_##T, x)                               \
    K1(USAT_S, T, RTE, T, lane_##T, lane_##T,                                  \
       x > (lane_##T)LANE_SMAX_##T ? (lane_##T)LANE_SMAX_##T : x)

#define WIDER(K1, D, S)                                                        \
    K1(ZEXT, S, RTE, D, lane_##D, lane_##S, x)                                 \
    K1(SEXT, S, RTE, D, lane_##D, lane_signed_##S, x)                          \
    K1(SSAT_S, S, RTE, D, lane_##D, lane_signed_##S, x)                        \
    K1(SSAT_U, S, RTE, D, lane_##D, lane_signed_##S, x < 0 ? 0 : x)            \
    K1(USAT_U, S, RTE, D, lane_##D, lane_##S, x)                               \
    K1(USAT_S, S, RTE, D, lane_##D, lane_##S, x)

#define FROM_BOOL(K1, D)                                                       \
    K1(ZEXT, BOOL, RTE, D, lane_##D, uint8_t, x)                               \
    K1(SEXT, BOOL, RTE, D, lane_##D, uint8_t, 0u - (lane_##D)x)

/* clang-format off */
#define INT_TO_INT(K1)                                                         \
    FROM_BOOL(K1, I8) FROM_BOOL(K1, I16) FROM_BOOL(K1, I32) FROM_BOOL(K1, I64) \
    SAME(K1, I8) SAME(K1, I16) SAME(K1, I32) SAME(K1, I64)                     \
    WIDER(K1, I16, I8) WIDER(K1, I32, I8) WIDER(K1, I64, I8)                   \
    WIDER(K1, I32, I16) WIDER(K1, I64, I16) WIDER(K1, I64, I32)                \
    NARROWER(K1, I8, I16) NARROWER(K1, I8, I32) NARROWER(K1, I8, I64)          \
    NARROWER(K1, I16, I32) NARROWER(K1, I16, I64) NARROWER(K1, I32, I64)
/* clang-format on */

/* clang-format off */
#define MODES(X, ...)                                                          \
    X(__VA_ARGS__, RTE) X(__VA_ARGS__, RTZ)                                    \
    X(__VA_ARGS__, RTP) X(__VA_ARGS__, RTN)
/* clang-format on */

/* U and I: name##_from_u.. and .._from_i.. of lanes_convert.h, by bits. */
#define ROUNDED_TO_FLOAT(K1, D, name, S, BITS, M)                              \
    K1(UTOF, S, M, D, lane_##D, lane_##S,                                      \
       name##_from_u##BITS(x, GAC__ROUND_##M))                                 \
    K1(STOF, S, M, D, lane_##D, lane_signed_##S,                               \
       name##_from_i##BITS(x, GAC__ROUND_##M))
#define EXACT_TO_FLOAT(K1, D, S)                                               \
    K1(UTOF, S, RTE, D, lane_##D, lane_##S, (lane_##D)x)                       \
    K1(STOF, S, RTE, D, lane_##D, lane_signed_##S, (lane_##D)x)

#define INT_TO_FLOAT(K1)                                                       \
    K1(UTOF, BOOL, RTE, F16, uint16_t, uint8_t, x ? 0x3c00u : 0u)              \
    K1(UTOF, BOOL, RTE, F32, float, uint8_t, (float)x)                         \
    K1(UTOF, BOOL, RTE, F64, double, uint8_t, (double)x)                       \
    ROUNDED_TO_FLOAT(K1, F16, half, I8, 32, RTE)                               \
    MODES(ROUNDED_TO_FLOAT, K1, F16, half, I16, 32)                            \
    MODES(ROUNDED_TO_FLOAT, K1, F16, half, I32, 32)                            \
    MODES(ROUNDED_TO_FLOAT, K1, F16, half, I64, 64)                            \
    EXACT_TO_FLOAT(K1, F32, I8)                                                \
    EXACT_TO_FLOAT(K1, F32, I16)                                               \
    MODES(ROUNDED_TO_FLOAT, K1, F32, float, I32, 32)                           \
    MODES(ROUNDED_TO_FLOAT, K1, F32, float, I64, 64)                           \
    EXACT_TO_FLOAT(K1, F64, I8)                                                \
    EXACT_TO_FLOAT(K1, F64, I16)                                               \
    EXACT_TO_FLOAT(K1, F64, I32)                                               \
    MODES(ROUNDED_TO_FLOAT, K1, F64, double, I64, 64)

#define TO_INTS(K1, S, name, value, M)                                         \
    K1(FTOS, S, M, I8, uint8_t, lane_##S, s8_from_##name(value, M_(M)))        \
    K1(FTOS, S, M, I16, uint16_t, lane_##S, s16_from_##name(value, M_(M)))     \
    K1(FTOS, S, M, I32, uint32_t, lane_##S, s32_from_##name(value, M_(M)))     \
    K1(FTOS, S, M, I64, uint64_t, lane_##S, s64_from_##name(value, M_(M)))     \
    K1(FTOU, S, M, I8, uint8_t, lane_##S, u8_from_##name(value, M_(M)))        \
    K1(FTOU, S, M, I16, uint16_t, lane_##S, u16_from_##name(value, M_(M)))     \
    K1(FTOU, S, M, I32, uint32_t, lane_##S, u32_from_##name(value, M_(M)))     \
    K1(FTOU, S, M, I64, uint64_t, lane_##S, u64_from_##name(value, M_(M)))
#define M_(M) GAC__ROUND_##M
#define FLOAT_TO_INT(K1)                                                       \
    MODES(TO_INTS, K1, F16, float, half_to_float(x))                           \
    MODES(TO_INTS, K1, F32, float, x)                                          \
    MODES(TO_INTS, K1, F64, double, x)

/* H16 and H32: half from and to float, which may be one instruction. */
#define ROUNDED_FLOAT(K1, H16, M)                                              \
    H16(K1, M)                                                                 \
    K1(FTOF, F64, M, F16, uint16_t, double, half_from_double(x, M_(M)))        \
    K1(FTOF, F64, M, F32, float, double, float_from_double(x, M_(M)))
#define FLOAT_TO_FLOAT(K1, H16, H32)                                           \
    H32(K1)                                                                    \
    K1(FTOF, F16, RTE, F64, double, uint16_t, half_to_float(x))                \
    K1(FTOF, F32, RTE, F64, double, float, x)                                  \
    MODES(ROUNDED_FLOAT, K1, H16)

#define DEF1(op, S, M, D, R, A, expr) LANES_DEF1(op##_##S##_##M, D, R, A, expr)
INT_TO_INT(DEF1)
INT_TO_FLOAT(DEF1)
FLOAT_TO_INT(DEF1)
FLOAT_TO_FLOAT(DEF1, HALF_OF_FLOAT, FLOAT_OF_HALF)

#define ROW(op, S, M, D, ...)                                                  \
    [GAC__IR_##op - GAC__IR_TRUNC][GAC__TY_##S][GAC__TY_##D][GAC__ROUND_##M] = \
        LANES_NAME(op##_##S##_##M, D, v),
#define ROW_H16(K1, M) ROW(FTOF, F32, M, F16, )
#define ROW_H32(K1) ROW(FTOF, F16, RTE, F32, )
/* clang-format off */
gac__lane_conversions LANES_FIND(convert) = {
    INT_TO_INT(ROW) INT_TO_FLOAT(ROW) FLOAT_TO_INT(ROW)
    FLOAT_TO_FLOAT(ROW, ROW_H16, ROW_H32)
};
/* clang-format on */
