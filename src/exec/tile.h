/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What is run at once: which dimension comes first, how large work-groups are
 * made, and how many of them run side by side in a strip. */
#ifndef GAC_EXEC_TILE_H
#define GAC_EXEC_TILE_H

#include <gac/run.h>

/* What decides about it of a kernel. All zeroes: it runs as it is given. */
typedef struct gac__tile_facts {
    bool group_blind;  /* it cannot tell its work-groups, which may have any
                          shape; then: */
    bool prefers_rows; /* groups of whole rows are best, */
    bool shares_rows;  /* and of one at a time: it loads what a row shares */
    uint8_t far;       /* bit d: along dimension d, places that neighbours
                          access lie apart */
    uint32_t lead;     /* this dimension had better be the first one */
    bool joinable;     /* several work-groups may run side by side */
    uint64_t group_bytes, item_bytes; /* of local and of private memory */
} gac__tile_facts;

typedef struct gac__tile {
    bool interchanged;            /* dimensions 0 and `lead` change places */
    uint64_t global[3], local[3]; /* as they are run, then */
    uint32_t joined;              /* groups side by side; 1: no more */
} gac__tile;

/* Chooses by the range, the work-group size and coalesced_items of `o`, and the
 * number of threads. A pure function. */
gac__tile gac__tile_choose(const gac__tile_facts *f, const gac_run_options *o,
                           uint64_t threads);

static inline void gac__swap_dimensions(uint64_t x[3], uint32_t d)
{
    uint64_t first = x[0];
    x[0] = x[d];
    x[d] = first;
}

/* The largest divisor of n that is at most `most`. */
uint64_t gac__largest_divisor(uint64_t n, uint64_t most);

#endif
