/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Steps of fused sequences: operations on a few vectors of lanes, one after the
 * other, in the processor's registers. */
#ifndef GAC_COMPILE_LANES_FUSED_H
#define GAC_COMPILE_LANES_FUSED_H

#include "compile/ir/ir_ops.h"
#include "support/support.h"

/* A step computes the carried value, which has 32 or 64 bits a lane, from the
 * one before it and up to three operands. A step's function takes vectors, and
 * calls the next step's. */
typedef void gac__fused_fn(void);

typedef struct gac__fused_step {
    gac__fused_fn *wide;   /* for eight vectors of lanes */
    gac__fused_fn *narrow; /* for GAC__LANE_STEP lanes */
    const void
        *at[3]; /* operands: lane 0's element, or the shared value; in the
                   last place, where a step that writes puts lane 0's */
} gac__fused_step;

typedef enum gac__fused_operand {
    GAC__FUSED_CARRIED, /* the carried value */
    GAC__FUSED_LANES,   /* a lane register, or memory */
    GAC__FUSED_SHARED   /* one value */
} gac__fused_operand;

/* An operation's operands as a number: how many, and two bits for each. */
#define GAC__FUSED_OPERANDS1(a) (16u * 1 + (a))
#define GAC__FUSED_OPERANDS2(a, b) (64u * 2 + (a) + 4u * (b))
#define GAC__FUSED_OPERANDS3(a, b, c) (64u * 3 + (a) + 4u * (b) + 16u * (c))

/* Steps besides pure operations, on integers of the carried value's size. */
enum {
    GAC__FUSED_LOAD = GAC__IR_PURE_COUNT, /* loads the carried value */
    GAC__FUSED_STORE,                     /* stores it */
    GAC__FUSED_STORE_ACTIVE, /* stores it in lanes whose byte at `at[1]` is not
                              * 0
                              */
    GAC__FUSED_END
};

/* `sub` of a conversion: the type that it converts, and its rounding mode. */
#define GAC__FUSED_FROM(ty, mode) ((uint32_t)(ty) | (uint32_t)(mode) << 8)

typedef struct gac__fused_entry {
    uint16_t op;
    uint8_t ty, operands;
    uint32_t sub;   /* EXT: the function; conversions: GAC__FUSED_FROM(); else 0
                     */
    bool symmetric; /* the first two operands may be exchanged */
    gac__fused_fn *wide, *narrow;
} gac__fused_entry;

/* The steps of a level. `run` takes lanes [first, end), multiples of
 * GAC__LANE_STEP. */
typedef struct gac__fused_level {
    const gac__fused_entry *entries;
    size_t n_entries;
    void (*run)(const gac__fused_step *steps, size_t first, size_t end);
} gac__fused_level;

/* A level's steps for carried values of 32 or 64 bits; NULL: it has none. */
typedef const gac__fused_level *gac__fused_level_fn(void);
gac__fused_level_fn gac__fused_32_base, gac__fused_32_avx2,
    gac__fused_32_avx512;
gac__fused_level_fn gac__fused_64_base, gac__fused_64_avx2,
    gac__fused_64_avx512;

/* A level's steps for carried values of 4 or 8 bytes; NULL: it has none. */
const gac__fused_level *gac__fused_level_of(gac__isa isa, uint32_t bytes);

#endif
