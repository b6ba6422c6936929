/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a strip runs at once: which dimension comes first, how large work-groups
 * are, and how many of them are coalesced. */
#ifndef GAC_EXEC_TILE_H
#define GAC_EXEC_TILE_H

#include <gac/run.h>

#include "compile/ir/ir.h"

typedef struct gac__tile {
    bool interchanged; /* dimension 0 has changed places with the facts'
                          `leading` */
    uint64_t global[3],
        local[3];       /* the range and the work-group size, as they are run */
    uint32_t coalesced; /* work-groups side by side in a strip, 1 at least */
} gac__tile;

/* Chooses a tile from a kernel's facts, the options' range, work-group size and
 * coalesced_items, the bytes of a work-group's local memory, and the number of
 * threads. A pure function. */
gac__tile gac__tile_choose(const gac__facts *f, const gac_run_options *o,
                           uint64_t local_bytes, uint64_t threads);

static inline void gac__swap_dimensions(uint64_t x[3], uint32_t d)
{
    uint64_t first = x[0];
    x[0] = x[d];
    x[d] = first;
}

/* The largest divisor of n that is at most `most`. */
uint64_t gac__largest_divisor(uint64_t n, uint64_t most);

#endif
