/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels: copies and selection, for AVX2 (x86-64-v3). */
#if defined(__x86_64__)
#define LANES_SUFFIX avx2
#include <immintrin.h>

#include "compile/lanes/lanes_template.h"

/* Flags are made wide as they are loaded: compilers load many and take them
 * apart, which costs as much as the rest. Eight lanes of 32 bits, or four
 * of 64. */
static inline __m256i flags_32(const uint8_t *flags)
{
    __m256i words = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)flags));
    return _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
}

static inline __m256i flags_64(const uint8_t *flags)
{
    int four;
    memcpy(&four, flags, sizeof four);
    __m256i words = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
    return _mm256_cmpeq_epi64(words, _mm256_setzero_si256());
}

/* d[k] = flag[k] ? x[k] : y[k] */
#define DEFINE_CHOICES(BITS)                                                   \
    static inline void choose_##BITS(                                          \
        uint##BITS##_t *d, const uint8_t *flag, const uint##BITS##_t *x,       \
        const uint##BITS##_t *y, size_t first, size_t end)                     \
    {                                                                          \
        for (size_t k = first; k < end; k += 256 / BITS) {                     \
            __m256i v = _mm256_loadu_si256((const void *)(x + k));             \
            __m256i w = _mm256_loadu_si256((const void *)(y + k));             \
            _mm256_storeu_si256(                                               \
                (void *)(d + k),                                               \
                _mm256_blendv_epi8(v, w, flags_##BITS(flag + k)));             \
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

DEFINE_CHOICES(32)
DEFINE_CHOICES(64)

#define LANES_HAVE_CHOICES 1
#include "compile/lanes/lanes_move.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
