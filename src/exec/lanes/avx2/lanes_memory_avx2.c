/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels for the level avx2: masks are vectors. What it has no
 * instruction for goes lane by lane, by the bits of the mask: scatters, gathers
 * of bytes and shorts. (To let lanes that are not active store to nowhere, or
 * load from a place that they may, gained nothing for these, and took a tenth
 * of n queens.) */
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "exec/lanes/lanes_forms.h"
#include "exec/lanes/lanes_memory.h"

static inline __m256i load_256(const void *from)
{
    return _mm256_loadu_si256(from);
}

static inline void store_256(void *to, __m256i v)
{
    _mm256_storeu_si256(to, v);
}

static inline __m128i load_128(const void *from)
{
    return _mm_loadu_si128(from);
}

/* -- masks: bit k is lane k ------------------------------------------------ */

/* Eight lanes of 32 bits, or four of 64: all bits of those that are active. */
static inline __m256i mask_32(unsigned bits)
{
    const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(
        _mm256_and_si256(_mm256_set1_epi32((int)bits), each), each);
}

static inline __m256i mask_64(unsigned bits)
{
    const __m256i each = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(
        _mm256_and_si256(_mm256_set1_epi64x((int64_t)bits), each), each);
}

/* Four lanes of 32 bits. */
static inline __m128i half_mask_32(unsigned bits)
{
    return _mm256_castsi256_si128(mask_32(bits));
}

static inline unsigned mask_bits(const uint8_t *mask)
{
    return (unsigned)_mm_movemask_epi8(_mm_slli_epi16(load_128(mask), 7));
}

static inline void move_masked_32(void *to, const void *from, unsigned bits)
{
    for (unsigned k = 0; k < 16; k += 8) {
        __m256i on = mask_32(bits >> k);
        _mm256_maskstore_epi32(
            (int *)to + k, on,
            _mm256_maskload_epi32((const int *)from + k, on));
    }
}

static inline void move_masked_64(void *to, const void *from, unsigned bits)
{
    for (unsigned k = 0; k < 16; k += 4) {
        __m256i on = mask_64(bits >> k);
        _mm256_maskstore_epi64(
            (long long *)to + k, on,
            _mm256_maskload_epi64((const long long *)from + k, on));
    }
}

/* n bytes, 1 to 32: two moves of a size that overlap. */
static inline void move_run(uint8_t *to, const uint8_t *from, unsigned n)
{
#define MOVE_ENDS(SIZE)                                                        \
    if (n >= SIZE) {                                                           \
        uint8_t ends[2][SIZE];                                                 \
        memcpy(ends[0], from, SIZE);                                           \
        memcpy(ends[1], from + n - SIZE, SIZE);                                \
        memcpy(to, ends[0], SIZE);                                             \
        memcpy(to + n - SIZE, ends[1], SIZE);                                  \
        return;                                                                \
    }
    MOVE_ENDS(16)
    MOVE_ENDS(8)
    MOVE_ENDS(4)
    MOVE_ENDS(2)
    *to = *from;
}

/* Active lanes mostly lie together: those of a group, of a row, of an image's
 * part. */
