/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes half kernels: with F16C in vectors, else in the scalar steps of
 * lanes_float.h, which the compiler vectorizes. Both give the same bits. */
#ifndef GAC_COMPILE_LANES_HALF_H
#define GAC_COMPILE_LANES_HALF_H

#include "compile/lanes/lanes_float.h"

/* In scalar steps: x, y, z in the expression are floats, made from the halves'
 * bits. */
#define HALF_NEAR(x) half_from_float(x, GAC__ROUND_RTE)
#define HALF_BOOL(x) (uint8_t)(x)
#define HALF_FN(op, R, convert, expr, ...)                                     \
    static inline R LANES_NAME(op, F16, f)(__VA_ARGS__)                        \
    {                                                                          \
        return convert(expr);                                                  \
    }
#define HALF_FN1(op, expr)                                                     \
    HALF_FN(op, uint16_t, HALF_NEAR, expr, float x)                            \
    LANES_DEF1(op, F16, uint16_t, uint16_t,                                    \
               LANES_NAME(op, F16, f)(half_to_float(x)))
#define HALF_FN2(op, R, convert, expr)                                         \
    HALF_FN(op, R, convert, expr, float x, float y)                            \
    LANES_DEF2(op, F16, R, uint16_t, uint16_t,                                 \
               LANES_NAME(op, F16, f)(half_to_float(x), half_to_float(y)))
#define HALF_FN3(op, expr)                                                     \
    HALF_FN(op, uint16_t, HALF_NEAR, expr, float x, float y, float z)          \
    LANES_DEF3(op, F16, uint16_t, uint16_t, uint16_t, uint16_t,                \
               LANES_NAME(op, F16, f)(half_to_float(x), half_to_float(y),      \
                                      half_to_float(z)))
#define HALF_DEF2_SCALAR(op, expr) HALF_FN2(op, uint16_t, HALF_NEAR, expr)

#if defined(__F16C__)

#include <immintrin.h>

#define HALF_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)

#if defined(__AVX512F__)
#define HALF_STEP 16
typedef __m512 half_floats;
typedef int32_t half_ints __attribute__((vector_size(64)));
typedef int8_t half_bytes __attribute__((vector_size(16)));

static inline half_floats half_load(const uint16_t *p)
{
    return _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)p));
}

#define half_store_as(p, x, mode)                                              \
    _mm256_store_si256((__m256i *)(p), _mm512_cvtps_ph(x, mode))
#else
#define HALF_STEP 8
typedef __m256 half_floats;
typedef int32_t half_ints __attribute__((vector_size(32)));
typedef int8_t half_bytes __attribute__((vector_size(8)));

static inline half_floats half_load(const uint16_t *p)
{
    return _mm256_cvtph_ps(_mm_load_si128((const __m128i *)p));
}

#define half_store_as(p, x, mode)                                              \
    _mm_store_si128((__m128i *)(p), _mm256_cvtps_ph(x, mode))
#endif

static inline void half_store(uint16_t *p, half_floats x)
{
    half_store_as(p, x, HALF_NEAREST);
}

static inline half_floats half_splat(const uint16_t *p)
{
    return half_to_float(*p) - (half_floats){0};
}

static inline void half_store_bools(uint8_t *p, half_ints mask)
{
    const half_bytes bytes = __builtin_convertvector(mask, half_bytes) & 1;
    memcpy(p, &bytes, sizeof bytes);
}

/* half_fma of lanes_float.h on vectors. */
static inline half_floats half_fma_vector(half_floats x, half_floats y,
                                          half_floats z)
{
    const half_floats p = x * y;
    const half_floats s = p + z;
    const half_floats t = s - p;
    const half_floats error = (p - (s - t)) + (z - t);
    const half_ints inexact = ((error < 0) | (error > 0)) & 1;
    const half_ints past = inexact & ((error < 0) ^ (s < 0));
    return (half_floats)(((half_ints)s - past) | inexact);
}

