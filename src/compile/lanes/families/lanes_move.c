/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: MOV, SELECT, splat and blend. Only the size of a lane matters. */

#include "compile/lanes/lanes_template.h"
#include "support/vec/vec.h"

#define DEF_MOV(T, U) LANES_DEF1(MOV, T, U, U, x)
#define DEF_SELECT(T, U) LANES_DEF3(SELECT, T, U, uint8_t, U, U, x ? y : z)

#ifdef LANES_SCALAR
#define DEF_SPLAT(T, U)
#define DEF_BLEND(T, U)
#define FILL_ROW(op, T)                                                        \
    {                                                                          \
        NULL, NULL, NULL                                                       \
    }
#else
#define DEF_SPLAT(T, U)                                                        \
    LANES_KERNEL_(LANES_NAME(SPLAT, T, v), U, 0, 0, 0,                         \
                  const U x = *(const U *)a_;                                  \
                  , d[i] = x;)
#define FILL_ROW LANES_ROW1
/* b is d again: its lanes are read too, as are those of a that are not taken,
 * without which compilers branch */
#define DEF_BLEND(T, U)                                                        \
    LANES_KERNEL_(LANES_NAME(BLEND_OF, T, v), U, sizeof(U), sizeof(U), 1,      \
                  LANES_VARYING(U, a) LANES_VARYING(U, b)                      \
                      LANES_VARYING(uint8_t, c),                               \
                  const U x = a[i];                                            \
                  const U y = b[i]; d[i] = c[i] ? x : y;)                      \
    static void LANES_NAME(BLEND, T, v)(LANES_ARGS)                            \
    {                                                                          \
        LANES_NAME(BLEND_OF, T, v)(d_, a_, d_, c_, first, end);                \
        (void)b_;                                                              \
    }
#endif

/* Choices between words, whose flags are made wide as they are loaded:
 * d[k] = flag[k] ? x[k] : y[k] */
#if defined(VEC_FUSED)
#define DEF_CHOICES(BITS)                                                      \
    static inline void choose_##BITS(                                          \
        uint##BITS##_t *d, const uint8_t *flag, const uint##BITS##_t *x,       \
        const uint##BITS##_t *y, size_t first, size_t end)                     \
    {                                                                          \
        for (size_t k = first; k < end; k += 8 * VEC_BYTES / BITS) {           \
            vec_u##BITS v = (vec_u##BITS)vec_load(x + k);                      \
            vec_u##BITS w = (vec_u##BITS)vec_load(y + k);                      \
            vec_mask_##BITS on = vec_mask_of_bytes_##BITS(flag + k);           \
            vec_store(d + k, (vec_u32)vec_choose_##BITS(on, v, w));            \
        }                                                                      \
    }                                                                          \
    static void LANES_NAME(SELECT, I##BITS, v)(LANES_ARGS)                     \
    {                                                                          \
        choose_##BITS(d_, a_, b_, c_, first, end);                             \
    }                                                                          \
    static void LANES_NAME(BLEND, I##BITS, v)(LANES_ARGS)                      \
    {                                                                          \
        choose_##BITS(d_, c_, a_, d_, first, end);                             \
        (void)b_;                                                              \
    }
#else
#define DEF_CHOICES(BITS)                                                      \
    DEF_SELECT(I##BITS, uint##BITS##_t) DEF_BLEND(I##BITS, uint##BITS##_t)
#endif

DEF_MOV(I8, uint8_t)
DEF_MOV(I16, uint16_t)
DEF_MOV(I32, uint32_t)
DEF_MOV(I64, uint64_t)
DEF_SELECT(I8, uint8_t)
DEF_SELECT(I16, uint16_t)
DEF_CHOICES(32)
DEF_CHOICES(64)
DEF_SPLAT(I8, uint8_t)
DEF_SPLAT(I16, uint16_t)
DEF_SPLAT(I32, uint32_t)
DEF_SPLAT(I64, uint64_t)
DEF_BLEND(I8, uint8_t)
DEF_BLEND(I16, uint16_t)

#define SIZES(ROW, op)                                                         \
    {                                                                          \
        {ROW(op, I8)}, {ROW(op, I16)}, {ROW(op, I32)},                         \
        {                                                                      \
            ROW(op, I64)                                                       \
        }                                                                      \
    }
LANES_FAMILY(move, GAC__LANES_MOV, GAC__LANES_BLEND, 0, 3,
             SIZES(LANES_ROW1, MOV), SIZES(LANES_ROW3, SELECT),
             SIZES(FILL_ROW, SPLAT), SIZES(FILL_ROW, BLEND))
