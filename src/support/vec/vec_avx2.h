/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of AVX2 (x86-64-v3), as vec.h describes them. */
#ifndef GAC_SUPPORT_VEC_AVX2_H
#define GAC_SUPPORT_VEC_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#define VEC_BYTES 32
#include "support/vec/vec_types.h"
#include "support/vec/vec_masks.h"

#define VEC_MOVES 1
#define VEC_MOVES_SMALL 0
#define VEC_PERMUTES 1
#define VEC_GATHERS 1
#define VEC_SCATTERS 0
#define VEC_NOWHERE 0

#define INT(x) ((__m256i)(x))
#define QUARTER_AT(at) _mm_loadl_epi64((const __m128i *)(at))
#define HALF_AT(at) _mm_loadu_si128((const __m128i *)(at))
#define OP(name) _mm256_##name
#define EACH_16_BYTES(x) _mm256_broadcastsi128_si256(x)
#include "support/vec/vec_avx.h"

/* -- masks ----------------------------------------------------------------- */

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

/* One instruction loads and widens the bytes. Compilers would load many and
 * shuffle them, which takes as long as all else. */
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

/* The lower halves of four elements of 64 bits. */
static inline __m128i vec_lower_halves(vec_u64 v)
{
    const __m256i low = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(INT(v), low));
}

