/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Functions that differ between AVX2 and AVX-512 by the width alone. OP() is
 * the level's instruction of a name, EACH_16_BYTES() repeats 16 bytes. Included
 * by vec_avx2.h and vec_avx512.h. */
#ifndef GAC_SUPPORT_VEC_AVX_H
#define GAC_SUPPORT_VEC_AVX_H

/* -- comparisons of floats ------------------------------------------------- */

#define VEC_FOEQ _CMP_EQ_OQ
#define VEC_FONE _CMP_NEQ_OQ
#define VEC_FOLT _CMP_LT_OQ
#define VEC_FOLE _CMP_LE_OQ
#define VEC_FUEQ _CMP_EQ_UQ
#define VEC_FUNE _CMP_NEQ_UQ
#define VEC_FULT _CMP_NGE_UQ
#define VEC_FULE _CMP_NGT_UQ

/* -- arithmetic ------------------------------------------------------------ */

VEC_FUNCTION2(vec_min_u32, vec_u32, OP(min_epu32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_u32, vec_u32, OP(max_epu32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_i32, vec_u32, OP(min_epi32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_max_i32, vec_u32, OP(max_epi32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_min_f32, vec_f32, OP(min_ps)(x, y))
VEC_FUNCTION2(vec_max_f32, vec_f32, OP(max_ps)(x, y))
VEC_FUNCTION3(vec_fma_f32, vec_f32, OP(fmadd_ps)(x, y, z))
VEC_FUNCTION3(vec_fma_f64, vec_f64, OP(fmadd_pd)(x, y, z))
VEC_FUNCTION1(vec_sqrt_f32, vec_f32, vec_f32, OP(sqrt_ps)(x))
VEC_FUNCTION1(vec_sqrt_f64, vec_f64, vec_f64, OP(sqrt_pd)(x))

/* The number of set bits in each byte: a table has it for each half byte. */
static inline vec_u8 bits_of_bytes(vec_u32 x)
{
    const vec_u32 half = (vec_u32){0} + 0x0f0f0f0fu;
    const vec_u32 counts = (vec_u32)EACH_16_BYTES(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    return (vec_u8)OP(shuffle_epi8)(INT(counts), INT(x & half))
           + (vec_u8)OP(shuffle_epi8)(INT(counts), INT(x >> 4 & half));
}

static inline vec_u32 vec_count_bits_32(vec_u32 v)
{
    return (vec_u32)OP(madd_epi16)(
        OP(maddubs_epi16)(INT(bits_of_bytes(v)), OP(set1_epi8)(1)),
        OP(set1_epi16)(1));
}

static inline vec_u64 vec_count_bits_64(vec_u64 v)
{
    return (vec_u64)OP(sad_epu8)(INT(bits_of_bytes((vec_u32)v)),
                                 INT((vec_u8){0}));
}

/* -- conversions ----------------------------------------------------------- */

VEC_LOADING(vec_u32_of_u8, vec_u32, OP(cvtepu8_epi32)(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_s8, vec_u32, OP(cvtepi8_epi32)(QUARTER_AT(at)))
VEC_LOADING(vec_u32_of_u16, vec_u32, OP(cvtepu16_epi32)(HALF_AT(at)))
VEC_LOADING(vec_u32_of_s16, vec_u32, OP(cvtepi16_epi32)(HALF_AT(at)))
VEC_LOADING(vec_u64_of_u32, vec_u64, OP(cvtepu32_epi64)(HALF_AT(at)))
VEC_LOADING(vec_u64_of_s32, vec_u64, OP(cvtepi32_epi64)(HALF_AT(at)))
VEC_FUNCTION1(vec_round_f32, vec_u32, vec_f32, OP(cvtps_epi32)(x))
VEC_FUNCTION1(vec_truncate_f32, vec_u32, vec_f32, OP(cvttps_epi32)(x))

/* -- among elements -------------------------------------------------------- */

VEC_FUNCTION2(vec_low_32, vec_u32, OP(unpacklo_epi32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_high_32, vec_u32, OP(unpackhi_epi32)(INT(x), INT(y)))
VEC_FUNCTION2(vec_low_64, vec_u32, OP(unpacklo_epi64)(INT(x), INT(y)))
VEC_FUNCTION2(vec_high_64, vec_u32, OP(unpackhi_epi64)(INT(x), INT(y)))

static inline vec_bytes vec_permute_bytes(vec_bytes x, vec_bytes at)
{
    return (vec_bytes)_mm_shuffle_epi8((__m128i)x, (__m128i)at);
}

static inline vec_u32 vec_shuffle_bytes(vec_u32 x, const vec_table *table)
{
    return (vec_u32)OP(shuffle_epi8)(
        INT(x), EACH_16_BYTES(_mm_loadu_si128((const __m128i *)table)));
}

#endif
