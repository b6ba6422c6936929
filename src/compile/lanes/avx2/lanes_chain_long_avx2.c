/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains' steps on lanes of 64 bits, for AVX2 (x86-64-v3). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "compile/lanes/lanes_bits.h"

typedef __m256d vector;
#define AS_FLOATS(x) _mm256_castsi256_pd(x)
#define AS_INTEGERS(x) _mm256_castpd_si256(x)
#define broadcast(at) _mm256_set1_pd(load_element(at))
#define square_root(x) _mm256_sqrt_pd(x)
#define fused(x, y, z) _mm256_fmadd_pd(x, y, z)
typedef __m256d flags; /* of each lane, all bits */
#define FLOATS(x, y, how) _mm256_cmp_pd(x, y, how)
#define EQ ==
#define NE !=
#define LT <
#define LE <=
#define SIGNED(x, y, how) ((flags)((number)(x)how(number)(y)))
#define UNSIGNED(x, y, how) ((flags)((whole)(x)how(whole)(y)))

/* The lower halves of four lanes. */
static inline __m128i lower_halves(vector v)
{
    const __m256i low = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(AS_INTEGERS(v), low));
}

static inline void put_flags(void *at, flags f)
{
    __m128i words = lower_halves(f);
    words = _mm_packs_epi16(_mm_packs_epi32(words, words), words);
    int bytes = _mm_cvtsi128_si32(words) & 0x01010101;
    memcpy(at, &bytes, sizeof bytes);
}

static inline flags take_flags(const void *at)
{
    int bytes;
    memcpy(&bytes, at, sizeof bytes);
    __m256i longs = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(bytes));
    return AS_FLOATS(_mm256_cmpgt_epi64(longs, _mm256_setzero_si256()));
}

static inline vector choose(flags f, vector x, vector y)
{
    return _mm256_blendv_pd(y, x, f);
}

static inline vector count_bits(vector v)
{
    return AS_FLOATS(
        _mm256_sad_epu8(bits_of_bytes(AS_INTEGERS(v)), _mm256_setzero_si256()));
}

static inline void store_flagged(double *at, flags f, vector v)
{
    _mm256_maskstore_pd(at, AS_INTEGERS(f), v);
}

#define least_signed(x, y) choose(SIGNED(x, y, LT), x, y)
#define most_signed(x, y) choose(SIGNED(x, y, LT), y, x)
#define least_unsigned(x, y) choose(UNSIGNED(x, y, LT), x, y)
#define most_unsigned(x, y) choose(UNSIGNED(x, y, LT), y, x)

/* The halves are put into the fractions of 2^84 and of 2^52, the sum of which
 * is rounded once; of signed numbers, the upper half is moved up by 2^31. */
static inline vector halves_to_float(__m256i x, __m256i high_bits, double moved)
{
    const __m256i low_bits = _mm256_castpd_si256(_mm256_set1_pd(0x1p52));
    __m256i high = _mm256_xor_si256(_mm256_srli_epi64(x, 32), high_bits);
    __m256i low = _mm256_blend_epi32(x, low_bits, 0xaa);
    return _mm256_add_pd(_mm256_sub_pd(AS_FLOATS(high), _mm256_set1_pd(moved)),
                         AS_FLOATS(low));
}

#define unsigned_to_float(x)                                                   \
    halves_to_float(AS_INTEGERS(x), AS_INTEGERS(_mm256_set1_pd(0x1p84)),       \
                    0x1p84 + 0x1p52)
#define to_float(x)                                                            \
    halves_to_float(AS_INTEGERS(x),                                            \
                    AS_INTEGERS(_mm256_set1_pd(0x1p84 + 0x1p63)),              \
                    0x1p84 + 0x1p63 + 0x1p52)

#define HALF_AT(at) _mm_loadu_si128((const __m128i *)(const void *)(at))
#define widen_u32(at) AS_FLOATS(_mm256_cvtepu32_epi64(HALF_AT(at)))
#define widen_s32(at) AS_FLOATS(_mm256_cvtepi32_epi64(HALF_AT(at)))
#define widen_f32(at) _mm256_cvtps_pd(_mm_castsi128_ps(HALF_AT(at)))
#define to_f32(x)                                                              \
    AS_FLOATS(_mm256_cvtepu32_epi64(_mm_castps_si128(_mm256_cvtpd_ps(x))))

static inline void narrow_32(uint8_t *to, vector v)
{
    _mm_storeu_si128((__m128i *)(void *)to, lower_halves(v));
}

/* The compiler takes the functions that are called to have done it. */
#define leave_vectors() _mm256_zeroupper()
#define CHAIN_BITS 64
#define LANES_CHAIN_NAME gac__chain_level_long_avx2
#include "compile/lanes/lanes_chain.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
