/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of the level that a file is compiled for: what templates over lanes
 * are written with, besides the operators that vectors have in C.
 *
 * LANES_LEVEL is the level; its header, vec_<level>.h, defines
 *
 *   VEC_BYTES                    of a vector
 *   vec_mask_32, vec_mask_64     for which elements of 32 or 64 bits something
 *                                holds: bits, or vectors of zeros and ones;
 *                                & and | and ~ work on both
 *   VEC_CHAINS                   that it has what is marked * below
 *   VEC_SLEEF_F32(name, ulp), VEC_SLEEF_F64(name, ulp)
 *                                SLEEF's function for vectors
 *
 * and these functions and macros, B being 32 or 64, and `at` any address:
 *
 *   vec_compare_{f,i,u}B(x, y, how)  a mask; how: EQ NE LT LE, of floats FOEQ
 *                                FONE FOLT FOLE FUEQ FUNE FULT FULE, as the IR
 *                                has them
 *   vec_choose_B(mask, x, y)     x where the mask holds, else y
 *   vec_mask_of_bytes_B(at), vec_mask_to_bytes_B(at, mask)
 *                                as bytes that are 0 or 1, one an element
 *   vec_store_masked_B(at, mask, v)
 *   vec_min_{i,u}B, vec_max_{i,u}B, vec_count_bits_B
 *   vec_min_f32, vec_max_f32     the second one if one of them is NaN
 *   vec_sqrt_fB, vec_fma_fB
 *   vec_u32_of_{u8,s8,u16,s16}(at), vec_u64_of_{u32,s32}(at)
 *                                elements of the smaller type in memory
 *   vec_store_8(at, v), vec_store_16(at, v), vec_store_32(at, v)
 *                                the lower bits of each element
 *   vec_round_f32, vec_truncate_f32, vec_f64_of_{i,u}64
 *                                to integers of the same size, and from such
 *   vec_leave()                  before functions that are not of this level
 */
#ifndef GAC_SUPPORT_VEC_H
#define GAC_SUPPORT_VEC_H

#include <stdint.h>
#include <string.h>

#define VEC_JOIN_(a, b) a##b
#define VEC_JOIN(a, b) VEC_JOIN_(a, b)
#define VEC_TEXT_(x) #x
#define VEC_TEXT(x) VEC_TEXT_(x)
/* clang-format off */
#define VEC_HEADER(level) VEC_TEXT(support/vec/VEC_JOIN(vec_, level).h)
/* clang-format on */
#include VEC_HEADER(LANES_LEVEL)

/* In memory, elements of packed structures are anywhere. */
typedef vec_u32 vec_at __attribute__((aligned(1)));

static inline vec_u32 vec_load(const void *at)
{
    return *(const vec_at *)at;
}

static inline void vec_store(void *at, vec_u32 v)
{
    *(vec_at *)at = v;
}

/* The same in all elements. */
static inline vec_u32 vec_splat_u32(uint32_t x)
{
    return (vec_u32){0} + x;
}

static inline vec_u64 vec_splat_u64(uint64_t x)
{
    return (vec_u64){0} + x;
}

static inline vec_f32 vec_splat_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (vec_f32)vec_splat_u32(bits);
}

static inline vec_f64 vec_splat_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (vec_f64)vec_splat_u64(bits);
}

#endif