#define MOVE_MASKED(BITS, to, from, bits)                                      \
    do {                                                                       \
        unsigned on_ = (bits), lowest_ = on_ & (0 - on_);                      \
        if (on_ && !((on_ + lowest_) & on_)) {                                 \
            size_t at_ = (size_t)__builtin_ctz(on_) * (BITS / 8);              \
            move_run((uint8_t *)(to) + at_, (const uint8_t *)(from) + at_,     \
                     (unsigned)__builtin_popcount(on_) * (BITS / 8));          \
        } else {                                                               \
            EACH_BIT(k_, on_)                                                  \
            ((u##BITS##_unaligned *)(to))[k_] =                                \
                ((const u##BITS##_unaligned *)(from))[k_];                     \
        }                                                                      \
    } while (0)

/* Sixteen elements of `bytes`. */
static inline __attribute__((always_inline)) void copy_step(void *to,
                                                            const void *from,
                                                            size_t bytes)
{
    const uint8_t *f = from;
    uint8_t *t = to;
    __m256i v[4];
    if (bytes == 1) {
        _mm_storeu_si128(to, load_128(from));
        return;
    }
    for (size_t k = 0; k < bytes / 2; k++)
        v[k] = load_256(f + 32 * k);
    for (size_t k = 0; k < bytes / 2; k++)
        store_256(t + 32 * k, v[k]);
}

#define COPY_STEP(to, from, BITS) copy_step(to, from, BITS / 8)

#define LOAD_MASKED_8(d, from, bits) MOVE_MASKED(8, d, from, bits)
#define LOAD_MASKED_16(d, from, bits) MOVE_MASKED(16, d, from, bits)
#define LOAD_MASKED_32(d, from, bits) move_masked_32(d, from, bits)
#define LOAD_MASKED_64(d, from, bits) move_masked_64(d, from, bits)
/* Stores move the other way, and are the same. */
#define STORE_MASKED_8(to, v, bits) LOAD_MASKED_8(to, v, bits)
#define STORE_MASKED_16(to, v, bits) LOAD_MASKED_16(to, v, bits)
#define STORE_MASKED_32(to, v, bits) LOAD_MASKED_32(to, v, bits)
#define STORE_MASKED_64(to, v, bits) LOAD_MASKED_64(to, v, bits)

/* -- places ---------------------------------------------------------------- */

/* Four indices, as 64-bit numbers. */
static inline __m256i indices_i32(const int32_t *x)
{
    return _mm256_cvtepi32_epi64(load_128(x));
}

static inline __m256i indices_u32(const uint32_t *x)
{
    return _mm256_cvtepu32_epi64(load_128(x));
}

static inline __m256i indices_i64(const int64_t *x)
{
    return load_256(x);
}

/* x * scale, of which this level multiplies 32 bits with 32. */
static inline __m256i times_i64(__m256i x, uint64_t scale)
{
    __m256i by = _mm256_set1_epi64x((int64_t)scale);
    __m256i high =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), by),
                         _mm256_mul_epu32(x, _mm256_srli_epi64(by, 32)));
    return _mm256_add_epi64(_mm256_mul_epu32(x, by),
                            _mm256_slli_epi64(high, 32));
}

static inline __m256i times_i32(__m256i x, uint64_t scale)
{
    return scale <= INT32_MAX
               ? _mm256_mul_epi32(x, _mm256_set1_epi64x((int64_t)scale))
               : times_i64(x, scale);
}

static inline __m256i times_u32(__m256i x, uint64_t scale)
{
    return scale <= UINT32_MAX
               ? _mm256_mul_epu32(x, _mm256_set1_epi64x((int64_t)scale))
               : times_i64(x, scale);
}

/* Four places from the base on. */
#define PLACES(NAME, x, scale) times_##NAME(indices_##NAME(x), scale)

/* -- gathers --------------------------------------------------------------- */

/* 16 elements whose indices of 32 bits count them, by the processor's gathers:
 * lanes that are not active keep what they have. */
static inline void gather_elements_32(uint32_t *d, uintptr_t base, __m256i x,
                                      __m256i y, unsigned bits)
{
    const int *from = (const int *)base;
    __m256i v, w;
    if (bits == 0xFFFFu) {
        v = _mm256_i32gather_epi32(from, x, 4);
        w = _mm256_i32gather_epi32(from, y, 4);
    } else {
        v = _mm256_mask_i32gather_epi32(load_256(d), from, x, mask_32(bits), 4);
        w = _mm256_mask_i32gather_epi32(load_256(d + 8), from, y,
                                        mask_32(bits >> 8), 4);
    }
    store_256(d, v);
    store_256(d + 8, w);
}

/* Four elements at places from the base on. */
static inline void gather_four_32(uint32_t *d, uintptr_t base, __m256i places,
                                  unsigned bits)
{
    __m128i v = _mm256_mask_i64gather_epi32(load_128(d), (const int *)base,
                                            places, half_mask_32(bits), 1);
    _mm_storeu_si128((__m128i *)(void *)d, v);
}

static inline void gather_four_64(uint64_t *d, uintptr_t base, __m256i places,
                                  unsigned bits)
{
    store_256(d,
              _mm256_mask_i64gather_epi64(load_256(d), (const long long *)base,
                                          places, mask_64(bits), 1));
}

#define GATHER_FOURS(BITS, NAME, d, base, x, scale, bits)                      \
    for (unsigned k_ = 0; k_ < STEP; k_ += 4)                                  \
    gather_four_##BITS((d) + k_, base, PLACES(NAME, (x) + k_, scale),          \
                       (bits) >> k_)

/* Unsigned indices are moved down by 2^31, and the base up. */
#define LOWER(x) _mm256_xor_si256(load_256(x), _mm256_set1_epi32(INT32_MIN))
#define WHOLE_i32(d, base, x, bits)                                            \
    gather_elements_32(d, base, load_256(x), load_256((x) + 8), bits)
#define WHOLE_u32(d, base, x, bits)                                            \
    gather_elements_32(d, (base) + ((uintptr_t)4 << 31), LOWER(x),             \
                       LOWER((x) + 8), bits)
