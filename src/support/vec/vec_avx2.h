/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of AVX2 (x86-64-v3), as vec.h has them. */
#ifndef GAC_SUPPORT_VEC_AVX2_H
#define GAC_SUPPORT_VEC_AVX2_H

#include <immintrin.h>
#include <string.h>

#define VEC_BYTES 32
#include "support/vec/vec_types.h"
#include "support/vec/vec_masks.h"

#define INT(x) ((__m256i)(x))
#define QUARTER_AT(at) _mm_loadl_epi64((const __m128i *)(at))
#define HALF_AT(at) _mm_loadu_si128((const __m128i *)(at))

/* -- masks ----------------------------------------------------------------- */

#define VEC_FOEQ _CMP_EQ_OQ
#define VEC_FONE _CMP_NEQ_OQ
#define VEC_FOLT _CMP_LT_OQ
#define VEC_FOLE _CMP_LE_OQ
#define VEC_FUEQ _CMP_EQ_UQ
#define VEC_FUNE _CMP_NEQ_UQ
#define VEC_FULT _CMP_NGE_UQ
#define VEC_FULE _CMP_NGT_UQ
#define vec_compare_f32(x, y, how)                                             \
    ((vec_mask_32)_mm256_cmp_ps((__m256)(x), (__m256)(y), VEC_##how))
#define vec_compare_f64(x, y, how)                                             \
    ((vec_mask_64)_mm256_cmp_pd((__m256d)(x), (__m256d)(y), VEC_##how))

static inline vec_u32 vec_choose_32(vec_mask_32 mask, vec_u32 x, vec_u32 y)
{
    return (vec_u32)_mm256_blendv_ps((__m256)y, (__m256)x, (__m256)mask);
}

static inline vec_u64 vec_choose_64(vec_mask_64 mask, vec_u64 x, vec_u64 y)
{
    return (vec_u64)_mm256_blendv_pd((__m256d)y, (__m256d)x, (__m256d)mask);
}

/* The bytes are made wide as they are loaded: compilers load many and take them
 * apart, which costs as much as the rest. */
static inline vec_mask_32 vec_mask_of_bytes_32(const uint8_t *at)
{
    return (vec_i32)_mm256_cvtepu8_epi32(QUARTER_AT(at)) > 0;
}

static inline vec_mask_64 vec_mask_of_bytes_64(const uint8_t *at)
{
    int four;
    memcpy(&four, at, sizeof four);
    return (vec_i64)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)) > 0;
}

static inline void vec_mask_to_bytes_32(uint8_t *at, vec_mask_32 mask)
{
    uint64_t bytes = _pdep_u64((unsigned)_mm256_movemask_ps((__m256)mask),
                               UINT64_C(0x0101010101010101));
    memcpy(at, &bytes, sizeof bytes);
}

/* The lower halves of four elements. */
static inline __m128i lower_halves(__m256i v)
{
    const __m256i low = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(v, low));
}

static inline void vec_mask_to_bytes_64(uint8_t *at, vec_mask_64 mask)
{
    __m128i words = lower_halves(INT(mask));
    words = _mm_packs_epi16(_mm_packs_epi32(words, words), words);
    int bytes = _mm_cvtsi128_si32(words) & 0x01010101;
    memcpy(at, &bytes, sizeof bytes);
}

static inline void vec_store_masked_32(void *at, vec_mask_32 mask, vec_u32 v)
{
    _mm256_maskstore_epi32(at, INT(mask), INT(v));
}

static inline void vec_store_masked_64(void *at, vec_mask_64 mask, vec_u64 v)
{
    _mm256_maskstore_epi64(at, INT(mask), INT(v));
}

/* -- arithmetic ------------------------------------------------------------ */

VEC_FUNCTION2(vec_min_u32, vec_u32, _mm256_min_epu32(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_u32, vec_u32, _mm256_max_epu32(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_i32, vec_u32, _mm256_min_epi32(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_i32, vec_u32, _mm256_max_epi32(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_u64, vec_u64,
              vec_choose_64(vec_compare_u64(x, y, LT), x, y))
VEC_FUNCTION2(vec_max_u64, vec_u64,
              vec_choose_64(vec_compare_u64(x, y, LT), y, x))
VEC_FUNCTION2(vec_min_i64, vec_u64,
              vec_choose_64(vec_compare_i64(x, y, LT), x, y))
VEC_FUNCTION2(vec_max_i64, vec_u64,
              vec_choose_64(vec_compare_i64(x, y, LT), y, x))
VEC_FUNCTION2(vec_min_f32, vec_f32, _mm256_min_ps(x, y))
VEC_FUNCTION2(vec_max_f32, vec_f32, _mm256_max_ps(x, y))
VEC_FUNCTION3(vec_fma_f32, vec_f32, _mm256_fmadd_ps(x, y, z))
VEC_FUNCTION3(vec_fma_f64, vec_f64, _mm256_fmadd_pd(x, y, z))
VEC_FUNCTION1(vec_sqrt_f32, vec_f32, vec_f32, _mm256_sqrt_ps(x))
VEC_FUNCTION1(vec_sqrt_f64, vec_f64, vec_f64, _mm256_sqrt_pd(x))

/* How many bits each byte has: of half a byte, by a table. */
static inline __m256i bits_of_bytes(__m256i x)
{
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), half);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, _mm256_and_si256(x, half)),
        _mm256_shuffle_epi8(counts, high));
}

static inline vec_u32 vec_count_bits_32(vec_u32 v)
{
    __m256i shorts =
        _mm256_maddubs_epi16(bits_of_bytes(INT(v)), _mm256_set1_epi8(1));
    return (vec_u32)_mm256_madd_epi16(shorts, _mm256_set1_epi16(1));
}

static inline vec_u64 vec_count_bits_64(vec_u64 v)
{
    return (vec_u64)_mm256_sad_epu8(bits_of_bytes(INT(v)),
                                    _mm256_setzero_si256());
}

/* -- conversions ----------------------------------------------------------- */

VEC_LOADING(vec_u32_of_u8, vec_u32, _mm256_cvtepu8_epi32(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_s8, vec_u32, _mm256_cvtepi8_epi32(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_u16, vec_u32, _mm256_cvtepu16_epi32(HALF_AT(at)))
VEC_LOADING(vec_u32_of_s16, vec_u32, _mm256_cvtepi16_epi32(HALF_AT(at)))
VEC_LOADING(vec_u64_of_u32, vec_u64, _mm256_cvtepu32_epi64(HALF_AT(at)))
VEC_LOADING(vec_u64_of_s32, vec_u64, _mm256_cvtepi32_epi64(HALF_AT(at)))

static inline void vec_store_8(void *at, vec_u32 v)
{
    const __m256i low = _mm256_broadcastsi128_si256(_mm_set_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12, 8, 4, 0));
    const __m256i halves = _mm256_setr_epi32(0, 4, 0, 0, 0, 0, 0, 0);
    __m256i x = _mm256_shuffle_epi8(INT(v), low);
    x = _mm256_permutevar8x32_epi32(x, halves);
    _mm_storel_epi64((__m128i *)at, _mm256_castsi256_si128(x));
}

static inline void vec_store_16(void *at, vec_u32 v)
{
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 13, 12, 9, 8, 5, 4, 1, 0));
    __m256i x = _mm256_shuffle_epi8(INT(v), low);
    x = _mm256_permute4x64_epi64(x, 0x08);
    _mm_storeu_si128((__m128i *)at, _mm256_castsi256_si128(x));
}

