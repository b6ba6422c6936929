/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains: several operations on a block of lanes, one after the other, in the
 * processor's registers. */
#ifndef GAC_COMPILE_LANES_FUSED_H
#define GAC_COMPILE_LANES_FUSED_H

#include "compile/ir/ir_ops.h"
#include "support/support.h"

/* A step of a chain computes what the chain carries along, the carried value,
 * of 32 or 64 bits a lane, from it and up to three operands. Its functions take
 * vectors, and are called by those of the step before. */
typedef void gac__fused_fn(void);

typedef struct gac__fused_step {
    gac__fused_fn *wide,
        *narrow;       /* for many lanes, for GAC__LANE_STEP of them */
    const void *at[3]; /* lane 0's, or the value that all lanes share;
                          steps that write: where to, at the end */
} gac__fused_step;

/* What an operand is. */
typedef enum gac__fused_operand {
    GAC__FUSED_CARRIED,
    GAC__FUSED_LANES,
    GAC__FUSED_SHARED
} gac__fused_operand;

/* Operands of an operation as a number: two bits each, and how many. */
#define GAC__FUSED_OPERANDS1(a) (16u * 1 + (a))
#define GAC__FUSED_OPERANDS2(a, b) (64u * 2 + (a) + 4u * (b))
#define GAC__FUSED_OPERANDS3(a, b, c) (64u * 3 + (a) + 4u * (b) + 16u * (c))

/* Besides pure operations, on the integers of its size: the carried value is
 * loaded, stored, stored by lanes whose byte at the second place is not 0; the
 * chain ends. */
enum {
    GAC__FUSED_LOAD = GAC__IR_PURE_COUNT,
    GAC__FUSED_STORE,
    GAC__FUSED_STORE_ACTIVE,
    GAC__FUSED_END
};

/* A conversion's `sub`: what it converts, and how it rounds. */
#define GAC__FUSED_FROM(ty, mode) ((uint32_t)(ty) | (uint32_t)(mode) << 8)

typedef struct gac__fused_entry {
    uint16_t op;
    uint8_t ty, operands;
    uint32_t sub;   /* EXT: the instruction's; conversions: GAC__FUSED_FROM();
                       else 0 */
    bool symmetric; /* the first two operands may change places */
    gac__fused_fn *wide, *narrow;
} gac__fused_entry;

/* What a level has. `run` takes lanes [first, end), whole steps. */
typedef struct gac__fused_level {
    const gac__fused_entry *entries;
    size_t n_entries;
    void (*run)(const gac__fused_step *steps, size_t first, size_t end);
} gac__fused_level;

/* By the bits that it carries; NULL: the level has no such chains. */
typedef const gac__fused_level *gac__fused_level_fn(void);
gac__fused_level_fn gac__fused_32_base, gac__fused_32_avx2,
    gac__fused_32_avx512;
gac__fused_level_fn gac__fused_64_base, gac__fused_64_avx2,
    gac__fused_64_avx512;

/* Those that carry values of so many bytes, 4 or 8; NULL: the level has no such
 * chains. */
const gac__fused_level *gac__fused_level_of(gac__isa isa, uint32_t bytes);

#endif
