/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of AVX-512 (x86-64-v4), as vec.h has them. */
#ifndef GAC_SUPPORT_VEC_AVX512_H
#define GAC_SUPPORT_VEC_AVX512_H

#include <immintrin.h>

#define VEC_BYTES 64
#include "support/vec/vec_types.h"

#define INT(x) ((__m512i)(x))
#define QUARTER_AT(at) _mm_loadu_si128((const __m128i *)(at))
#define HALF_AT(at) _mm256_loadu_si256((const __m256i *)(at))

/* -- masks ----------------------------------------------------------------- */

typedef __mmask16 vec_mask_32;
typedef __mmask8 vec_mask_64;

#define VEC_FOEQ _CMP_EQ_OQ
#define VEC_FONE _CMP_NEQ_OQ
#define VEC_FOLT _CMP_LT_OQ
#define VEC_FOLE _CMP_LE_OQ
#define VEC_FUEQ _CMP_EQ_UQ
#define VEC_FUNE _CMP_NEQ_UQ
#define VEC_FULT _CMP_NGE_UQ
#define VEC_FULE _CMP_NGT_UQ
#define vec_compare_f32(x, y, how)                                             \
    _mm512_cmp_ps_mask((__m512)(x), (__m512)(y), VEC_##how)
#define vec_compare_f64(x, y, how)                                             \
    _mm512_cmp_pd_mask((__m512d)(x), (__m512d)(y), VEC_##how)
#define vec_compare_i32(x, y, how)                                             \
    _mm512_cmp_epi32_mask(INT(x), INT(y), _MM_CMPINT_##how)
#define vec_compare_u32(x, y, how)                                             \
    _mm512_cmp_epu32_mask(INT(x), INT(y), _MM_CMPINT_##how)
#define vec_compare_i64(x, y, how)                                             \
    _mm512_cmp_epi64_mask(INT(x), INT(y), _MM_CMPINT_##how)
#define vec_compare_u64(x, y, how)                                             \
    _mm512_cmp_epu64_mask(INT(x), INT(y), _MM_CMPINT_##how)

static inline vec_u32 vec_choose_32(vec_mask_32 mask, vec_u32 x, vec_u32 y)
{
    return (vec_u32)_mm512_mask_blend_epi32(mask, INT(y), INT(x));
}

static inline vec_u64 vec_choose_64(vec_mask_64 mask, vec_u64 x, vec_u64 y)
{
    return (vec_u64)_mm512_mask_blend_epi64(mask, INT(y), INT(x));
}

static inline vec_mask_32 vec_mask_of_bytes_32(const uint8_t *at)
{
    __m128i bytes = QUARTER_AT(at);
    return _mm_test_epi8_mask(bytes, bytes);
}

static inline vec_mask_64 vec_mask_of_bytes_64(const uint8_t *at)
{
    __m128i bytes = _mm_loadl_epi64((const __m128i *)at);
    return (vec_mask_64)_mm_test_epi8_mask(bytes, bytes);
}

static inline void vec_mask_to_bytes_32(uint8_t *at, vec_mask_32 mask)
{
    _mm_storeu_si128((__m128i *)at, _mm_maskz_set1_epi8(mask, 1));
}

static inline void vec_mask_to_bytes_64(uint8_t *at, vec_mask_64 mask)
{
    _mm_storel_epi64((__m128i *)at, _mm_maskz_set1_epi8(mask, 1));
}

static inline void vec_store_masked_32(void *at, vec_mask_32 mask, vec_u32 v)
{
    _mm512_mask_storeu_epi32(at, mask, INT(v));
}

static inline void vec_store_masked_64(void *at, vec_mask_64 mask, vec_u64 v)
{
    _mm512_mask_storeu_epi64(at, mask, INT(v));
}

/* -- arithmetic ------------------------------------------------------------ */

VEC_FUNCTION2(vec_min_u32, vec_u32, _mm512_min_epu32(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_u32, vec_u32, _mm512_max_epu32(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_i32, vec_u32, _mm512_min_epi32(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_i32, vec_u32, _mm512_max_epi32(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_u64, vec_u64, _mm512_min_epu64(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_u64, vec_u64, _mm512_max_epu64(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_i64, vec_u64, _mm512_min_epi64(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_i64, vec_u64, _mm512_max_epi64(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_f32, vec_f32, _mm512_min_ps(x, y))
VEC_FUNCTION2(vec_max_f32, vec_f32, _mm512_max_ps(x, y))
VEC_FUNCTION3(vec_fma_f32, vec_f32, _mm512_fmadd_ps(x, y, z))
VEC_FUNCTION3(vec_fma_f64, vec_f64, _mm512_fmadd_pd(x, y, z))
VEC_FUNCTION1(vec_sqrt_f32, vec_f32, vec_f32, _mm512_sqrt_ps(x))
VEC_FUNCTION1(vec_sqrt_f64, vec_f64, vec_f64, _mm512_sqrt_pd(x))

/* How many bits each byte has: of half a byte, by a table. */
static inline __m512i bits_of_bytes(__m512i x)
{
    const __m512i half = _mm512_set1_epi8(15);
    const __m512i counts = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    __m512i high = _mm512_and_si512(_mm512_srli_epi16(x, 4), half);
    return _mm512_add_epi8(
        _mm512_shuffle_epi8(counts, _mm512_and_si512(x, half)),
        _mm512_shuffle_epi8(counts, high));
}

static inline vec_u32 vec_count_bits_32(vec_u32 v)
{
    __m512i shorts =
        _mm512_maddubs_epi16(bits_of_bytes(INT(v)), _mm512_set1_epi8(1));
    return (vec_u32)_mm512_madd_epi16(shorts, _mm512_set1_epi16(1));
}

static inline vec_u64 vec_count_bits_64(vec_u64 v)
{
    return (vec_u64)_mm512_sad_epu8(bits_of_bytes(INT(v)),
                                    _mm512_setzero_si512());
}

/* -- conversions ----------------------------------------------------------- */

VEC_LOADING(vec_u32_of_u8, vec_u32, _mm512_cvtepu8_epi32(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_s8, vec_u32, _mm512_cvtepi8_epi32(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_u16, vec_u32, _mm512_cvtepu16_epi32(HALF_AT(at)))
VEC_LOADING(vec_u32_of_s16, vec_u32, _mm512_cvtepi16_epi32(HALF_AT(at)))
VEC_LOADING(vec_u64_of_u32, vec_u64, _mm512_cvtepu32_epi64(HALF_AT(at)))
VEC_LOADING(vec_u64_of_s32, vec_u64, _mm512_cvtepi32_epi64(HALF_AT(at)))

static inline void vec_store_8(void *at, vec_u32 v)
{
    _mm_storeu_si128((__m128i *)at, _mm512_cvtepi32_epi8(INT(v)));
}

static inline void vec_store_16(void *at, vec_u32 v)
{
    _mm256_storeu_si256((__m256i *)at, _mm512_cvtepi32_epi16(INT(v)));
}

static inline void vec_store_32(void *at, vec_u64 v)
{
    _mm256_storeu_si256((__m256i *)at, _mm512_cvtepi64_epi32(INT(v)));
}

VEC_FUNCTION1(vec_round_f32, vec_u32, vec_f32, _mm512_cvtps_epi32(x))
VEC_FUNCTION1(vec_truncate_f32, vec_u32, vec_f32, _mm512_cvttps_epi32(x))
VEC_FUNCTION1(vec_f64_of_i64, vec_f64, vec_i64, _mm512_cvtepi64_pd(INT(x)))
VEC_FUNCTION1(vec_f64_of_u64, vec_f64, vec_u64, _mm512_cvtepu64_pd(INT(x)))

#define vec_leave() _mm256_zeroupper()

#define VEC_CHAINS 1
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f16_##ulp##avx512fnofma
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d8_##ulp##avx512fnofma

#endif
