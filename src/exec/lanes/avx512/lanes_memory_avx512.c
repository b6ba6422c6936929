/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels for the level avx512: masked vectors and gathers. */
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/lanes/lanes_forms.h"
#include "exec/lanes/lanes_memory.h"

#define LOAD_MASKED_8(d, from, bits)                                           \
    _mm_mask_storeu_epi8(d, (__mmask16)(bits),                                 \
                         _mm_maskz_loadu_epi8((__mmask16)(bits), from))
#define LOAD_MASKED_16(d, from, bits)                                          \
    _mm256_mask_storeu_epi16(                                                  \
        d, (__mmask16)(bits),                                                  \
        _mm256_maskz_loadu_epi16((__mmask16)(bits), from))
#define LOAD_MASKED_32(d, from, bits)                                          \
    _mm512_mask_storeu_epi32(                                                  \
        d, (__mmask16)(bits),                                                  \
        _mm512_maskz_loadu_epi32((__mmask16)(bits), from))
#define LOAD_MASKED_64(d, from, bits) move_masked_64(d, from, bits)

/* Stores move the other way, and are the same. */
#define STORE_MASKED_8(to, v, bits) LOAD_MASKED_8(to, v, bits)
#define STORE_MASKED_16(to, v, bits) LOAD_MASKED_16(to, v, bits)
#define STORE_MASKED_32(to, v, bits) LOAD_MASKED_32(to, v, bits)
#define STORE_MASKED_64(to, v, bits) LOAD_MASKED_64(to, v, bits)

static inline void move_masked_64(void *to, const void *from, unsigned bits)
{
    __mmask8 low = (__mmask8)bits, high = (__mmask8)(bits >> 8);
    const uint8_t *f = from;
    uint8_t *t = to;
    _mm512_mask_storeu_epi64(t, low, _mm512_maskz_loadu_epi64(low, f));
    _mm512_mask_storeu_epi64(t + 64, high,
                             _mm512_maskz_loadu_epi64(high, f + 64));
}

/* Eight indices, as 64-bit numbers. */
static inline __m512i indices_i32(const int32_t *x)
{
    return _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)x));
}

static inline __m512i indices_u32(const uint32_t *x)
{
    return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)x));
}

static inline __m512i indices_i64(const int64_t *x)
{
    return _mm512_loadu_si512(x);
}

static inline __m512i offsets(__m512i x, uint64_t scale)
{
    return scale == 1
               ? x
               : _mm512_mullo_epi64(x, _mm512_set1_epi64((int64_t)scale));
}

/* Sixteen host addresses, those of lanes that are not active being `other`: for
 * scalar accesses without a branch, where the processor's own gathers and
 * scatters are microcode. */
typedef struct addresses {
    _Alignas(64) uint64_t at[16];
} addresses;

static inline void make_addresses(addresses *a, uintptr_t base, __m512i low,
                                  __m512i high, __m512i other_low,
                                  __m512i other_high, uint64_t scale,
                                  unsigned bits)
{
    __m512i from = _mm512_set1_epi64((int64_t)base);
    low = _mm512_add_epi64(from, offsets(low, scale));
    high = _mm512_add_epi64(from, offsets(high, scale));
    low = _mm512_mask_blend_epi64((__mmask8)bits, other_low, low);
    high = _mm512_mask_blend_epi64((__mmask8)(bits >> 8), other_high, high);
    _mm512_store_si512(a->at, low);
    _mm512_store_si512(a->at + 8, high);
    /* Read back one by one: taking vectors apart in registers is slower. */
    __asm__ volatile("" : "+m"(*a));
}

/* The addresses of 8 elements from `d` on. */
static inline __m512i places(const void *d, int64_t bytes)
{
    return _mm512_add_epi64(_mm512_set1_epi64((int64_t)(uintptr_t)d),
                            _mm512_set_epi64(7 * bytes, 6 * bytes, 5 * bytes,
                                             4 * bytes, 3 * bytes, 2 * bytes,
                                             bytes, 0));
}

/* 16 elements by the processor's gathers. Indices of 32 bits are taken as they
 * are where they count elements; unsigned ones are moved down by 2^31, and the
 * base up. */
static inline void gather_hardware_32(uint32_t *d, uintptr_t base, __m512i low,
                                      __m512i high, uint64_t scale,
                                      unsigned bits)
{
    __m256i none = _mm256_setzero_si256();
    __m256i a = _mm512_mask_i64gather_epi32(
        none, (__mmask8)bits, offsets(low, scale), (const void *)base, 1);
    __m256i b = _mm512_mask_i64gather_epi32(none, (__mmask8)(bits >> 8),
                                            offsets(high, scale),
                                            (const void *)base, 1);
    __m512i both = _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);
    _mm512_mask_storeu_epi32(d, (__mmask16)bits, both);
}

