/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: integer arithmetic; booleans where they make sense. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_int.h"

/* U and S: the unsigned and signed type of T's width; 1u keeps narrow products
 * out of int, where they could overflow. */
/* clang-format off */
#define INT_TABLE(K1, K2, T, U, S, BITS)                                       \
    K2(IADD, T, U, U, U, 1u * x + y)                                           \
    K2(ISUB, T, U, U, U, 1u * x - y)                                           \
    K2(IMUL, T, U, U, U, 1u * x * y)                                           \
    K2(UMULHI, T, U, U, U, umulhi_##BITS(x, y))                                \
    K2(SMULHI, T, S, S, S, smulhi_##BITS(x, y))                                \
    K2(AND, T, U, U, U, x & y)                                                 \
    K2(OR, T, U, U, U, x | y)                                                  \
    K2(XOR, T, U, U, U, x ^ y)                                                 \
    K1(NOT, T, U, U, ~x)                                                       \
    K1(INEG, T, U, U, 0u - x)                                                  \
    K2(SHL, T, U, U, U, 1u * x << (y & (BITS - 1)))                            \
    K2(LSHR, T, U, U, U, x >> (y & (BITS - 1)))                                \
    K2(ASHR, T, S, S, S, x >> (y & (BITS - 1)))                                \
    K2(UMIN, T, U, U, U, x < y ? x : y)                                        \
    K2(UMAX, T, U, U, U, x > y ? x : y)                                        \
    K2(SMIN, T, S, S, S, x < y ? x : y)                                        \
    K2(SMAX, T, S, S, S, x > y ? x : y)                                        \
    K1(BITREVERSE, T, U, U, bit_reverse_##BITS(x))                             \
    K1(BITCOUNT, T, U, U, bit_count_##BITS(x))
#define DIVISION_TABLE(K2, T, U, S, BITS)                                      \
    K2(UDIV, T, U, U, U, udiv_##BITS(x, y))                                    \
    K2(SDIV, T, S, S, S, sdiv_##BITS(x, y))                                    \
    K2(UREM, T, U, U, U, urem_##BITS(x, y))                                    \
    K2(SREM, T, S, S, S, srem_##BITS(x, y))                                    \
    K2(SMOD, T, S, S, S, smod_##BITS(x, y))
/* clang-format on */
/* Q2 has a quick expression too, for operands of small magnitude. */
#define DIVISION_TABLE_64(Q2)                                                  \
    Q2(UDIV, I64, uint64_t, udiv_64(x, y), quick_divide(x, y).quotient, x | y) \
    Q2(SDIV, I64, int64_t, sdiv_64(x, y), quick_sdiv(x, y),                    \
       magnitude_64(x) | magnitude_64(y))                                      \
    Q2(UREM, I64, uint64_t, urem_64(x, y), quick_divide(x, y).remainder,       \
       x | y)                                                                  \
    Q2(SREM, I64, int64_t, srem_64(x, y), quick_srem(x, y),                    \
       magnitude_64(x) | magnitude_64(y))                                      \
    Q2(SMOD, I64, int64_t, smod_64(x, y), quick_smod(x, y),                    \
       magnitude_64(x) | magnitude_64(y))
/* clang-format off */
#define BOOL_TABLE(K1, K2, T)                                                  \
    K2(AND, T, uint8_t, uint8_t, uint8_t, x & y)                               \
    K2(OR, T, uint8_t, uint8_t, uint8_t, x | y)                                \
    K2(XOR, T, uint8_t, uint8_t, uint8_t, x ^ y)                               \
    K1(NOT, T, uint8_t, uint8_t, x ^ 1u)
/* clang-format on */
#define ALL_TABLES(K1, K2, Q2)                                                 \
    BOOL_TABLE(K1, K2, BOOL)                                                   \
    DIVISION_TABLE(K2, I8, uint8_t, int8_t, 8)                                 \
    DIVISION_TABLE(K2, I16, uint16_t, int16_t, 16)                             \
    DIVISION_TABLE(K2, I32, uint32_t, int32_t, 32)                             \
    DIVISION_TABLE_64(Q2)                                                      \
    INT_TABLE(K1, K2, I8, uint8_t, int8_t, 8)                                  \
    INT_TABLE(K1, K2, I16, uint16_t, int16_t, 16)                              \
    INT_TABLE(K1, K2, I32, uint32_t, int32_t, 32)                              \
    INT_TABLE(K1, K2, I64, uint64_t, int64_t, 64)

#ifdef LANES_SCALAR
#define QUICK_DEF2(op, T, W, slow, quick, magnitudes)                          \
    LANES_DEF2(op, T, W, W, W, slow)
#else
/* A loop over lanes, of which x and y are the operands. */
#define QUICK_EACH(W, x_init, y_init, statement)                               \
    for (size_t i = 0; i < n; i++) {                                           \
        const W x = x_init;                                                    \
        const W y = y_init;                                                    \
        statement;                                                             \
    }
/* One look at all operands decides for the whole strip. */
#define QUICK_KERNEL(op, T, W, operands, setup, x_init, y_init, slow, quick,   \
                     magnitudes)                                               \
    static void LANES_NAME(op, T, operands)(LANES_ARGS)                        \
    {                                                                          \
        const size_t n = (end - first) & ~(size_t)(GAC__LANE_STEP - 1);        \
        W *d = LANES_PTR(W, d_);                                               \
        uint64_t all = 0;                                                      \
        setup QUICK_EACH(W, x_init, y_init,                                    \
                         all |= magnitudes) if (all >> QUICK_LIMIT)            \
        {                                                                      \
            QUICK_EACH(W, x_init, y_init, d[i] = slow)                         \
            return;                                                            \
        }                                                                      \
        LANES_IVDEP                                                            \
        QUICK_EACH(W, x_init, y_init, d[i] = quick)                            \
        LANES_IGNORE;                                                          \
    }
#define QUICK_LANES(W, a) const W *a = (const W *)a##_ + first;
#define QUICK_ONE(W, a) const W a = *(const W *)a##_;
#define QUICK_DEF2(op, T, W, ...)                                              \
    QUICK_KERNEL(op, T, W, v, QUICK_LANES(W, a) QUICK_LANES(W, b), a[i], b[i], \
                 __VA_ARGS__)                                                  \
    QUICK_KERNEL(op, T, W, a, QUICK_ONE(W, a) QUICK_LANES(W, b), a, b[i],      \
                 __VA_ARGS__)                                                  \
    QUICK_KERNEL(op, T, W, b, QUICK_LANES(W, a) QUICK_ONE(W, b), a[i], b,      \
                 __VA_ARGS__)
#endif

ALL_TABLES(LANES_DEF1, LANES_DEF2, QUICK_DEF2)

#define ROW(n, op, T)                                                          \
    [GAC__IR_##op -                                                            \
        GAC__IR_IADD][GAC__TY_##T - GAC__TY_BOOL] = {LANES_ROW##n(op, T)},
LANES_FAMILY(int, GAC__IR_IADD, GAC__IR_BITCOUNT, GAC__TY_BOOL, GAC__TY_I64,
             ALL_TABLES(LANES_ENTER1, LANES_ENTER2, LANES_ENTER2))
