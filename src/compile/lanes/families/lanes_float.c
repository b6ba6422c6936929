/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: arithmetic, comparison and classification of float and double. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_float.h"

/* F and U: the type and the unsigned integer of its width; f is fmodf's suffix.
 * Signs and classes are read from the bits: exact, whatever the NaN. */
#define ARITHMETIC(K2, T, F, BITS, f)                                          \
    K2(FADD, T, F, F, F, x + y)                                                \
    K2(FSUB, T, F, F, F, x - y)                                                \
    K2(FMUL, T, F, F, F, x *y)                                                 \
    K2(FDIV, T, F, F, F, x / y)                                                \
    K2(FREM, T, F, F, F, fmod##f(x, y))                                        \
    K2(FMOD, T, F, F, F, mod_sign_##BITS(x, y))
#define SIGNS(K1, T, U, SIGN)                                                  \
    K1(FNEG, T, U, U, x ^ (SIGN))                                              \
    K1(FABS, T, U, U, x & ~(SIGN))
/* clang-format off */
#define COMPARISONS(K2, T, F)                                                  \
    K2(FOEQ, T, uint8_t, F, F, x == y)                                         \
    K2(FONE, T, uint8_t, F, F, (x < y) | (x > y))                              \
    K2(FOLT, T, uint8_t, F, F, x < y)                                          \
    K2(FOLE, T, uint8_t, F, F, x <= y)                                         \
    K2(FUEQ, T, uint8_t, F, F, !((x < y) | (x > y)))                           \
    K2(FUNE, T, uint8_t, F, F, x != y)                                         \
    K2(FULT, T, uint8_t, F, F, !(x >= y))                                      \
    K2(FULE, T, uint8_t, F, F, !(x > y))                                       \
    K2(FORD, T, uint8_t, F, F, (x == x) & (y == y))                            \
    K2(FUNO, T, uint8_t, F, F, (x != x) | (y != y))
/* clang-format on */
#define CLASSES(K1, T, U, SIGN, INF, MIN)                                      \
    K1(FISNAN, T, uint8_t, U, (x & ~(SIGN)) > INF)                             \
    K1(FISINF, T, uint8_t, U, (x & ~(SIGN)) == INF)                            \
    K1(FISFINITE, T, uint8_t, U, (x & ~(SIGN)) < INF)                          \
    K1(FISNORMAL, T, uint8_t, U, (U)((x & ~(SIGN)) - MIN) < INF - MIN)         \
    K1(FSIGNBIT, T, uint8_t, U, (x & (SIGN)) != 0)

#define MIN_32 0x00800000u
#define MIN_64 UINT64_C(0x0010000000000000)
/* clang-format off */
#define FLOAT_TABLE(K1, K2, K3)                                                \
    ARITHMETIC(K2, F32, float, 32, f)                                          \
    ARITHMETIC(K2, F64, double, 64, )                                          \
    SIGNS(K1, F32, uint32_t, SIGN_32)                                          \
    SIGNS(K1, F64, uint64_t, SIGN_64)                                          \
    K3(FMA, F32, float, float, float, float, fmaf(x, y, z))                    \
    K3(FMA, F64, double, double, double, double, fma(x, y, z))                 \
    COMPARISONS(K2, F32, float)                                                \
    COMPARISONS(K2, F64, double)                                               \
    CLASSES(K1, F32, uint32_t, SIGN_32, INF_32, MIN_32)                        \
    CLASSES(K1, F64, uint64_t, SIGN_64, INF_64, MIN_64)
/* clang-format on */

FLOAT_TABLE(LANES_DEF1, LANES_DEF2, LANES_DEF3)

#define ROW(n, op, T)                                                          \
    [GAC__IR_##op -                                                            \
        GAC__IR_FADD][GAC__TY_##T - GAC__TY_F32] = {LANES_ROW##n(op, T)},
LANES_FAMILY(float, GAC__IR_FADD, GAC__IR_FSIGNBIT, GAC__TY_F32, GAC__TY_F64,
             FLOAT_TABLE(LANES_ENTER1, LANES_ENTER2, LANES_ENTER3))
