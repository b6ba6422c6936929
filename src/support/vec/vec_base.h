/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of 16 bytes for any machine, as vec.h describes them. */
#ifndef GAC_SUPPORT_VEC_BASE_H
#define GAC_SUPPORT_VEC_BASE_H

#include <stdbool.h>
#include <string.h>

#define VEC_BYTES 16
#include "support/vec/vec_types.h"
#include "support/vec/vec_masks.h"

#define VEC_MOVES 0
#define VEC_MOVES_SMALL 0
#define VEC_PERMUTES 0
#define VEC_GATHERS 0
#define VEC_SCATTERS 0
#define VEC_NOWHERE 0

/* -- masks ----------------------------------------------------------------- */

VEC_CHOICE(32)
VEC_CHOICE(64)

#if defined(__SSE2__)
typedef float vec_floats __attribute__((vector_size(16)));
typedef double vec_doubles __attribute__((vector_size(16)));
#define vec_bits_of_mask_32(mask)                                              \
    ((unsigned)__builtin_ia32_movmskps((vec_floats)(mask)))
#define vec_bits_of_mask_64(mask)                                              \
    ((unsigned)__builtin_ia32_movmskpd((vec_doubles)(mask)))
#else
static inline unsigned vec_bits_of_mask_32(vec_mask_32 mask)
{
    mask &= (vec_mask_32){1, 2, 4, 8};
    return (unsigned)(mask[0] | mask[1] | mask[2] | mask[3]);
}

static inline unsigned vec_bits_of_mask_64(vec_mask_64 mask)
{
    return (unsigned)((mask[0] & 1) | (mask[1] & 2));
}
#endif

static inline vec_mask_32 vec_mask_of_bits_32(unsigned bits)
{
    const vec_u32 each = {1, 2, 4, 8};
    return (vec_mask_32)((((vec_u32){0} + bits) & each) == each);
}

static inline vec_mask_64 vec_mask_of_bits_64(unsigned bits)
{
    const vec_u64 each = {1, 2};
    return (vec_mask_64)((((vec_u64){0} + bits) & each) == each);
}

/* A multiplication brings the lowest bits of eight bytes together in the top
 * byte. */
static inline unsigned vec_bits_of_bytes(vec_bytes bytes)
{
    const uint64_t together = 0x0102040810204080u;
    vec_u64 halves = (vec_u64)bytes;
    return (unsigned)(halves[0] * together >> 56)
           | (unsigned)(halves[1] * together >> 56) << 8;
}

/* Each element gets all four bytes, and keeps the one of its own lane. */
static inline vec_mask_32 vec_mask_among_32(vec_bytes bytes, unsigned lane)
{
    const vec_bytes own = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    vec_u32 four = (vec_u32){0} + ((vec_u32)bytes)[lane / 4];
    return (vec_mask_32)((four & (vec_u32)own) != 0);
}

static inline vec_mask_64 vec_mask_among_64(vec_bytes bytes, unsigned lane)
{
    return (vec_mask_64){-(int64_t)bytes[lane], -(int64_t)bytes[lane + 1]};
}

typedef uint16_t vec_shorts __attribute__((vector_size(16)));
#define EVEN_SHORTS(x, y)                                                      \
    __builtin_shufflevector((vec_shorts)(x), (vec_shorts)(y), 0, 2, 4, 6, 8,   \
                            10, 12, 14)

static inline vec_u8 vec_bytes_of_masks(const vec_mask_32 *masks)
{
    vec_bytes low = (vec_bytes)EVEN_SHORTS(masks[0], masks[1]);
    vec_bytes high = (vec_bytes)EVEN_SHORTS(masks[2], masks[3]);
    return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
                                   20, 22, 24, 26, 28, 30)
           & 1;
}

static inline void vec_masks_of_bytes(vec_mask_32 *masks, vec_u8 bytes)
{
    for (unsigned k = 0; k < 4; k++)
        masks[k] = vec_mask_among_32(bytes, 4 * k);
}