#define WHOLE_i64(d, base, x, bits) GATHER_FOURS(32, i64, d, base, x, 4, bits)

#define GATHER_32(NAME, d, base, x, scale, bits)                               \
    do {                                                                       \
        if (!gac__cpu_has(GAC__CPU_GATHERS)) {                                 \
            GATHER(32, d, base, x, scale, bits)                                \
        } else if ((scale) == 4) {                                             \
            WHOLE_##NAME(d, base, x, bits);                                    \
        } else {                                                               \
            GATHER_FOURS(32, NAME, d, base, x, scale, bits);                   \
        }                                                                      \
    } while (0)
#define GATHER_64(NAME, d, base, x, scale, bits)                               \
    do {                                                                       \
        if (!gac__cpu_has(GAC__CPU_GATHERS)) {                                 \
            GATHER(64, d, base, x, scale, bits)                                \
        } else {                                                               \
            GATHER_FOURS(64, NAME, d, base, x, scale, bits);                   \
        }                                                                      \
    } while (0)

#define QUICK_GATHERS(scale) ((scale) == 4 && gac__cpu_has(GAC__CPU_GATHERS))
#define QUICK_GATHER(NAME, d, base, x, bits) WHOLE_##NAME(d, base, x, bits)

/* -- scatters: lane by lane, as the template does -------------------------- */

#define QUICK_SCATTERS(scale) ((scale) == 4)
#define QUICK_SCATTER(NAME, base, x, v, bits)                                  \
    do {                                                                       \
        SCATTER(32, base, x, 4, v, bits)                                       \
    } while (0)

/* -- rounds of rows: a matrix of 16 x 8 is transposed ---------------------- */

_Static_assert(GAC__WALK_ROUNDS == 8, "walk_step()");

/* Of rows k and k + 4, the half that begins at element r. */
static inline __m256i half_rows(const uint32_t *const *at, unsigned k,
                                unsigned r)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load_128(at[k] + r)),
                                   load_128(at[k + 4] + r), 1);
}

static inline void walk_step(uint32_t *rounds, size_t pitch,
                             const uint32_t *const *at)
{
    _Pragma("GCC unroll 4") for (unsigned half = 0; half < 4; half++)
    {
        unsigned lane = half / 2 * 8, r = half % 2 * 4;
        uint32_t *to = rounds + lane + r * pitch;
        __m256i a = half_rows(at, lane, r), b = half_rows(at, lane + 1, r);
        __m256i c = half_rows(at, lane + 2, r), d = half_rows(at, lane + 3, r);
        __m256i even = _mm256_unpacklo_epi32(a, b);
        __m256i odd = _mm256_unpackhi_epi32(a, b);
        __m256i even2 = _mm256_unpacklo_epi32(c, d);
        __m256i odd2 = _mm256_unpackhi_epi32(c, d);
        store_256(to, _mm256_unpacklo_epi64(even, even2));
        store_256(to + pitch, _mm256_unpackhi_epi64(even, even2));
        store_256(to + 2 * pitch, _mm256_unpacklo_epi64(odd, odd2));
        store_256(to + 3 * pitch, _mm256_unpackhi_epi64(odd, odd2));
    }
}

#define WALK_PLACES(NAME, at, base, x, some, scale, bits)                      \
    do {                                                                       \
        const __m256i from_ = _mm256_set1_epi64x((int64_t)(base));             \
        const __m256i other_ = _mm256_set1_epi64x((int64_t)(x)[some]);         \
        for (unsigned j_ = 0; j_ < STEP; j_ += 4) {                            \
            __m256i i_ = indices_##NAME((x) + j_);                             \
            if ((bits) != ALL)                                                 \
                i_ = _mm256_blendv_epi8(other_, i_, mask_64((bits) >> j_));    \
            store_256((at) + j_,                                               \
                      _mm256_add_epi64(times_##NAME(i_, scale), from_));       \
        }                                                                      \
        /* read back one by one: taking vectors apart is slower */             \
        __asm__ volatile("" : "+m"(at));                                       \
    } while (0)

#define WALK_STEP_32(rounds, pitch, at)                                        \
    walk_step(rounds, pitch, (const uint32_t *const *)(at))

#include "exec/lanes/avx2/lanes_ranges_avx2.inc"
#include "exec/lanes/avx2/lanes_forms_avx2.inc"
#include "exec/lanes/avx2/lanes_schedule_avx2.inc"
#include "exec/lanes/avx2/lanes_wide_avx2.inc"
#include "exec/lanes/lanes_parts.inc"
#include "exec/lanes/lanes_vectors.inc"

#define LANES_MEMORY_NAME gac__memory_kernels_avx2
#include "exec/lanes/lanes_memory.inc"
