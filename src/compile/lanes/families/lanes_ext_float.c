/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: OpenCL.std's functions on floats that need no approximation. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_ext_float.h"

/* B: bits, f: suffix of the C library's names. x, y, z are the arguments, which
 * for half have become floats. */
#define FUNCTIONS(K1, K2, K3, B, f)                                            \
    K1(OpenCLstd_Ceil, ceil##f(x))                                             \
    K1(OpenCLstd_Floor, floor##f(x))                                           \
    K1(OpenCLstd_Trunc, trunc##f(x))                                           \
    K1(OpenCLstd_Rint, rint##f(x))                                             \
    K1(OpenCLstd_Round, round_half_away_##B(x))                                \
    K1(OpenCLstd_Sqrt, sqrt##f(x))                                             \
    K1(OpenCLstd_Half_sqrt, sqrt##f(x))                                        \
    K1(OpenCLstd_Native_sqrt, sqrt##f(x))                                      \
    K1(OpenCLstd_Rsqrt, 1 / sqrt##f(x))                                        \
    K1(OpenCLstd_Half_rsqrt, 1 / sqrt##f(x))                                   \
    K1(OpenCLstd_Native_rsqrt, 1 / sqrt##f(x))                                 \
    K1(OpenCLstd_Half_recip, 1 / x)                                            \
    K1(OpenCLstd_Native_recip, 1 / x)                                          \
    K1(OpenCLstd_Logb, logb_##B(x))                                            \
    K1(OpenCLstd_Frexp, frexp_##B(x))                                          \
    K1(OpenCLstd_Modf, modf_##B(x))                                            \
    K1(GAC__EXT_MODF_INT, trunc##f(x))                                         \
    K1(GAC__EXT_FRACT_FLOOR, floor##f(x))                                      \
    K1(OpenCLstd_Degrees, x *(lane_F##B)57.295779513082321)                    \
    K1(OpenCLstd_Radians, x *(lane_F##B)0.017453292519943296)                  \
    K1(OpenCLstd_Sign, sign_##B(x))                                            \
    K2(OpenCLstd_Copysign, copysign##f(x, y))                                  \
    K2(OpenCLstd_Fdim, x <= y ? 0 : x - y)                                     \
    K2(OpenCLstd_Fmax, fmax_##B(x, y))                                         \
    K2(OpenCLstd_Fmin, fmin_##B(x, y))                                         \
    K2(OpenCLstd_FMax_common, x < y ? y : x)                                   \
    K2(OpenCLstd_FMin_common, y < x ? y : x)                                   \
    K2(OpenCLstd_Maxmag, maxmag_##B(x, y))                                     \
    K2(OpenCLstd_Minmag, minmag_##B(x, y))                                     \
    K2(OpenCLstd_Half_divide, x / y)                                           \
    K2(OpenCLstd_Native_divide, x / y)                                         \
    K2(OpenCLstd_Remainder, remainder_##B(x, y))                               \
    K2(OpenCLstd_Remquo, remainder_##B(x, y))                                  \
    K2(OpenCLstd_Step, y < x ? 0.0f : 1.0f)                                    \
    K3(OpenCLstd_Mad, x *y + z)                                                \
    K3(OpenCLstd_FClamp, fmin_##B(fmax_##B(x, y), z))                          \
    K3(OpenCLstd_Mix, x + (y - x) * z)                                         \
    K3(OpenCLstd_Smoothstep, smoothstep_##B(x, y, z))

/* K1 .. K3 say the operand types: N1 .. N3 for what is not float in, float out.
 */
#define SPECIAL(N1, N2, N3, T, F, U, B)                                        \
    N1(OpenCLstd_Ilogb, T, uint32_t, F, ilogb_##B(x))                          \
    N1(GAC__EXT_FREXP_EXP, T, uint32_t, F, frexp_exponent_##B(x))              \
    N1(GAC__EXT_LGAMMA_SIGN, T, uint32_t, F, gamma_sign_##B(x))                \
    N1(OpenCLstd_Nan, T, F, U, nan_##B(x))                                     \
    N1(OpenCLstd_Fract, T, F, F, fract_##B(x))                                 \
    N2(GAC__EXT_REMQUO_QUO, T, uint32_t, F, F, remquo_bits_##B(x, y))          \
    N2(OpenCLstd_Nextafter, T, F, F, F, nextafter_##B(x, y))                   \
    N2(OpenCLstd_Ldexp, T, F, F, int32_t, ldexp_##B(x, y))                     \
    N3(OpenCLstd_Bitselect, T, U, U, U, U, (x & ~z) | (y & z))

#define SPECIAL_16(N1, N2, N3, T, U)                                           \
    N1(OpenCLstd_Ilogb, T, uint32_t, U, ilogb_32(half_to_float(x)))            \
    N1(GAC__EXT_FREXP_EXP, T, uint32_t, U,                                     \
       frexp_exponent_32(half_to_float(x)))                                    \
    N1(GAC__EXT_LGAMMA_SIGN, T, uint32_t, U, gamma_sign_32(half_to_float(x)))  \
    N1(OpenCLstd_Nan, T, U, U, (x & 0x3ffu) | 0x7e00u)                         \
    N1(OpenCLstd_Fract, T, U, U, half_fract(x))                                \
    N2(GAC__EXT_REMQUO_QUO, T, uint32_t, U, U,                                 \
       remquo_bits_32(half_to_float(x), half_to_float(y)))                     \
    N2(OpenCLstd_Nextafter, T, U, U, U, half_nextafter(x, y))                  \
    N2(OpenCLstd_Ldexp, T, U, U, int32_t,                                      \
       half_from_float(ldexp_32(half_to_float(x), y), GAC__ROUND_RTE))         \
    N3(OpenCLstd_Bitselect, T, U, U, U, U, (x & ~z) | (y & z))

#define F32_1(f, expr) LANES_DEF1(f, F32, float, float, expr)
#define F32_2(f, expr) LANES_DEF2(f, F32, float, float, float, expr)
#define F32_3(f, expr) LANES_DEF3(f, F32, float, float, float, float, expr)
#define F64_1(f, expr) LANES_DEF1(f, F64, double, double, expr)
#define F64_2(f, expr) LANES_DEF2(f, F64, double, double, double, expr)
#define F64_3(f, expr) LANES_DEF3(f, F64, double, double, double, double, expr)
#define F16_FN(f, expr, ...)                                                   \
    static inline uint16_t LANES_NAME(f, F16, f)(__VA_ARGS__)                  \
    {                                                                          \
        return half_from_float(expr, GAC__ROUND_RTE);                          \
    }
#define F16_1(f, expr)                                                         \
    F16_FN(f, expr, float x)                                                   \
    LANES_DEF1(f, F16, uint16_t, uint16_t,                                     \
               LANES_NAME(f, F16, f)(half_to_float(x)))
#define F16_2(f, expr)                                                         \
    F16_FN(f, expr, float x, float y)                                          \
    LANES_DEF2(f, F16, uint16_t, uint16_t, uint16_t,                           \
               LANES_NAME(f, F16, f)(half_to_float(x), half_to_float(y)))
#define F16_3(f, expr)                                                         \
    F16_FN(f, expr, float x, float y, float z)                                 \
    LANES_DEF3(f, F16, uint16_t, uint16_t, uint16_t, uint16_t,                 \
               LANES_NAME(f, F16, f)(half_to_float(x), half_to_float(y),       \
                                     half_to_float(z)))

FUNCTIONS(F16_1, F16_2, F16_3, 32, f)
FUNCTIONS(F32_1, F32_2, F32_3, 32, f)
FUNCTIONS(F64_1, F64_2, F64_3, 64, )
SPECIAL_16(LANES_DEF1, LANES_DEF2, LANES_DEF3, F16, uint16_t)
SPECIAL(LANES_DEF1, LANES_DEF2, LANES_DEF3, F32, float, uint32_t, 32)
SPECIAL(LANES_DEF1, LANES_DEF2, LANES_DEF3, F64, double, uint64_t, 64)

#undef F16_1
#undef F16_2
#undef F16_3
#undef F32_1
#undef F32_2
#undef F32_3
#undef F64_1
#undef F64_2
#undef F64_3

gac__lane_kernel *LANES_FIND(ext_float)(uint16_t op, uint8_t ty, uint32_t sub,
                                        uint64_t imm, unsigned uniform)
{
#define ROW(f, T, n)                                                           \
    [GAC__EXT_ROW(f)][GAC__TY_##T - GAC__TY_F16] = {LANES_ROW##n(f, T)},
#define F16_1(f, expr) ROW(f, F16, 1)
#define F16_2(f, expr) ROW(f, F16, 2)
#define F16_3(f, expr) ROW(f, F16, 3)
#define F32_1(f, expr) ROW(f, F32, 1)
#define F32_2(f, expr) ROW(f, F32, 2)
#define F32_3(f, expr) ROW(f, F32, 3)
#define F64_1(f, expr) ROW(f, F64, 1)
#define F64_2(f, expr) ROW(f, F64, 2)
#define F64_3(f, expr) ROW(f, F64, 3)
#define ROW1(f, T, ...) ROW(f, T, 1)
#define ROW2(f, T, ...) ROW(f, T, 2)
#define ROW3(f, T, ...) ROW(f, T, 3)
    /* clang-format off */
    static const gac__lane_row rows[GAC__EXT_ROWS][3] = {
        FUNCTIONS(F16_1, F16_2, F16_3, 32, f)
        FUNCTIONS(F32_1, F32_2, F32_3, 32, f)
        FUNCTIONS(F64_1, F64_2, F64_3, 64, )
        SPECIAL_16(ROW1, ROW2, ROW3, F16, uint16_t)
        SPECIAL(ROW1, ROW2, ROW3, F32, float, uint32_t, 32)
        SPECIAL(ROW1, ROW2, ROW3, F64, double, uint64_t, 64)
    };
    /* clang-format on */
    (void)op, (void)imm;
    return rows[GAC__EXT_ROW(sub)][ty - GAC__TY_F16].kernel[uniform];
}