static inline void gather_hardware_64(uint64_t *d, uintptr_t base, __m512i low,
                                      __m512i high, uint64_t scale,
                                      unsigned bits)
{
    __m512i none = _mm512_setzero_si512();
    __mmask8 first = (__mmask8)bits, second = (__mmask8)(bits >> 8);
    __m512i a = _mm512_mask_i64gather_epi64(none, first, offsets(low, scale),
                                            (const void *)base, 1);
    __m512i b = _mm512_mask_i64gather_epi64(none, second, offsets(high, scale),
                                            (const void *)base, 1);
    _mm512_mask_storeu_epi64(d, first, a);
    _mm512_mask_storeu_epi64(d + 8, second, b);
}

static inline void gather_elements_32(uint32_t *d, uintptr_t base, __m512i x,
                                      unsigned bits)
{
    __m512i v = _mm512_mask_i32gather_epi32(
        _mm512_setzero_si512(), (__mmask16)bits, x, (const void *)base, 4);
    _mm512_mask_storeu_epi32(d, (__mmask16)bits, v);
}

#define WHOLE_i32(d, base, x, bits)                                            \
    gather_elements_32(d, base, _mm512_loadu_si512(x), bits)
#define WHOLE_u32(d, base, x, bits)                                            \
    gather_elements_32(                                                        \
        d, (base) + ((uintptr_t)4 << 31),                                      \
        _mm512_xor_si512(_mm512_loadu_si512(x), _mm512_set1_epi32(INT32_MIN)), \
        bits)
#define WHOLE_i64(d, base, x, bits)                                            \
    gather_hardware_32(d, base, indices_i64(x), indices_i64((x) + 8), 4, bits)

