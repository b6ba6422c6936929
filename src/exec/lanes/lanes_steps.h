/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Steps of lanes: sixteen elements, in as many of the level's vectors as they
 * take. Memory kernels are written with them. */
#ifndef GAC_EXEC_LANES_STEPS_H
#define GAC_EXEC_LANES_STEPS_H

#include "compile/lanes/lane_kernels.h"
#include "support/vec/vec.h"

/* Always inlined, so that the caller's constants are constants inside, too. */
#define INLINED inline __attribute__((always_inline))

#define STEP GAC__LANE_STEP
#define ALL 0xFFFFu

/* N_: vectors of a step. IN_: lanes of a vector. For elements of 32 and 64
 * bits. */
enum {
    N_32 = 4 * STEP / VEC_BYTES,
    N_64 = 8 * STEP / VEC_BYTES,
    IN_32 = VEC_BYTES / 4,
    IN_64 = VEC_BYTES / 8
};

#define UNROLL(n) _Pragma("GCC unroll 16") for (unsigned j = 0; j < (n); j++)

static const _Alignas(64) uint32_t numbers_32[STEP] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const _Alignas(64) uint64_t numbers_64[STEP] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

#define STEP_OF_2(B, name, expr)                                               \
    static inline step_##B name##_##B(step_##B a, step_##B b)                  \
    {                                                                          \
        step_##B d;                                                            \
        UNROLL(N_##B)                                                          \
        {                                                                      \
            vec_u##B x = a.v[j], y = b.v[j];                                   \
            d.v[j] = (vec_u##B)(expr);                                         \
        }                                                                      \
        return d;                                                              \
    }

/* A step_ holds a step's elements, an on_ a mask for them. line_(): lane k has
 * from + k * by. on_of_(): the mask of a step's bytes, one a lane. */
#define DEFINE_STEPS(B)                                                        \
    typedef struct step_##B {                                                  \
        vec_u##B v[N_##B];                                                     \
    } step_##B;                                                                \
    typedef struct on_##B {                                                    \
        vec_mask_##B m[N_##B];                                                 \
    } on_##B;                                                                  \
    static inline step_##B load_##B(const void *at)                            \
    {                                                                          \
        step_##B d;                                                            \
        UNROLL(N_##B)                                                          \
        d.v[j] = (vec_u##B)vec_load((const uint8_t *)at + j * VEC_BYTES);      \
        return d;                                                              \
    }                                                                          \
    static inline void store_##B(void *at, step_##B s)                         \
    {                                                                          \
        UNROLL(N_##B)                                                          \
        vec_store((uint8_t *)at + j * VEC_BYTES, (vec_u32)s.v[j]);             \
    }                                                                          \
    static inline step_##B splat_##B(uint##B##_t x)                            \
    {                                                                          \
        step_##B d;                                                            \
        UNROLL(N_##B) d.v[j] = vec_splat_u##B(x);                              \
        return d;                                                              \
    }                                                                          \
    STEP_OF_2(B, add, x + y)                                                   \
    STEP_OF_2(B, sub, x - y)                                                   \
    STEP_OF_2(B, mul, x *y)                                                    \
    STEP_OF_2(B, xor, x ^ y)                                                   \
    STEP_OF_2(B, or, x | y)                                                    \
    STEP_OF_2(B, min_u, vec_min_u##B(x, y))                                    \
    STEP_OF_2(B, max_u, vec_max_u##B(x, y))                                    \
    STEP_OF_2(B, min_i, vec_min_i##B(x, y))                                    \
    STEP_OF_2(B, max_i, vec_max_i##B(x, y))                                    \
    static inline step_##B line_##B(uint##B##_t from, uint##B##_t by)          \
    {                                                                          \
        step_##B lanes = load_##B(numbers_##B);                                \
        return add_##B(splat_##B(from), mul_##B(lanes, splat_##B(by)));        \
    }                                                                          \
    static inline on_##B equal_##B(step_##B a, step_##B b)                     \
    {                                                                          \
        on_##B on;                                                             \
        UNROLL(N_##B) on.m[j] = vec_compare_u##B(a.v[j], b.v[j], EQ);          \
        return on;                                                             \
    }                                                                          \
    static inline on_##B less_##B(step_##B a, step_##B b)                      \
    {                                                                          \
        on_##B on;                                                             \
        UNROLL(N_##B) on.m[j] = vec_compare_u##B(a.v[j], b.v[j], LT);          \
        return on;                                                             \
    }                                                                          \
    static inline on_##B both_##B(on_##B a, on_##B b)                          \
    {                                                                          \
        UNROLL(N_##B) a.m[j] &= b.m[j];                                        \
        return a;                                                              \
    }                                                                          \
    static inline step_##B choose_##B(on_##B on, step_##B a, step_##B b)       \
    {                                                                          \
        UNROLL(N_##B) a.v[j] = vec_choose_##B(on.m[j], a.v[j], b.v[j]);        \
        return a;                                                              \
    }                                                                          \
    static inline on_##B on_of_##B(vec_bytes bytes)                            \
    {                                                                          \
        on_##B on;                                                             \
        UNROLL(N_##B) on.m[j] = vec_mask_among_##B(bytes, j * IN_##B);         \
        return on;                                                             \
    }                                                                          \
    static inline bool any_##B(step_##B s)                                     \
    {                                                                          \
        vec_u##B all = s.v[0];                                                 \
        UNROLL(N_##B) all |= s.v[j];                                           \
        return vec_any((vec_u32)all);                                          \
    }                                                                          \
    static inline unsigned bits_##B(on_##B on)                                 \
    {                                                                          \
        unsigned bits = 0;                                                     \
        UNROLL(N_##B) bits |= vec_bits_of_mask_##B(on.m[j]) << j * IN_##B;     \
        return bits;                                                           \
    }

DEFINE_STEPS(32)
DEFINE_STEPS(64)

static inline vec_block load_block(const void *from)
{
    vec_block d;
    UNROLL(64 / VEC_BYTES)
    d.v[j] = vec_load((const uint8_t *)from + j * VEC_BYTES);
    return d;
}

static inline void store_block(void *to, vec_block b)
{
    UNROLL(64 / VEC_BYTES) vec_store((uint8_t *)to + j * VEC_BYTES, b.v[j]);
}

static inline vec_bytes load_bytes(const uint8_t *at)
{
    vec_bytes bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static inline void store_bytes(uint8_t *at, vec_bytes bytes)
{
    memcpy(at, &bytes, sizeof bytes);
}

/* Clears the lanes of a step that are not before `end`. The step begins with
 * lane k. */
static inline vec_bytes before_end(vec_bytes on, size_t k, size_t end)
{
    static const uint8_t tail[2 * STEP] = {1, 1, 1, 1, 1, 1, 1, 1,
                                           1, 1, 1, 1, 1, 1, 1, 1};
    if (__builtin_expect(end - k < STEP, 0))
        on &= load_bytes(tail + STEP - (end - k));
    return on;
}

/* Returns the active lanes before `end` of the step from lane k on; mask NULL:
 * all are active. */
static inline vec_bytes active_bytes(const uint8_t *mask, size_t k, size_t end)
{
    vec_bytes on = (vec_bytes){0} + 1;
    if (mask)
        on = load_bytes(mask + k);
    return before_end(on, k, end);
}

static inline unsigned active_bits(const uint8_t *mask, size_t k, size_t end)
{
    return vec_bits_of_bytes(active_bytes(mask, k, end));
}

#define EACH_BIT(k, bits)                                                      \
    for (unsigned left_ = (bits), k;                                           \
         left_ && (k = (unsigned)__builtin_ctz(left_), true);                  \
         left_ &= left_ - 1)

/* Makes the compiler load elements from memory that was stored as vectors. It
 * would take the vectors apart in registers otherwise, which is slower. */
#define READ_BACK(x) __asm__ volatile("" : "+m"(x))

typedef uint8_t __attribute__((may_alias)) u8_unaligned;
typedef uint16_t __attribute__((aligned(1), may_alias)) u16_unaligned;
typedef uint32_t __attribute__((aligned(1), may_alias)) u32_unaligned;
typedef uint64_t __attribute__((aligned(1), may_alias)) u64_unaligned;

/* Whether at most one lane is active. Its element is loaded by itself then: a
 * gather takes the same time for any mask. */
static inline bool is_one_at_most(unsigned bits)
{
    return !(bits & (bits - 1));
}

#endif
