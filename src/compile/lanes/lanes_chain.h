/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chains: several operations on a block of lanes, one after the other, in the
 * processor's registers. */
#ifndef GAC_COMPILE_LANES_CHAIN_H
#define GAC_COMPILE_LANES_CHAIN_H

#include "compile/ir/ir_ops.h"
#include "support/support.h"

/* A step of a chain computes what the chain carries along, the carried value,
 * of 32 or 64 bits a lane, from it and up to three operands. Its functions take
 * vectors, and are called by those of the step before. */
typedef void gac__chain_fn(void);

typedef struct gac__chain_step {
    gac__chain_fn *wide,
        *narrow;       /* for many lanes, for GAC__LANE_STEP of them */
    const void *at[3]; /* lane 0's, or the value that all lanes share;
                          steps that write: where to, at the end */
} gac__chain_step;

/* What an operand is. */
typedef enum gac__chain_operand {
    GAC__CHAIN_CARRIED,
    GAC__CHAIN_LANES,
    GAC__CHAIN_SHARED
} gac__chain_operand;

/* Operands of an operation as a number: two bits each, and how many. */
#define GAC__CHAIN_FORM1(a) (16u * 1 + (a))
#define GAC__CHAIN_FORM2(a, b) (64u * 2 + (a) + 4u * (b))
#define GAC__CHAIN_FORM3(a, b, c) (64u * 3 + (a) + 4u * (b) + 16u * (c))

/* Besides pure operations, on the integers of its size: the carried value is
 * loaded, stored, stored by lanes whose byte at the second place is not 0; the
 * chain ends. */
enum {
    GAC__CHAIN_LOAD = GAC__IR_PURE_COUNT,
    GAC__CHAIN_STORE,
    GAC__CHAIN_STORE_ACTIVE,
    GAC__CHAIN_END
};

/* A conversion's `sub`: what it converts, and how it rounds. */
#define GAC__CHAIN_FROM(ty, mode) ((uint32_t)(ty) | (uint32_t)(mode) << 8)

typedef struct gac__chain_entry {
    uint16_t op;
    uint8_t ty, form;
    uint32_t sub;   /* EXT: the instruction's; conversions: GAC__CHAIN_FROM();
                       else 0 */
    bool symmetric; /* the first two operands may change places */
    gac__chain_fn *wide, *narrow;
} gac__chain_entry;

/* What a level has. `run` takes lanes [first, end), whole steps. */
typedef struct gac__chain_level {
    const gac__chain_entry *entries;
    size_t n_entries;
    void (*run)(const gac__chain_step *steps, size_t first, size_t end);
} gac__chain_level;

/* By the bits that it carries; NULL: the level has no such chains. */
typedef const gac__chain_level *gac__chain_level_fn(void);
gac__chain_level_fn gac__chain_32_base, gac__chain_32_avx2,
    gac__chain_32_avx512;
gac__chain_level_fn gac__chain_64_base, gac__chain_64_avx2,
    gac__chain_64_avx512;

/* Those that carry values of so many bytes, 4 or 8; NULL: the level has no such
 * chains. */
const gac__chain_level *gac__chain_level_of(gac__isa isa, uint32_t bytes);

#endif
