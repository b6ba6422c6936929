/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of the level that a file is compiled for. Templates over lanes are
 * written with these and with the operators that vectors have in C.
 *
 * LANES_LEVEL is the level. Its header, vec_<level>.h, defines VEC_BYTES, what
 * a vector has (16, 32 or 64), the types of masks, and the functions and macros
 * below. B is 32 or 64; at, to and from are any addresses; the first element,
 * or lane, is the lowest bit. vec_mask_B says for which elements something
 * holds: bits, or vectors of all bits and none (vec_masks.h); & and | work on
 * both.
 *
 * elements
 *   vec_compare_{i,u}B(x, y, how)    a mask; how: EQ NE LT LE
 *   vec_choose_B(mask, x, y)         x where the mask holds, else y
 *   vec_{min,max}_{i,u}B(x, y)
 *   vec_least_{u32,i32,i64}(x)       the least element
 *   vec_any(x)                       whether there is a bit
 *   vec_u32_of_u16(at), vec_u64_of_{u32,s32}(at)
 *                                    elements of the smaller type in memory
 * masks
 *   vec_bits_of_mask_B(mask), vec_mask_of_bits_B(bits)
 *   vec_bits_of_bytes(bytes)         of the bytes of 16 lanes, 0 or 1 each
 *   vec_mask_among_B(bytes, lane)    the mask of those from `lane` on
 *   vec_bytes_of_masks(masks), vec_masks_of_bytes(masks, bytes)
 *                                    four masks are a vector of bytes
 *   vec_count_bytes(bytes)           how many of a vector's are 1
 * blocks of 64 bytes
 *   vec_low_B, vec_high_B(x, y)      the elements of each 16 bytes' lower, or
 *                                    upper, halves, interleaved
 *   vec_of_halves(low, high)         a block from two addresses
 *   vec_even_quarters, vec_odd_quarters(x, y)
 *                                    of two blocks, each second 16 bytes
 *
 * VEC_PERMUTES: 1 if it has these, which permuted accesses and interleaved
 * groups need
 *   vec_permute_32(x, indices)       x[indices[k]]
 *   vec_permute2_32(x, indices, y)   the same of x and y one behind the other
 *   vec_permute_bytes(bytes, at)     bytes[at[k]] of 16; 0 where at[k] is 0x80
 *   vec_load_masked_B(at, mask), vec_store_masked_B(at, mask, v)
 *   vec_u32_of_u8(at), vec_store_8(at, v)
 *   vec_shuffle_bytes(x, table)      in each 16 bytes
 *   vec_of_quarters(at), vec_to_quarters(at, x)
 *                                    a vector whose each 16 bytes are elsewhere
 *   vec_even_units, vec_odd_units(x, y, unit)
 *                                    each second unit of two blocks
 *   vec_interleave_low, vec_interleave_high(x, y, unit)
 *                                    two blocks' units in turn: the inverse
 *   vec_gather_pieces_4, vec_gather_pieces_8(base, at)
 * VEC_GATHERS, VEC_SCATTERS: 1 if it has these
 *   vec_gather_32(old, base, index, mask), vec_scatter_32(base, index, v, mask)
 *                                    elements by their signed index
 *   vec_gather_64(old, base, at, mask), vec_scatter_64(base, at, v, mask)
 *                                    by bytes from the base on
 *   vec_gather_words(to, base, at, mask), vec_scatter_words(base, at, from,
 *   mask)                            the same, elements of 32 bits
 * VEC_MOVES, VEC_MOVES_SMALL: 1 if vec_move_masked_{32,64}, or of 8 and 16
 * bits, are quicker than by runs of lanes (vec_loops.h)
 *   vec_move_masked_{8,16,32,64}(to, from, bits)
 *                                    16 elements, those whose bit is set
 * VEC_NOWHERE: 1 if it is quicker to let inactive lanes access memory that is
 *   set aside for them than to leave them out
 *
 * VEC_FUSED: defined if it has these, which fused sequences need
 *   vec_compare_fB(x, y, how)        how: FOEQ FONE FOLT FOLE FUEQ FUNE FULT
 *                                    FULE, as the IR has them
 *   vec_mask_of_bytes_B(at), vec_mask_to_bytes_B(at, mask)
 *   vec_min_f32, vec_max_f32(x, y)   y if one of them is NaN
 *   vec_sqrt_fB, vec_fma_fB, vec_count_bits_B
 *   vec_u32_of_{s8,s16}(at), vec_store_16(at, v)
 *   vec_lower_halves(x)              of 64-bit elements, in half a vector
 *   vec_round_f32, vec_truncate_f32, vec_f64_of_{i,u}64
 *   vec_leave()                      before functions of another level
 *
 * VEC_SLEEF_F32(name, ulp), VEC_SLEEF_F64(name, ulp): if SLEEF has vectors of
 * these
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

/* A vector in memory: elements of packed structures have any address. */
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

#include "support/vec/vec_loops.h"

#endif