#define HALF_LOOP(R, store, expr, x_init, y_init, z_init)                      \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const size_t n = end - first;                                          \
        for (size_t i = 0; i < n; i += HALF_STEP) {                            \
            const half_floats x = x_init;                                      \
            const half_floats y = y_init;                                      \
            const half_floats z = z_init;                                      \
            (void)z;                                                           \
            store(d + i, expr);                                                \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }
#define HALF_LANES(p) half_load(LANES_CPTR(uint16_t, p) + i)
#define HALF_DEF2_FORMS(op, R, store, expr)                                    \
    static void LANES_NAME(op, F16, v)(LANES_ARGS) HALF_LOOP(                  \
        R, store, expr, HALF_LANES(a_), HALF_LANES(b_), x) static void         \
    LANES_NAME(op, F16, a)(LANES_ARGS) HALF_LOOP(                              \
        R, store, expr, half_splat(a_), HALF_LANES(b_), x) static void         \
    LANES_NAME(op, F16, b)(LANES_ARGS)                                         \
        HALF_LOOP(R, store, expr, HALF_LANES(a_), half_splat(b_), x)
#define HALF_DEF2(op, expr) HALF_DEF2_FORMS(op, uint16_t, half_store, expr)
#define HALF_COMPARE(op, expr)                                                 \
    HALF_DEF2_FORMS(op, uint8_t, half_store_bools, expr)
#define HALF_DEF3(op, expr)                                                    \
    static void LANES_NAME(op, F16, v)(LANES_ARGS)                             \
        HALF_LOOP(uint16_t, half_store, expr, HALF_LANES(a_), HALF_LANES(b_),  \
                  HALF_LANES(c_))
#define half_fma(x, y, z) half_fma_vector(x, y, z)

/* The two conversions that are one instruction. */
#define HALF_TO_MODE(M)                                                        \
    (_MM_FROUND_NO_EXC                                                         \
     | (M == GAC__ROUND_RTE   ? _MM_FROUND_TO_NEAREST_INT                      \
        : M == GAC__ROUND_RTZ ? _MM_FROUND_TO_ZERO                             \
        : M == GAC__ROUND_RTP ? _MM_FROUND_TO_POS_INF                          \
                              : _MM_FROUND_TO_NEG_INF))
#define HALF_OF_FLOAT(K1, M)                                                   \
    static void LANES_NAME(FTOF_F32_##M, F16, v)(LANES_ARGS)                   \
    {                                                                          \
        uint16_t *d = LANES_PTR(uint16_t, d_);                                 \
        const float *a = LANES_CPTR(float, a_);                                \
        const size_t n = end - first;                                          \
        for (size_t i = 0; i < n; i += HALF_STEP)                              \
            half_store_as(d + i, *(const half_floats *)(a + i),                \
                          HALF_TO_MODE(GAC__ROUND_##M));                       \
        LANES_IGNORE;                                                          \
    }
#define FLOAT_OF_HALF(K1)                                                      \
    static void LANES_NAME(FTOF_F16_RTE, F32, v)(LANES_ARGS)                   \
    {                                                                          \
        float *d = LANES_PTR(float, d_);                                       \
        const uint16_t *a = LANES_CPTR(uint16_t, a_);                          \
        const size_t n = end - first;                                          \
        for (size_t i = 0; i < n; i += HALF_STEP)                              \
            *(half_floats *)(d + i) = half_load(a + i);                        \
        LANES_IGNORE;                                                          \
    }

#else

#define HALF_DEF2 HALF_DEF2_SCALAR
#define HALF_COMPARE(op, expr) HALF_FN2(op, uint8_t, HALF_BOOL, expr)
#define HALF_DEF3 HALF_FN3
#define HALF_OF_FLOAT(K1, M)                                                   \
    K1(FTOF, F32, M, F16, uint16_t, float, half_from_float(x, M_(M)))
#define FLOAT_OF_HALF(K1)                                                      \
    K1(FTOF, F16, RTE, F32, float, uint16_t, half_to_float(x))

#endif

#endif
