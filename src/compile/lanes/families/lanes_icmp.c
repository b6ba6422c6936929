/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: comparisons of integers and of booleans. */

#include "compile/lanes/lanes_template.h"

/* clang-format off */
#define EQUAL_TABLE(K2, T, U)                                                  \
    K2(IEQ, T, uint8_t, U, U, x == y)                                          \
    K2(INE, T, uint8_t, U, U, x != y)
#define ORDER_TABLE(K2, T, U, S)                                               \
    K2(ULT, T, uint8_t, U, U, x < y)                                           \
    K2(ULE, T, uint8_t, U, U, x <= y)                                          \
    K2(SLT, T, uint8_t, S, S, x < y)                                           \
    K2(SLE, T, uint8_t, S, S, x <= y)
#define ICMP_TABLE(K2)                                                         \
    EQUAL_TABLE(K2, BOOL, uint8_t)                                             \
    EQUAL_TABLE(K2, I8, uint8_t) ORDER_TABLE(K2, I8, uint8_t, int8_t)          \
    EQUAL_TABLE(K2, I16, uint16_t) ORDER_TABLE(K2, I16, uint16_t, int16_t)     \
    EQUAL_TABLE(K2, I32, uint32_t) ORDER_TABLE(K2, I32, uint32_t, int32_t)     \
    EQUAL_TABLE(K2, I64, uint64_t) ORDER_TABLE(K2, I64, uint64_t, int64_t)
/* clang-format on */

ICMP_TABLE(LANES_DEF2)

#define ROW(n, op, T)                                                          \
    [GAC__IR_##op -                                                            \
        GAC__IR_IEQ][GAC__TY_##T - GAC__TY_BOOL] = {LANES_ROW##n(op, T)},
LANES_FAMILY(icmp, GAC__IR_IEQ, GAC__IR_SLE, GAC__TY_BOOL, GAC__TY_I64,
             ICMP_TABLE(LANES_ENTER2))
