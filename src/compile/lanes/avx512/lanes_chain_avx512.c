/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains' steps, for AVX-512 (x86-64-v4). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

#include "compile/lanes/lanes_bits.h"

typedef __m512 vector;
#define INTEGERS(f, x, y)                                                      \
    _mm512_castsi512_ps(f(_mm512_castps_si512(x), _mm512_castps_si512(y)))
#define broadcast(at) _mm512_set1_ps(load_element(at))
#define square_root(x) _mm512_sqrt_ps(x)
#define fused(x, y, z) _mm512_fmadd_ps(x, y, z)
#define least_unsigned(x, y) INTEGERS(_mm512_min_epu32, x, y)
#define most_unsigned(x, y) INTEGERS(_mm512_max_epu32, x, y)
#define least_signed(x, y) INTEGERS(_mm512_min_epi32, x, y)
#define most_signed(x, y) INTEGERS(_mm512_max_epi32, x, y)
typedef __mmask16 flags;
#define FLOATS(x, y, how) _mm512_cmp_ps_mask(x, y, how)
#define SIGNED(x, y, how)                                                      \
    _mm512_cmp_epi32_mask(_mm512_castps_si512(x), _mm512_castps_si512(y),      \
                          _MM_CMPINT_##how)
#define UNSIGNED(x, y, how)                                                    \
    _mm512_cmp_epu32_mask(_mm512_castps_si512(x), _mm512_castps_si512(y),      \
                          _MM_CMPINT_##how)

static inline void put_flags(void *at, flags f)
{
    _mm_storeu_si128(at, _mm_maskz_set1_epi8(f, 1));
}

static inline flags take_flags(const void *at)
{
    __m128i bytes = _mm_loadu_si128(at);
    return _mm_test_epi8_mask(bytes, bytes);
}

static inline vector choose(flags f, vector x, vector y)
{
    return _mm512_mask_blend_ps(f, y, x);
}

static inline vector count_bits(vector v)
{
    __m512i shorts = _mm512_maddubs_epi16(bits_of_bytes(_mm512_castps_si512(v)),
                                          _mm512_set1_epi8(1));
    return _mm512_castsi512_ps(_mm512_madd_epi16(shorts, _mm512_set1_epi16(1)));
}

static inline void store_flagged(float *at, flags f, vector v)
{
    _mm512_mask_storeu_ps(at, f, v);
}

#define least(x, y) _mm512_min_ps(x, y)
#define most(x, y) _mm512_max_ps(x, y) /* y if one of them is NaN */
#define AS_FLOATS(x) _mm512_castsi512_ps(x)
#define to_float(x) _mm512_cvtepi32_ps(_mm512_castps_si512(x))
#define unsigned_to_float(x) _mm512_cvtepu32_ps(_mm512_castps_si512(x))
#define rounded(x) AS_FLOATS(_mm512_cvtps_epi32(x))
#define truncated(x) AS_FLOATS(_mm512_cvttps_epi32(x))
#define BYTES_AT(at) _mm_loadu_si128((const __m128i *)(const void *)(at))
#define SHORTS_AT(at) _mm256_loadu_si256((const __m256i *)(const void *)(at))
#define widen_u8(at) AS_FLOATS(_mm512_cvtepu8_epi32(BYTES_AT(at)))
#define widen_s8(at) AS_FLOATS(_mm512_cvtepi8_epi32(BYTES_AT(at)))
#define widen_u16(at) AS_FLOATS(_mm512_cvtepu16_epi32(SHORTS_AT(at)))
#define widen_s16(at) AS_FLOATS(_mm512_cvtepi16_epi32(SHORTS_AT(at)))

static inline void narrow_8(uint8_t *to, vector v)
{
    _mm_storeu_si128((__m128i *)(void *)to,
                     _mm512_cvtepi32_epi8(_mm512_castps_si512(v)));
}

static inline void narrow_16(uint8_t *to, vector v)
{
    _mm256_storeu_si256((__m256i *)(void *)to,
                        _mm512_cvtepi32_epi16(_mm512_castps_si512(v)));
}

/* The compiler takes the functions that are called to have done it. */
#define leave_vectors() _mm256_zeroupper()
#define CHAIN_BITS 32
#define SHIFTS_SIGNED 1
#define LANES_CHAIN_NAME gac__chain_level_avx512
#include "compile/lanes/lanes_chain.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
