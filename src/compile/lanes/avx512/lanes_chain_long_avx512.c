/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains' steps on lanes of 64 bits, for AVX-512 (x86-64-v4). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

#include "compile/lanes/lanes_bits.h"

typedef __m512d vector;
#define AS_FLOATS(x) _mm512_castsi512_pd(x)
#define AS_INTEGERS(x) _mm512_castpd_si512(x)
#define INTEGERS(f, x, y) AS_FLOATS(f(AS_INTEGERS(x), AS_INTEGERS(y)))
#define broadcast(at) _mm512_set1_pd(load_element(at))
#define square_root(x) _mm512_sqrt_pd(x)
#define fused(x, y, z) _mm512_fmadd_pd(x, y, z)
#define least_unsigned(x, y) INTEGERS(_mm512_min_epu64, x, y)
#define most_unsigned(x, y) INTEGERS(_mm512_max_epu64, x, y)
#define least_signed(x, y) INTEGERS(_mm512_min_epi64, x, y)
#define most_signed(x, y) INTEGERS(_mm512_max_epi64, x, y)
typedef __mmask8 flags;
#define FLOATS(x, y, how) _mm512_cmp_pd_mask(x, y, how)
#define SIGNED(x, y, how)                                                      \
    _mm512_cmp_epi64_mask(AS_INTEGERS(x), AS_INTEGERS(y), _MM_CMPINT_##how)
#define UNSIGNED(x, y, how)                                                    \
    _mm512_cmp_epu64_mask(AS_INTEGERS(x), AS_INTEGERS(y), _MM_CMPINT_##how)

static inline void put_flags(void *at, flags f)
{
    _mm_storel_epi64((__m128i *)at, _mm_maskz_set1_epi8(f, 1));
}

static inline flags take_flags(const void *at)
{
    __m128i bytes = _mm_loadl_epi64((const __m128i *)at);
    return (flags)_mm_test_epi8_mask(bytes, bytes);
}

static inline vector choose(flags f, vector x, vector y)
{
    return _mm512_mask_blend_pd(f, y, x);
}

static inline vector count_bits(vector v)
{
    return AS_FLOATS(
        _mm512_sad_epu8(bits_of_bytes(AS_INTEGERS(v)), _mm512_setzero_si512()));
}

static inline void store_flagged(double *at, flags f, vector v)
{
    _mm512_mask_storeu_pd(at, f, v);
}

#define to_float(x) _mm512_cvtepi64_pd(AS_INTEGERS(x))
#define unsigned_to_float(x) _mm512_cvtepu64_pd(AS_INTEGERS(x))
#define HALF_AT(at) _mm256_loadu_si256((const __m256i *)(const void *)(at))
#define widen_u32(at) AS_FLOATS(_mm512_cvtepu32_epi64(HALF_AT(at)))
#define widen_s32(at) AS_FLOATS(_mm512_cvtepi32_epi64(HALF_AT(at)))
#define widen_f32(at) _mm512_cvtps_pd(_mm256_castsi256_ps(HALF_AT(at)))
#define to_f32(x)                                                              \
    AS_FLOATS(_mm512_cvtepu32_epi64(_mm256_castps_si256(_mm512_cvtpd_ps(x))))

static inline void narrow_32(uint8_t *to, vector v)
{
    _mm256_storeu_si256((__m256i *)(void *)to,
                        _mm512_cvtepi64_epi32(AS_INTEGERS(v)));
}

/* The compiler takes the functions that are called to have done it. */
#define leave_vectors() _mm256_zeroupper()
#define CHAIN_BITS 64
#define SHIFTS_SIGNED 1
#define LANES_CHAIN_NAME gac__chain_level_long_avx512
#include "compile/lanes/lanes_chain.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
