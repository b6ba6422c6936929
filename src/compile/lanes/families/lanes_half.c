/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: arithmetic, comparison and classification of half.
 *
 * Halves are computed in float and rounded once more: float has 24 >= 2 * 11 +
 * 2 bits of significand, for which the second rounding of + - * / does no harm.
 * FMA is computed otherwise (lanes_half.h).
 *
 * Where the instruction set converts halves, x, y and z are vectors of floats
 * and the expressions are vector expressions: hence (c) == 0 for "not c". fmodf
 * has no vector version.
 */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_half.h"

/* clang-format off */
#define HALF_TABLE(K2, M2, K3, C2, B1)                                         \
    K2(FADD, x + y)                                                            \
    K2(FSUB, x - y)                                                            \
    K2(FMUL, x * y)                                                            \
    K2(FDIV, x / y)                                                            \
    M2(FREM, fmodf(x, y))                                                      \
    M2(FMOD, mod_sign_32(x, y))                                                \
    K3(FMA, half_fma(x, y, z))                                                 \
    B1(FNEG, uint16_t, x ^ 0x8000u)                                            \
    B1(FABS, uint16_t, x & 0x7fffu)                                            \
    C2(FOEQ, x == y)                                                           \
    C2(FONE, (x < y) | (x > y))                                                \
    C2(FOLT, x < y)                                                            \
    C2(FOLE, x <= y)                                                           \
    C2(FUEQ, ((x < y) | (x > y)) == 0)                                         \
    C2(FUNE, x != y)                                                           \
    C2(FULT, (x >= y) == 0)                                                    \
    C2(FULE, (x > y) == 0)                                                     \
    C2(FORD, (x == x) & (y == y))                                              \
    C2(FUNO, (x != x) | (y != y))                                              \
    B1(FISNAN, uint8_t, (x & 0x7fffu) > 0x7c00u)                               \
    B1(FISINF, uint8_t, (x & 0x7fffu) == 0x7c00u)                              \
    B1(FISFINITE, uint8_t, (x & 0x7fffu) < 0x7c00u)                            \
    B1(FISNORMAL, uint8_t, (uint16_t)((x & 0x7fffu) - 0x400u) < 0x7800u)       \
    B1(FSIGNBIT, uint8_t, x >> 15)
/* clang-format on */

#define DEF_BITS(op, R, expr) LANES_DEF1(op, F16, R, uint16_t, expr)
HALF_TABLE(HALF_DEF2, HALF_DEF2_SCALAR, HALF_DEF3, HALF_COMPARE, DEF_BITS)

#define ROW1(op, ...) [GAC__IR_##op - GAC__IR_FADD] = {{LANES_ROW1(op, F16)}},
#define ROW2(op, ...) [GAC__IR_##op - GAC__IR_FADD] = {{LANES_ROW2(op, F16)}},
#define ROW3(op, ...) [GAC__IR_##op - GAC__IR_FADD] = {{LANES_ROW3(op, F16)}},
LANES_FAMILY(half, GAC__IR_FADD, GAC__IR_FSIGNBIT, GAC__TY_F16, GAC__TY_F16,
             HALF_TABLE(ROW2, ROW2, ROW3, ROW2, ROW1))
