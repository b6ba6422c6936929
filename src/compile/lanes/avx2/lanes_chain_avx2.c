/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains' steps, for AVX2 (x86-64-v3). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

#include "compile/lanes/lanes_bits.h"

typedef __m256 vector;
#define INTEGERS(f, x, y)                                                      \
    _mm256_castsi256_ps(f(_mm256_castps_si256(x), _mm256_castps_si256(y)))
#define broadcast(at) _mm256_set1_ps(load_element(at))
#define square_root(x) _mm256_sqrt_ps(x)
#define fused(x, y, z) _mm256_fmadd_ps(x, y, z)
#define least_unsigned(x, y) INTEGERS(_mm256_min_epu32, x, y)
#define most_unsigned(x, y) INTEGERS(_mm256_max_epu32, x, y)
#define least_signed(x, y) INTEGERS(_mm256_min_epi32, x, y)
#define most_signed(x, y) INTEGERS(_mm256_max_epi32, x, y)
typedef __m256 flags; /* of each lane, all bits */
#define FLOATS(x, y, how) _mm256_cmp_ps(x, y, how)
#define EQ ==
#define NE !=
#define LT <
#define LE <=
#define SIGNED(x, y, how) ((flags)((number)(x)how(number)(y)))
#define UNSIGNED(x, y, how) ((flags)((whole)(x)how(whole)(y)))

static inline void put_flags(void *at, flags f)
{
    uint64_t bytes = _pdep_u64((unsigned)_mm256_movemask_ps(f),
                               UINT64_C(0x0101010101010101));
    __builtin_memcpy(at, &bytes, sizeof bytes);
}

static inline flags take_flags(const void *at)
{
    __m256i words = _mm256_cvtepi8_epi32(_mm_loadl_epi64(at));
    return _mm256_castsi256_ps(
        _mm256_cmpgt_epi32(words, _mm256_setzero_si256()));
}

static inline vector choose(flags f, vector x, vector y)
{
    return _mm256_blendv_ps(y, x, f);
}

static inline vector count_bits(vector v)
{
    __m256i shorts = _mm256_maddubs_epi16(bits_of_bytes(_mm256_castps_si256(v)),
                                          _mm256_set1_epi8(1));
    return _mm256_castsi256_ps(_mm256_madd_epi16(shorts, _mm256_set1_epi16(1)));
}

static inline void store_flagged(float *at, flags f, vector v)
{
    _mm256_maskstore_ps(at, _mm256_castps_si256(f), v);
}

/* Both halves are exact, and their sum is rounded once. */
static inline vector halves_to_float(__m256i x)
{
    __m256 high = _mm256_cvtepi32_ps(_mm256_srli_epi32(x, 16));
    __m256 low =
        _mm256_cvtepi32_ps(_mm256_and_si256(x, _mm256_set1_epi32(0xffff)));
    return _mm256_fmadd_ps(high, _mm256_set1_ps(65536.0f), low);
}

#define least(x, y) _mm256_min_ps(x, y)
#define most(x, y) _mm256_max_ps(x, y) /* y if one of them is NaN */
#define AS_FLOATS(x) _mm256_castsi256_ps(x)
#define to_float(x) _mm256_cvtepi32_ps(_mm256_castps_si256(x))
#define unsigned_to_float(x) halves_to_float(_mm256_castps_si256(x))
#define rounded(x) AS_FLOATS(_mm256_cvtps_epi32(x))
#define truncated(x) AS_FLOATS(_mm256_cvttps_epi32(x))
#define BYTES_AT(at) _mm_loadl_epi64((const __m128i *)(const void *)(at))
#define SHORTS_AT(at) _mm_loadu_si128((const __m128i *)(const void *)(at))
#define widen_u8(at) AS_FLOATS(_mm256_cvtepu8_epi32(BYTES_AT(at)))
#define widen_s8(at) AS_FLOATS(_mm256_cvtepi8_epi32(BYTES_AT(at)))
#define widen_u16(at) AS_FLOATS(_mm256_cvtepu16_epi32(SHORTS_AT(at)))
#define widen_s16(at) AS_FLOATS(_mm256_cvtepi16_epi32(SHORTS_AT(at)))

static inline void narrow_8(uint8_t *to, vector v)
{
    const __m256i low = _mm256_broadcastsi128_si256(_mm_set_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12, 8, 4, 0));
    __m256i x = _mm256_shuffle_epi8(_mm256_castps_si256(v), low);
    x = _mm256_permutevar8x32_epi32(x,
                                    _mm256_set_epi32(0, 0, 0, 0, 0, 0, 4, 0));
    _mm_storel_epi64((__m128i *)(void *)to, _mm256_castsi256_si128(x));
}

static inline void narrow_16(uint8_t *to, vector v)
{
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 13, 12, 9, 8, 5, 4, 1, 0));
    __m256i x = _mm256_shuffle_epi8(_mm256_castps_si256(v), low);
    x = _mm256_permute4x64_epi64(x, 0x08);
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(x));
}

/* The compiler takes the functions that are called to have done it. */
#define leave_vectors() _mm256_zeroupper()
#define CHAIN_BITS 32
#define SHIFTS_SIGNED 1
#define LANES_CHAIN_NAME gac__chain_level_avx2
#include "compile/lanes/lanes_chain.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