static inline uint32_t vec_count_bytes(vec_u8 bytes)
{
    return (uint32_t)__builtin_popcount(vec_bits_of_bytes(bytes));
}

static inline bool vec_any(vec_u32 x)
{
    vec_u64 halves = (vec_u64)x;
    return (halves[0] | halves[1]) != 0;
}

/* -- arithmetic ------------------------------------------------------------ */

VEC_ENDS(u, 32)
VEC_ENDS(i, 32)
/* Element by element: baseline x86-64 does not compare vectors of 64 bits. */
#define ENDS_64(S)                                                             \
    static inline vec_u64 vec_min_##S##64(vec_u64 x, vec_u64 y)                \
    {                                                                          \
        vec_##S##64 a = (vec_##S##64)x, b = (vec_##S##64)y;                    \
        return (vec_u64)(vec_##S##64){a[0] < b[0] ? a[0] : b[0],               \
                                      a[1] < b[1] ? a[1] : b[1]};              \
    }                                                                          \
    static inline vec_u64 vec_max_##S##64(vec_u64 x, vec_u64 y)                \
    {                                                                          \
        vec_##S##64 a = (vec_##S##64)x, b = (vec_##S##64)y;                    \
        return (vec_u64)(vec_##S##64){a[0] > b[0] ? a[0] : b[0],               \
                                      a[1] > b[1] ? a[1] : b[1]};              \
    }
ENDS_64(u)
ENDS_64(i)

static inline uint32_t vec_least_u32(vec_u32 x)
{
    uint32_t a = x[0] < x[1] ? x[0] : x[1], b = x[2] < x[3] ? x[2] : x[3];
    return a < b ? a : b;
}

static inline int32_t vec_least_i32(vec_u32 x)
{
    return (int32_t)(vec_least_u32(x ^ 0x80000000u) ^ 0x80000000u);
}

static inline int64_t vec_least_i64(vec_u64 x)
{
    vec_i64 v = (vec_i64)x;
    return v[0] < v[1] ? v[0] : v[1];
}

/* -- conversions ----------------------------------------------------------- */

static inline vec_u32 vec_u32_of_u16(const void *at)
{
    uint16_t x[4];
    memcpy(x, at, sizeof x);
    return (vec_u32){x[0], x[1], x[2], x[3]};
}

static inline vec_u64 vec_u64_of_u32(const void *at)
{
    uint32_t x[2];
    memcpy(x, at, sizeof x);
    return (vec_u64){x[0], x[1]};
}

static inline vec_u64 vec_u64_of_s32(const void *at)
{
    int32_t x[2];
    memcpy(x, at, sizeof x);
    return (vec_u64)(vec_i64){x[0], x[1]};
}

/* -- among elements -------------------------------------------------------- */

#define VEC_SHUFFLED(x, y, ...)                                                \
    ((vec_u32)__builtin_shufflevector(x, y, __VA_ARGS__))
VEC_FUNCTION2(vec_low_32, vec_u32, VEC_SHUFFLED(x, y, 0, 4, 1, 5))
VEC_FUNCTION2(vec_high_32, vec_u32, VEC_SHUFFLED(x, y, 2, 6, 3, 7))
VEC_FUNCTION2(vec_low_64, vec_u32, VEC_SHUFFLED(x, y, 0, 1, 4, 5))
VEC_FUNCTION2(vec_high_64, vec_u32, VEC_SHUFFLED(x, y, 2, 3, 6, 7))

static inline vec_block vec_of_halves(const void *low, const void *high)
{
    vec_block d;
    memcpy(&d, low, 32);
    memcpy(&d.v[2], high, 32);
    return d;
}

static inline vec_block vec_even_quarters(vec_block x, vec_block y)
{
    return (vec_block){{x.v[0], x.v[2], y.v[0], y.v[2]}};
}

static inline vec_block vec_odd_quarters(vec_block x, vec_block y)
{
    return (vec_block){{x.v[1], x.v[3], y.v[1], y.v[3]}};
}

#define vec_leave() ((void)0)

#if defined(__x86_64__)
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f4_##ulp##sse2
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d2_##ulp##sse2
#endif

#endif
