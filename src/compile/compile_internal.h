/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shared by register allocation and code emission. */
#ifndef GAC_COMPILE_COMPILE_INTERNAL_H
#define GAC_COMPILE_COMPILE_INTERNAL_H

#include "compile/compile.h"

/* Positions number instructions in block order; a block's phis share its first
 * position. An interval is all positions at which a value's register must not
 * be given to another value. */
typedef struct gac__interval {
    uint32_t start, end;  /* inclusive; start > end: never defined */
} gac__interval;

#define GAC__NO_UNIT UINT32_MAX

typedef struct gac__registers {
    const gac__ir *ir;
    gac__arena *arena;
    uint32_t *block_start, *block_end; /* positions, for each block */
    uint32_t n_positions;
    gac__interval *intervals;  /* for each value */
    uint8_t *masked;           /* for each value: inactive lanes must be kept */
    uint8_t *needs_splat;      /* for each uniform value: also needed as lanes */
    uint32_t *class_of;        /* for each value: who owns its register */
    uint32_t *unit;            /* for each value: its lane register's offset in
                                  bytes a lane; of a uniform one, its splat's;
                                  GAC__NO_UNIT: none */
    uint32_t lane_bytes;       /* of all registers together */
} gac__registers;

/* True if a value is in its register before the first instruction runs. */
bool gac__value_is_preset(const gac__ir *ir, uint32_t value);

/* Gives every varying value, and every uniform one that `needs_splat`, a lane
 * register. The caller has set ir, arena and needs_splat. */
gac_result gac__registers_allocate(gac__registers *r);

#endif
