/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: OpenCL.std's functions on floats that need no approximation. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_ext_float.h"
#include "compile/lanes/lanes_half.h"

/* T: the type, B: the bits that are computed with, f: suffix of the C library's
 * names. x, y, z are the arguments, which for half have become floats. */
#define FUNCTIONS(K1, K2, K3, T, B, f)                                         \
    K1(OpenCLstd_Ceil, T, ceil##f(x))                                          \
    K1(OpenCLstd_Floor, T, floor##f(x))                                        \
    K1(OpenCLstd_Trunc, T, trunc##f(x))                                        \
    K1(OpenCLstd_Rint, T, rint##f(x))                                          \
    K1(OpenCLstd_Round, T, round_half_away_##B(x))                             \
    K1(OpenCLstd_Sqrt, T, sqrt##f(x))                                          \
    K1(OpenCLstd_Rsqrt, T, 1 / sqrt##f(x))                                     \
    K1(OpenCLstd_Logb, T, logb_##B(x))                                         \
    K1(OpenCLstd_Frexp, T, frexp_##B(x))                                       \
    K1(OpenCLstd_Modf, T, modf_##B(x))                                         \
    K1(OpenCLstd_Degrees, T, x *(lane_F##B)57.295779513082321)                 \
    K1(OpenCLstd_Radians, T, x *(lane_F##B)0.017453292519943296)               \
    K1(OpenCLstd_Sign, T, sign_##B(x))                                         \
    K2(OpenCLstd_Copysign, T, copysign##f(x, y))                               \
    K2(OpenCLstd_Fdim, T, x <= y ? 0 : x - y)                                  \
    K2(OpenCLstd_Fmax, T, fmax_##B(x, y))                                      \
    K2(OpenCLstd_Fmin, T, fmin_##B(x, y))                                      \
    K2(OpenCLstd_FMax_common, T, x < y ? y : x)                                \
    K2(OpenCLstd_FMin_common, T, y < x ? y : x)                                \
    K2(OpenCLstd_Maxmag, T, maxmag_##B(x, y))                                  \
    K2(OpenCLstd_Minmag, T, minmag_##B(x, y))                                  \
    K2(OpenCLstd_Remainder, T, remainder_##B(x, y))                            \
    K2(OpenCLstd_Step, T, y < x ? 0.0f : 1.0f)                                 \
    K3(OpenCLstd_Mad, T, x *y + z)                                             \
    K3(OpenCLstd_FClamp, T, fmin_##B(fmax_##B(x, y), z))                       \
    K3(OpenCLstd_Mix, T, x + (y - x) * z)                                      \
    K3(OpenCLstd_Smoothstep, T, smoothstep_##B(x, y, z))

/* K1 .. K3 say the operand types: N1 .. N3 for what is not float in, float out.
 * F, U: the type, and the unsigned integer of its width; B, C: the bits of the
 * format, and those that are computed with, from `in`() on. */
#define SPECIAL(N1, N2, N3, T, F, U, B, C, in)                                 \
    N1(OpenCLstd_Ilogb, T, uint32_t, F, ilogb_##C(in(x)))                      \
    N1(GAC__EXT_FREXP_EXP, T, uint32_t, F, frexp_exponent_##C(in(x)))          \
    N1(GAC__EXT_LGAMMA_SIGN, T, uint32_t, F, gamma_sign_##C(in(x)))            \
    N1(OpenCLstd_Nan, T, F, U, nan_##B(x))                                     \
    N1(OpenCLstd_Fract, T, F, F, fract_##B(x))                                 \
    N2(GAC__EXT_REMQUO_QUO, T, uint32_t, F, F, remquo_bits_##C(in(x), in(y)))  \
    N2(OpenCLstd_Nextafter, T, F, F, F, nextafter_##B(x, y))                   \
    N2(OpenCLstd_Ldexp, T, F, F, int32_t, ldexp_##B(x, y))

#define FLOAT_1(op, T, expr) LANES_DEF1(op, T, lane_##T, lane_##T, expr)
#define FLOAT_2(op, T, expr)                                                   \
    LANES_DEF2(op, T, lane_##T, lane_##T, lane_##T, expr)
#define FLOAT_3(op, T, expr)                                                   \
    LANES_DEF3(op, T, lane_##T, lane_##T, lane_##T, lane_##T, expr)
#define HALF_1(op, T, expr) HALF_FN1(op, expr)
#define HALF_2(op, T, expr) HALF_FN2(op, uint16_t, HALF_NEAR, expr)
#define HALF_3(op, T, expr) HALF_FN3(op, expr)

FUNCTIONS(HALF_1, HALF_2, HALF_3, F16, 32, f)
FUNCTIONS(FLOAT_1, FLOAT_2, FLOAT_3, F32, 32, f)
FUNCTIONS(FLOAT_1, FLOAT_2, FLOAT_3, F64, 64, )
SPECIAL(LANES_DEF1, LANES_DEF2, LANES_DEF3, F16, uint16_t, uint16_t, 16, 32,
        half_to_float)
SPECIAL(LANES_DEF1, LANES_DEF2, LANES_DEF3, F32, float, uint32_t, 32, 32, )
SPECIAL(LANES_DEF1, LANES_DEF2, LANES_DEF3, F64, double, uint64_t, 64, 64, )

#define ROW(n, f, T)                                                           \
    [GAC__LANES_EXT(f) -                                                       \
        GAC__IR_PURE_COUNT][GAC__TY_##T - GAC__TY_F16] = {LANES_ROW##n(f, T)},
#define TABLES(WHAT, ...)                                                      \
    WHAT(LANES_ENTER1, LANES_ENTER2, LANES_ENTER3, __VA_ARGS__)
/* clang-format off */
LANES_FAMILY(ext_float, GAC__LANES_EXT(0), GAC__LANES_EXT(GAC__EXT_LIMIT - 1),
             GAC__TY_F16, GAC__TY_F64,
             TABLES(FUNCTIONS, F16, 32, f)
             TABLES(FUNCTIONS, F32, 32, f)
             TABLES(FUNCTIONS, F64, 64, )
             TABLES(SPECIAL, F16, uint16_t, uint16_t, 16, 32, half_to_float)
             TABLES(SPECIAL, F32, float, uint32_t, 32, 32, )
             TABLES(SPECIAL, F64, double, uint64_t, 64, 64, ))
/* clang-format on */
