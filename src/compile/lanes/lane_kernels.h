/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels: what a pure operation does to arrays of lanes. */
#ifndef GAC_COMPILE_LANE_KERNELS_H
#define GAC_COMPILE_LANE_KERNELS_H

#include "compile/ir/ir_ops.h"
#include "support/support.h"

/* Computes d[i] = op(a[i], b[i], c[i]) for i in [first, end). The arrays are
 * lane registers: 64-byte aligned, of the operation's types. First and end are
 * multiples of GAC__LANE_STEP. `d` may be one of the sources whose lanes have
 * the same size: the same array, never a partial overlap. Uniform operands
 * point to one value instead of an array. */
typedef void gac__lane_kernel(void *d, const void *a, const void *b,
                              const void *c, size_t first, size_t end);

/* The functions of all levels, by gac__isa; on other machines there is base
 * alone. */
#if defined(__x86_64__)
#define GAC__EACH_LEVEL(name) name##_base, name##_avx2, name##_avx512
#else
#define GAC__EACH_LEVEL(name) name##_base, name##_base, name##_base
#endif

#define GAC__LANE_STEP 16u /* lanes: every register holds a multiple of it */

/* Which operands are uniform: bit 0 for a, 1 for b, 2 for c. */
typedef enum gac__uniform_operands {
    GAC__UNIFORM_NONE = 0,
    GAC__UNIFORM_A = 1,
    GAC__UNIFORM_B = 2
} gac__uniform_operands;

/* Returns the kernel of a pure operation; NULL: there is none for these types.
 * `op`, `ty`, `sub` and `imm` are the instruction's. `uniform` says which
 * operands are uniform. Every operation has a kernel for NONE, some of those
 * with two operands have one for A or B; for others gac__lane_splat() makes
 * lanes of the value.
 *
 * All levels, and the scalar kernels, give the same bits (of NaNs: a NaN).
 * EXT's functions keep OpenCL's bounds for the full profile. Float to integer
 * out of range saturates, NaN gives 0, whether saturation is asked for or not.
 */
gac__lane_kernel *gac__lane_kernel_find(gac__isa isa, uint16_t op, uint8_t ty,
                                        uint32_t sub, uint64_t imm,
                                        unsigned uniform);

/* Whether operands of an operation's kernels of this level may be memory, at
 * any multiple of an element's size. */
bool gac__lane_kernel_takes_memory(gac__isa isa, uint16_t op, uint8_t ty,
                                   uint32_t sub);

/* The kernel of an operation on one value: d, a, b and c point to single
 * values; first and end are ignored. NULL: there is none. It also folds
 * constants. */
gac__lane_kernel *gac__scalar_kernel_find(uint16_t op, uint8_t ty, uint32_t sub,
                                          uint64_t imm);

/* d[i] = *a: fills lanes of a type with one value. */
gac__lane_kernel *gac__lane_splat(gac__isa isa, uint8_t ty);

/* d[i] = c[i] ? a[i] : d[i]: writes active lanes only; c is a mask of bytes, 0
 * or 1. */
gac__lane_kernel *gac__lane_blend(gac__isa isa, uint8_t ty);

#endif
