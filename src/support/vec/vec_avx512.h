/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of AVX-512 (x86-64-v4), as vec.h describes them. */
#ifndef GAC_SUPPORT_VEC_AVX512_H
#define GAC_SUPPORT_VEC_AVX512_H

#include <immintrin.h>
#include <stdbool.h>

#define VEC_BYTES 64
#include "support/vec/vec_types.h"

#define VEC_MOVES 1
#define VEC_MOVES_SMALL 1
#define VEC_PERMUTES 1
#define VEC_GATHERS 1
#define VEC_SCATTERS 1
#define VEC_NOWHERE 1

#define INT(x) ((__m512i)(x))
#define QUARTER_AT(at) _mm_loadu_si128((const __m128i *)(at))
#define HALF_AT(at) _mm256_loadu_si256((const __m256i *)(at))
#define OP(name) _mm512_##name
#define EACH_16_BYTES(x) _mm512_broadcast_i32x4(x)
#include "support/vec/vec_avx.h"

/* -- masks ----------------------------------------------------------------- */

typedef __mmask16 vec_mask_32;
typedef __mmask8 vec_mask_64;

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

/* -- masks of steps -------------------------------------------------------- */

static inline unsigned vec_bits_of_bytes(vec_bytes bytes)
{
    return _mm_test_epi8_mask((__m128i)bytes, (__m128i)bytes);
}

static inline vec_mask_32 vec_mask_among_32(vec_bytes bytes, unsigned lane)
{
    return (vec_mask_32)(vec_bits_of_bytes(bytes) >> lane);
}

static inline vec_mask_64 vec_mask_among_64(vec_bytes bytes, unsigned lane)
{
    return (vec_mask_64)(vec_bits_of_bytes(bytes) >> lane);
}

static inline vec_u8 vec_bytes_of_masks(const vec_mask_32 *masks)
{
    __mmask32 low = _mm512_kunpackw(masks[1], masks[0]);
    __mmask32 high = _mm512_kunpackw(masks[3], masks[2]);
    return (vec_u8)_mm512_maskz_set1_epi8(_mm512_kunpackd(high, low), 1);
}

static inline void vec_masks_of_bytes(vec_mask_32 *masks, vec_u8 bytes)
{
    __mmask64 all = _mm512_test_epi8_mask(INT(bytes), INT(bytes));
    for (unsigned k = 0; k < 4; k++)
        masks[k] = (vec_mask_32)(all >> 16 * k);
}

static inline uint32_t vec_count_bytes(vec_u8 bytes)
{
    return (uint32_t)_mm_popcnt_u64(
        _mm512_test_epi8_mask(INT(bytes), INT(bytes)));
}

#define vec_mask_of_bits_32(bits) ((vec_mask_32)(bits))
#define vec_mask_of_bits_64(bits) ((vec_mask_64)(bits))
#define vec_bits_of_mask_32(mask) ((unsigned)(mask))
#define vec_bits_of_mask_64(mask) ((unsigned)(mask))

static inline vec_u32 vec_load_masked_32(const void *at, vec_mask_32 mask)
{
    return (vec_u32)_mm512_maskz_loadu_epi32(mask, at);
}

static inline vec_u64 vec_load_masked_64(const void *at, vec_mask_64 mask)
{
    return (vec_u64)_mm512_maskz_loadu_epi64(mask, at);
}

static inline void vec_move_masked_8(void *to, const void *from, unsigned bits)
{
    _mm_mask_storeu_epi8(to, (__mmask16)bits,
                         _mm_maskz_loadu_epi8((__mmask16)bits, from));
}

static inline void vec_move_masked_16(void *to, const void *from, unsigned bits)
{
    _mm256_mask_storeu_epi16(to, (__mmask16)bits,
                             _mm256_maskz_loadu_epi16((__mmask16)bits, from));
}

static inline bool vec_any(vec_u32 x)
{
    return _mm512_test_epi32_mask(INT(x), INT(x)) != 0;
}

/* -- arithmetic ------------------------------------------------------------ */