#define GATHER_SCALAR(BITS, NAME, d, base, x, scale, bits)                     \
    do {                                                                       \
        addresses a_;                                                          \
        make_addresses(&a_, base, indices_##NAME(x), indices_##NAME((x) + 8),  \
                       places(d, BITS / 8), places((d) + 8, BITS / 8), scale,  \
                       bits);                                                  \
        for (unsigned k_ = 0; k_ < 16; k_++)                                   \
            (d)[k_] = *(const u##BITS##_unaligned *)(uintptr_t)a_.at[k_];      \
    } while (0)
#define GATHER_32(NAME, d, base, x, scale, bits)                               \
    do {                                                                       \
        if (!gac__cpu_has(GAC__CPU_GATHERS))                                   \
            GATHER_SCALAR(32, NAME, d, base, x, scale, bits);                  \
        else if ((scale) == 4)                                                 \
            WHOLE_##NAME(d, base, x, bits);                                    \
        else                                                                   \
            gather_hardware_32(d, base, indices_##NAME(x),                     \
                               indices_##NAME((x) + 8), scale, bits);          \
    } while (0)
#define GATHER_64(NAME, d, base, x, scale, bits)                               \
    do {                                                                       \
        if (!gac__cpu_has(GAC__CPU_GATHERS))                                   \
            GATHER_SCALAR(64, NAME, d, base, x, scale, bits);                  \
        else                                                                   \
            gather_hardware_64(d, base, indices_##NAME(x),                     \
                               indices_##NAME((x) + 8), scale, bits);          \
    } while (0)

/* All 16 lanes: plain stores are as fast as the processor's scatters. */
#define SCATTER_ALL(BITS, base, x, scale, v)                                   \
    for (unsigned k_ = 0; k_ < 16; k_++)                                       \
    *(u##BITS##_unaligned *)((base) + (uint64_t)(int64_t)(x)[k_] * (scale)) =  \
        (v)[k_]
#define SCATTER_SCALAR(BITS, NAME, base, x, scale, v, bits)                    \
    do {                                                                       \
        addresses a_;                                                          \
        uint64_t nowhere_;                                                     \
        __m512i other_ = _mm512_set1_epi64((int64_t)(uintptr_t)&nowhere_);     \
        make_addresses(&a_, base, indices_##NAME(x), indices_##NAME((x) + 8),  \
                       other_, other_, scale, bits);                           \
        for (unsigned k_ = 0; k_ < 16; k_++)                                   \
            *(u##BITS##_unaligned *)(uintptr_t)a_.at[k_] = (v)[k_];            \
    } while (0)

static inline void scatter_hardware_32(uintptr_t base, __m512i low,
                                       __m512i high, uint64_t scale,
                                       const uint32_t *v, unsigned bits)
{
    _mm512_mask_i64scatter_epi32((void *)base, (__mmask8)bits,
                                 offsets(low, scale),
                                 _mm256_loadu_si256((const __m256i *)v), 1);
    _mm512_mask_i64scatter_epi32(
        (void *)base, (__mmask8)(bits >> 8), offsets(high, scale),
        _mm256_loadu_si256((const __m256i *)(v + 8)), 1);
}

static inline void scatter_hardware_64(uintptr_t base, __m512i low,
                                       __m512i high, uint64_t scale,
                                       const uint64_t *v, unsigned bits)
{
    _mm512_mask_i64scatter_epi64((void *)base, (__mmask8)bits,
                                 offsets(low, scale), _mm512_loadu_si512(v), 1);
    _mm512_mask_i64scatter_epi64((void *)base, (__mmask8)(bits >> 8),
                                 offsets(high, scale),
                                 _mm512_loadu_si512(v + 8), 1);
}

static inline void scatter_elements_32(uintptr_t base, __m512i x,
                                       const uint32_t *v, unsigned bits)
{
    _mm512_mask_i32scatter_epi32((void *)base, (__mmask16)bits, x,
                                 _mm512_loadu_si512(v), 4);
}

#define SCATTER_EITHER(BITS, NAME, base, x, scale, v, bits)                    \
    do {                                                                       \
        if ((bits) == 0xFFFFu)                                                 \
            SCATTER_ALL(BITS, base, x, scale, v);                              \
        else if (!gac__cpu_has(GAC__CPU_SCATTERS))                             \
            SCATTER_SCALAR(BITS, NAME, base, x, scale, v, bits);               \
        else                                                                   \
            scatter_hardware_##BITS(base, indices_##NAME(x),                   \
                                    indices_##NAME((x) + 8), scale, v, bits);  \
    } while (0)
#define SCATTER_WHOLE_i32(base, x, v, bits)                                    \
    scatter_elements_32(base, _mm512_loadu_si512(x), v, bits)
#define SCATTER_WHOLE_u32(base, x, v, bits)                                    \
    scatter_elements_32(                                                       \
        (base) + ((uintptr_t)4 << 31),                                         \
        _mm512_xor_si512(_mm512_loadu_si512(x), _mm512_set1_epi32(INT32_MIN)), \
        v, bits)
#define SCATTER_WHOLE_i64(base, x, v, bits)                                    \
    scatter_hardware_32(base, indices_i64(x), indices_i64((x) + 8), 4, v, bits)
#define SCATTER_32(NAME, base, x, scale, v, bits)                              \
    do {                                                                       \
        if ((bits) != 0xFFFFu && (scale) == 4                                  \
            && gac__cpu_has(GAC__CPU_SCATTERS))                                \
            SCATTER_WHOLE_##NAME(base, x, v, bits);                            \
        else                                                                   \
            SCATTER_EITHER(32, NAME, base, x, scale, v, bits);                 \
    } while (0)
#define SCATTER_64(NAME, base, x, scale, v, bits)                              \
    SCATTER_EITHER(64, NAME, base, x, scale, v, bits)

#define QUICK_GATHERS(scale) ((scale) == 4 && gac__cpu_has(GAC__CPU_GATHERS))
#define QUICK_SCATTERS(scale) ((scale) == 4 && gac__cpu_has(GAC__CPU_SCATTERS))
#define QUICK_GATHER(NAME, d, base, x, bits) WHOLE_##NAME(d, base, x, bits)
#define QUICK_SCATTER(NAME, base, x, v, bits)                                  \
    SCATTER_WHOLE_##NAME(base, x, v, bits)

/* -- rounds of rows: a matrix of 16 x 8 is transposed ---------------------- */

_Static_assert(GAC__WALK_ROUNDS == 8, "walk_step()");

/* Of rows k and k + 4, as they are. */
static inline __m512i two_rows(const uint32_t *const *at, int k)
{
    __m512i low =
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)at[k]));
    return _mm512_inserti64x4(
        low, _mm256_loadu_si256((const __m256i *)at[k + 4]), 1);
}

/* Of rows k to k + 7: four rows, a round, in each quarter: of the first four
 * rows round r of out[r] and round r + 4, then those of the last four. */
static inline void eight_rows(__m512i *out, const uint32_t *const *at, int k)
{
    __m512i a = two_rows(at, k), b = two_rows(at, k + 1);
    __m512i c = two_rows(at, k + 2), d = two_rows(at, k + 3);
    __m512i even = _mm512_unpacklo_epi32(a, b);
    __m512i odd = _mm512_unpackhi_epi32(a, b);
    __m512i even2 = _mm512_unpacklo_epi32(c, d);
    __m512i odd2 = _mm512_unpackhi_epi32(c, d);
    out[0] = _mm512_unpacklo_epi64(even, even2);
    out[1] = _mm512_unpackhi_epi64(even, even2);
    out[2] = _mm512_unpacklo_epi64(odd, odd2);
    out[3] = _mm512_unpackhi_epi64(odd, odd2);
}

static inline void walk_step(uint32_t *rounds, size_t pitch,
                             const uint32_t *const *at)
{
    __m512i low[4], high[4];
    eight_rows(low, at, 0);
    eight_rows(high, at, 8);
    for (int r = 0; r < 4; r++) {
        uint32_t *to = rounds + (size_t)r * pitch;
        _mm512_storeu_si512(to, _mm512_shuffle_i32x4(low[r], high[r], 0x88));
        _mm512_storeu_si512(to + 4 * pitch,
                            _mm512_shuffle_i32x4(low[r], high[r], 0xdd));
    }
}

#define WALK_STEP_32(rounds, pitch, at)                                        \
    walk_step(rounds, pitch, (const uint32_t *const *)(at))

/* Smallest and largest index. Lanes that do not count take no part in the
 * minimum; the last vector may be a part of one. */
#define DEFINE_RANGE(NAME, INDEX, LANES, LOAD, MIN, MAX, REDUCE_MIN,           \
                     REDUCE_MAX, MASK, LEAST, MOST, SET)                       \
    static void range_##NAME(const void *index, const uint8_t *mask,           \
                             size_t first, size_t end, int64_t *min_out,       \
                             int64_t *max_out)                                 \
    {                                                                          \
        const INDEX *x = index;                                                \
        __m512i low = SET(MOST), high = SET(LEAST);                            \
        for (size_t k = first; k < end; k += LANES) {                          \
            MASK on = (MASK)((1u << (end - k < LANES ? end - k : LANES)) - 1); \
            if (mask)                                                          \
                on &= mask_bits_##LANES(mask + k, on);                         \
            __m512i v = LOAD(on, x + k);                                       \
            low = MIN(low, on, low, v);                                        \
            high = MAX(high, on, high, v);                                     \
        }                                                                      \
        *min_out = (int64_t)(INDEX)REDUCE_MIN(low);                            \
        *max_out = (int64_t)(INDEX)REDUCE_MAX(high);                           \
    }