static inline void vec_store_32(void *at, vec_u64 v)
{
    _mm_storeu_si128((__m128i *)at, lower_halves(INT(v)));
}

VEC_FUNCTION1(vec_round_f32, vec_u32, vec_f32, _mm256_cvtps_epi32(x))
VEC_FUNCTION1(vec_truncate_f32, vec_u32, vec_f32, _mm256_cvttps_epi32(x))

/* The halves are put into the fractions of 2^84 and of 2^52, the sum of which
 * is rounded once; of signed numbers, the upper half is moved up by 2^31. */
static inline vec_f64 halves_to_float(vec_u64 x, double high_of, double moved)
{
    const vec_f64 none = {0};
    vec_f64 high = (vec_f64)((x >> 32) ^ (vec_u64)(none + high_of));
    vec_f64 low = (vec_f64)_mm256_blend_epi32(INT(x), INT(none + 0x1p52), 0xaa);
    return (high - moved) + low;
}

VEC_FUNCTION1(vec_f64_of_u64, vec_f64, vec_u64,
              halves_to_float(x, 0x1p84, 0x1p84 + 0x1p52))
VEC_FUNCTION1(vec_f64_of_i64, vec_f64, vec_i64,
              halves_to_float((vec_u64)x, 0x1p84 + 0x1p63,
                              0x1p84 + 0x1p63 + 0x1p52))

#define vec_leave() _mm256_zeroupper()

#define VEC_CHAINS 1
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f8_##ulp##avx
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d4_##ulp##avx

#endif