VEC_FUNCTION2(vec_min_u64, vec_u64, _mm512_min_epu64(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_u64, vec_u64, _mm512_max_epu64(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_i64, vec_u64, _mm512_min_epi64(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_i64, vec_u64, _mm512_max_epi64(INT(x), INT(y)))

/* -- conversions ----------------------------------------------------------- */

static inline void vec_store_8(void *at, vec_u32 v)
{
    _mm_storeu_si128((__m128i *)at, _mm512_cvtepi32_epi8(INT(v)));
}

static inline void vec_store_16(void *at, vec_u32 v)
{
    _mm256_storeu_si256((__m256i *)at, _mm512_cvtepi32_epi16(INT(v)));
}

static inline __m256i vec_lower_halves(vec_u64 v)
{
    return _mm512_cvtepi64_epi32(INT(v));
}

VEC_FUNCTION1(vec_f64_of_i64, vec_f64, vec_i64, _mm512_cvtepi64_pd(INT(x)))
VEC_FUNCTION1(vec_f64_of_u64, vec_f64, vec_u64, _mm512_cvtepu64_pd(INT(x)))

/* -- among elements -------------------------------------------------------- */

#define vec_least_u32(x) _mm512_reduce_min_epu32(INT(x))
#define vec_least_i32(x) _mm512_reduce_min_epi32(INT(x))
#define vec_least_i64(x) ((int64_t)_mm512_reduce_min_epi64(INT(x)))

#define vec_permute_32(x, at)                                                  \
    ((vec_u32)_mm512_permutexvar_epi32(INT(at), INT(x)))
#define vec_permute2_32(x, at, y)                                              \
    ((vec_u32)_mm512_permutex2var_epi32(INT(x), INT(at), INT(y)))

static inline vec_u32 vec_of_quarters(const void *const *at)
{
    __m512i v = _mm512_castsi128_si512(QUARTER_AT(at[0]));
    v = _mm512_inserti32x4(v, QUARTER_AT(at[1]), 1);
    v = _mm512_inserti32x4(v, QUARTER_AT(at[2]), 2);
    return (vec_u32)_mm512_inserti32x4(v, QUARTER_AT(at[3]), 3);
}

static inline vec_block vec_of_halves(const void *low, const void *high)
{
    __m512i v = _mm512_castsi256_si512(HALF_AT(low));
    return (vec_block){{(vec_u32)_mm512_inserti64x4(v, HALF_AT(high), 1)}};
}

static inline void vec_to_quarters(void *const *at, vec_u32 x)
{
    _mm_storeu_si128(at[0], _mm512_castsi512_si128(INT(x)));
    _mm_storeu_si128(at[1], _mm512_extracti32x4_epi32(INT(x), 1));
    _mm_storeu_si128(at[2], _mm512_extracti32x4_epi32(INT(x), 2));
    _mm_storeu_si128(at[3], _mm512_extracti32x4_epi32(INT(x), 3));
}

/* -- gathers and scatters -------------------------------------------------- */

static inline vec_u32 vec_gather_32(vec_u32 old, uintptr_t base, vec_u32 at,
                                    vec_mask_32 mask)
{
    return (vec_u32)_mm512_mask_i32gather_epi32(INT(old), mask, INT(at),
                                                (const void *)base, 4);
}

static inline vec_u64 vec_gather_64(vec_u64 old, uintptr_t base, vec_u64 at,
                                    vec_mask_64 mask)
{
    return (vec_u64)_mm512_mask_i64gather_epi64(INT(old), mask, INT(at),
                                                (const void *)base, 1);
}

static inline void vec_gather_words(void *d, uintptr_t base, vec_u64 at,
                                    vec_mask_64 mask)
{
    __m256i v = _mm512_mask_i64gather_epi32(HALF_AT(d), mask, INT(at),
                                            (const void *)base, 1);
    _mm256_storeu_si256((__m256i *)d, v);
}

static inline void vec_scatter_32(uintptr_t base, vec_u32 at, vec_u32 v,
                                  vec_mask_32 mask)
{
    _mm512_mask_i32scatter_epi32((void *)base, mask, INT(at), INT(v), 4);
}

static inline void vec_scatter_64(uintptr_t base, vec_u64 at, vec_u64 v,
                                  vec_mask_64 mask)
{
    _mm512_mask_i64scatter_epi64((void *)base, mask, INT(at), INT(v), 1);
}

static inline void vec_scatter_words(uintptr_t base, vec_u64 at, const void *v,
                                     vec_mask_64 mask)
{
    _mm512_mask_i64scatter_epi32((void *)base, mask, INT(at), HALF_AT(v), 1);
}

#define vec_gather_pieces_4(base, at)                                          \
    ((vec_u32)_mm512_i32gather_epi32(_mm512_loadu_si512(at),                   \
                                     (const void *)(base), 1))
#define vec_gather_pieces_8(base, at)                                          \
    ((vec_u32)_mm512_i32gather_epi64(HALF_AT(at), (const void *)(base), 1))

/* -- blocks: one vector ---------------------------------------------------- */

#define BLOCK(expr) ((vec_block){{(vec_u32)(expr)}})
#define WORDS(...) _mm512_setr_epi32(__VA_ARGS__)
#define PAIRS(...) _mm512_setr_epi64(__VA_ARGS__)
#define VEC_UNITS(name, words, pairs, fours, halves, whole)                    \
    static inline vec_block name(vec_block x, vec_block y, unsigned unit)      \
    {                                                                          \
        __m512i a = INT(x.v[0]), b = INT(y.v[0]);                              \
        switch (unit) {                                                        \
        case 4: return BLOCK(_mm512_permutex2var_epi32(a, words, b));          \
        case 8: return BLOCK(_mm512_permutex2var_epi64(a, pairs, b));          \
        case 16: return BLOCK(_mm512_permutex2var_epi64(a, fours, b));         \
        case 32: return BLOCK(_mm512_shuffle_i64x2(a, b, halves));             \
        default: return whole;                                                 \
        }                                                                      \
    }

#define vec_even_quarters(x, y)                                                \
    BLOCK(_mm512_shuffle_i64x2(INT((x).v[0]), INT((y).v[0]), 0x88))
#define vec_odd_quarters(x, y)                                                 \
    BLOCK(_mm512_shuffle_i64x2(INT((x).v[0]), INT((y).v[0]), 0xdd))

VEC_UNITS(vec_even_units,
          WORDS(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
          PAIRS(0, 2, 4, 6, 8, 10, 12, 14), PAIRS(0, 1, 4, 5, 8, 9, 12, 13),
          0x44, x)
VEC_UNITS(vec_odd_units,
          WORDS(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
          PAIRS(1, 3, 5, 7, 9, 11, 13, 15), PAIRS(2, 3, 6, 7, 10, 11, 14, 15),
          0xee, y)
VEC_UNITS(vec_interleave_low,
          WORDS(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
          PAIRS(0, 8, 1, 9, 2, 10, 3, 11), PAIRS(0, 1, 8, 9, 2, 3, 10, 11),
          0x44, x)
VEC_UNITS(vec_interleave_high,
          WORDS(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
          PAIRS(4, 12, 5, 13, 6, 14, 7, 15), PAIRS(4, 5, 12, 13, 6, 7, 14, 15),
          0xee, y)

#define vec_leave() _mm256_zeroupper()

#define VEC_FUSED 1
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f16_##ulp##avx512fnofma
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d8_##ulp##avx512fnofma

#endif