static inline __mmask8 mask_bits_8(const uint8_t *mask, __mmask8 on)
{
    __m128i m = _mm_maskz_loadu_epi8(on, mask);
    return (__mmask8)_mm_test_epi8_mask(m, m);
}

static inline __mmask16 mask_bits_16(const uint8_t *mask, __mmask16 on)
{
    __m128i m = _mm_maskz_loadu_epi8(on, mask);
    return _mm_test_epi8_mask(m, m);
}

DEFINE_RANGE(i64, int64_t, 8, _mm512_maskz_loadu_epi64, _mm512_mask_min_epi64,
             _mm512_mask_max_epi64, _mm512_reduce_min_epi64,
             _mm512_reduce_max_epi64, __mmask8, INT64_MIN, INT64_MAX,
             _mm512_set1_epi64)
DEFINE_RANGE(i32, int32_t, 16, _mm512_maskz_loadu_epi32, _mm512_mask_min_epi32,
             _mm512_mask_max_epi32, _mm512_reduce_min_epi32,
             _mm512_reduce_max_epi32, __mmask16, INT32_MIN, INT32_MAX,
             _mm512_set1_epi32)
DEFINE_RANGE(u32, uint32_t, 16, _mm512_maskz_loadu_epi32, _mm512_mask_min_epu32,
             _mm512_mask_max_epu32, _mm512_reduce_min_epu32,
             _mm512_reduce_max_epu32, __mmask16, 0, -1, _mm512_set1_epi32)

#include "exec/lanes/lanes_forms.inc"
#include "exec/lanes/avx512/lanes_wide_avx512.inc"
#include "exec/lanes/lanes_parts.inc"
#include "exec/lanes/lanes_vectors.inc"

static bool ramp_32(const void *index, size_t first, size_t end)
{
    const uint32_t *x = index;
    const __m512i wide = _mm512_set1_epi32(32);
    __m512i low = _mm512_add_epi32(
        _mm512_set1_epi32((int)x[first]),
        _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(16));
    size_t k = first;
    for (; k + 32 <= end; k += 32) {
        __m512i a = _mm512_xor_si512(_mm512_loadu_si512(x + k), low);
        __m512i b = _mm512_loadu_si512(x + k + 16);
        /* a | (b ^ high) */
        a = _mm512_ternarylogic_epi32(a, b, high, 0xf6);
        if (_mm512_test_epi32_mask(a, a))
            return false;
        low = _mm512_add_epi32(low, wide);
        high = _mm512_add_epi32(high, wide);
    }
    for (; k < end; k++)
        if (x[k] != x[first] + (uint32_t)(k - first))
            return false;
    return true;
}

#define LANES_HAVE_RAMP_32 1
#define LANES_HAVE_RANGE 1
#define LANES_MEMORY_NAME gac__memory_kernels_avx512
#include "exec/lanes/lanes_memory.inc"