static inline void vec_mask_to_bytes_64(uint8_t *at, vec_mask_64 mask)
{
    __m128i words = vec_lower_halves((vec_u64)mask);
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

/* -- masks of steps -------------------------------------------------------- */

static inline unsigned vec_bits_of_bytes(vec_bytes bytes)
{
    return (unsigned)_mm_movemask_epi8(_mm_slli_epi16((__m128i)bytes, 7));
}

static inline vec_mask_32 vec_mask_among_32(vec_bytes bytes, unsigned lane)
{
    __m128i some = (__m128i)bytes;
    some = lane ? _mm_unpackhi_epi64(some, some) : some;
    return (vec_i32)_mm256_cvtepu8_epi32(some) > 0;
}

static inline vec_mask_64 vec_mask_among_64(vec_bytes bytes, unsigned lane)
{
    __m128i some = (__m128i)bytes;
    some = lane == 4    ? _mm_srli_si128(some, 4)
           : lane == 8  ? _mm_srli_si128(some, 8)
           : lane == 12 ? _mm_srli_si128(some, 12)
                        : some;
    return (vec_i64)_mm256_cvtepu8_epi64(some) > 0;
}

static inline vec_u8 vec_bytes_of_masks(const vec_mask_32 *masks)
{
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    __m256i low = _mm256_packs_epi32(INT(masks[0]), INT(masks[1]));
    __m256i high = _mm256_packs_epi32(INT(masks[2]), INT(masks[3]));
    __m256i bytes = _mm256_packs_epi16(low, high);
    return (vec_u8)_mm256_permutevar8x32_epi32(bytes, order) & 1;
}

static inline void vec_masks_of_bytes(vec_mask_32 *masks, vec_u8 bytes)
{
    __m128i low = _mm256_castsi256_si128(INT(bytes));
    __m128i high = _mm256_extracti128_si256(INT(bytes), 1);
    masks[0] = vec_mask_among_32((vec_bytes)low, 0);
    masks[1] = vec_mask_among_32((vec_bytes)low, 8);
    masks[2] = vec_mask_among_32((vec_bytes)high, 0);
    masks[3] = vec_mask_among_32((vec_bytes)high, 8);
}

static inline uint32_t vec_count_bytes(vec_u8 bytes)
{
    return (uint32_t)_mm_popcnt_u32(
        (unsigned)_mm256_movemask_epi8(_mm256_slli_epi16(INT(bytes), 7)));
}

static inline vec_mask_32 vec_mask_of_bits_32(unsigned bits)
{
    const vec_u32 each = {1, 2, 4, 8, 16, 32, 64, 128};
    return (vec_mask_32)((((vec_u32){0} + bits) & each) == each);
}

static inline vec_mask_64 vec_mask_of_bits_64(unsigned bits)
{
    const vec_u64 each = {1, 2, 4, 8};
    return (vec_mask_64)((((vec_u64){0} + bits) & each) == each);
}

#define vec_bits_of_mask_32(mask) ((unsigned)_mm256_movemask_ps((__m256)(mask)))
#define vec_bits_of_mask_64(mask)                                              \
    ((unsigned)_mm256_movemask_pd((__m256d)(mask)))

static inline vec_u32 vec_load_masked_32(const void *at, vec_mask_32 mask)
{
    return (vec_u32)_mm256_maskload_epi32(at, INT(mask));
}

static inline vec_u64 vec_load_masked_64(const void *at, vec_mask_64 mask)
{
    return (vec_u64)_mm256_maskload_epi64(at, INT(mask));
}

static inline bool vec_any(vec_u32 x)
{
    return !_mm256_testz_si256(INT(x), INT(x));
}

/* -- arithmetic ------------------------------------------------------------ */

VEC_ENDS(u, 64)
VEC_ENDS(i, 64)

/* -- conversions ----------------------------------------------------------- */

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

/* Converts 64-bit integers. The halves become the low bits of doubles of the
 * size of 2^84 and 2^52, which are exact; their sum is rounded once. For signed
 * numbers the upper half is moved up by 2^31. The upper half is exclusive-ored
 * with the bits of `high_of`; `moved` is how much too large the sum would be.
 */
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

/* -- among elements -------------------------------------------------------- */

static inline uint32_t vec_least_u32(vec_u32 x)
{
    __m128i a = _mm_min_epu32(_mm256_castsi256_si128(INT(x)),
                              _mm256_extracti128_si256(INT(x), 1));
    a = _mm_min_epu32(a, _mm_shuffle_epi32(a, 0x4e));
    a = _mm_min_epu32(a, _mm_shuffle_epi32(a, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(a);
}

static inline int32_t vec_least_i32(vec_u32 x)
{
    const vec_u32 sign = (vec_u32){0} + 0x80000000u;
    return (int32_t)(vec_least_u32(x ^ sign) ^ 0x80000000u);
}

static inline int64_t vec_least_i64(vec_u64 x)
{
    vec_i64 v = (vec_i64)x;
    int64_t a = v[0] < v[1] ? v[0] : v[1], b = v[2] < v[3] ? v[2] : v[3];
    return a < b ? a : b;
}

#define vec_permute_32(x, at)                                                  \
    ((vec_u32)_mm256_permutevar8x32_epi32(INT(x), INT(at)))

static inline vec_u32 vec_permute2_32(vec_u32 x, vec_u32 at, vec_u32 y)
{
    vec_mask_32 in_y = (vec_mask_32)(at << 28); /* blends take the sign */
    return vec_choose_32(in_y, vec_permute_32(y, at), vec_permute_32(x, at));
}

static inline vec_u32 vec_of_quarters(const void *const *at)
{
    return (vec_u32)_mm256_inserti128_si256(
        _mm256_castsi128_si256(HALF_AT(at[0])), HALF_AT(at[1]), 1);
}

static inline vec_block vec_of_halves(const void *low, const void *high)
{
    return (vec_block){
        {(vec_u32)_mm256_loadu_si256(low), (vec_u32)_mm256_loadu_si256(high)}};
}

static inline void vec_to_quarters(void *const *at, vec_u32 x)
{
    _mm_storeu_si128(at[0], _mm256_castsi256_si128(INT(x)));
    _mm_storeu_si128(at[1], _mm256_extracti128_si256(INT(x), 1));
}

/* -- gathers --------------------------------------------------------------- */

static inline vec_u32 vec_gather_32(vec_u32 old, uintptr_t base, vec_u32 at,
                                    vec_mask_32 mask)
{
    return (vec_u32)_mm256_mask_i32gather_epi32(INT(old), (const int *)base,
                                                INT(at), INT(mask), 4);
}

static inline vec_u64 vec_gather_64(vec_u64 old, uintptr_t base, vec_u64 at,
                                    vec_mask_64 mask)
{
    return (vec_u64)_mm256_mask_i64gather_epi64(
        INT(old), (const long long *)base, INT(at), INT(mask), 1);
}

static inline void vec_gather_words(void *d, uintptr_t base, vec_u64 at,
                                    vec_mask_64 mask)
{
    __m128i v =
        _mm256_mask_i64gather_epi32(HALF_AT(d), (const int *)base, INT(at),
                                    vec_lower_halves((vec_u64)mask), 1);
    _mm_storeu_si128((__m128i *)(void *)d, v);
}

#define vec_gather_pieces_4(base, at)                                          \
    ((vec_u32)_mm256_i32gather_epi32(                                          \
        (const int *)(base), _mm256_loadu_si256((const __m256i *)(at)), 1))
#define vec_gather_pieces_8(base, at)                                          \
    ((vec_u32)_mm256_i32gather_epi64((const long long *)(base), HALF_AT(at), 1))

/* -- blocks: two vectors --------------------------------------------------- */

#define HALVES_CROSSED(v) _mm256_permute4x64_epi64(v, 0xd8)

/* The even units of x and then of y, units having `unit` bytes; odd_of() has
 * the odd ones. Units of 16 bytes are halves of a vector. */
static inline vec_u32 even_of(vec_u32 x, vec_u32 y, unsigned unit)
{
    if (unit == 4)
        return (vec_u32)HALVES_CROSSED(
            INT(_mm256_shuffle_ps((__m256)x, (__m256)y, 0x88)));
    if (unit == 8)
        return (vec_u32)HALVES_CROSSED(INT(vec_low_64(x, y)));
    return (vec_u32)_mm256_permute2x128_si256(INT(x), INT(y), 0x20);
}

static inline vec_u32 odd_of(vec_u32 x, vec_u32 y, unsigned unit)
{
    if (unit == 4)
        return (vec_u32)HALVES_CROSSED(
            INT(_mm256_shuffle_ps((__m256)x, (__m256)y, 0xdd)));
    if (unit == 8)
        return (vec_u32)HALVES_CROSSED(INT(vec_high_64(x, y)));
    return (vec_u32)_mm256_permute2x128_si256(INT(x), INT(y), 0x31);
}

/* The inverse of even_of() and odd_of(): units of x and y in turn. */
static inline vec_block interleave(vec_u32 x, vec_u32 y, unsigned unit)
{
    vec_u32 low = x, high = y;
    if (unit == 4) {
        low = vec_low_32(x, y);
        high = vec_high_32(x, y);
    } else if (unit == 8) {
        low = vec_low_64(x, y);
        high = vec_high_64(x, y);
    }
    return (vec_block){{even_of(low, high, 16), odd_of(low, high, 16)}};
}

static inline vec_block vec_even_units(vec_block x, vec_block y, unsigned unit)
{
    if (unit == 64)
        return x;
    if (unit == 32)
        return (vec_block){{x.v[0], y.v[0]}};
    return (vec_block){
        {even_of(x.v[0], x.v[1], unit), even_of(y.v[0], y.v[1], unit)}};
}

static inline vec_block vec_odd_units(vec_block x, vec_block y, unsigned unit)
{
    if (unit == 64)
        return y;
    if (unit == 32)
        return (vec_block){{x.v[1], y.v[1]}};
    return (vec_block){
        {odd_of(x.v[0], x.v[1], unit), odd_of(y.v[0], y.v[1], unit)}};
}

#define vec_even_quarters(x, y) vec_even_units(x, y, 16)
#define vec_odd_quarters(x, y) vec_odd_units(x, y, 16)

static inline vec_block vec_interleave_low(vec_block x, vec_block y,
                                           unsigned unit)
{
    return unit == 64   ? x
           : unit == 32 ? (vec_block){{x.v[0], y.v[0]}}
                        : interleave(x.v[0], y.v[0], unit);
}

static inline vec_block vec_interleave_high(vec_block x, vec_block y,
                                            unsigned unit)
{
    return unit == 64   ? y
           : unit == 32 ? (vec_block){{x.v[1], y.v[1]}}
                        : interleave(x.v[1], y.v[1], unit);
}

#define vec_leave() _mm256_zeroupper()

#define VEC_FUSED 1
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f8_##ulp##avx
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d4_##ulp##avx

#endif
