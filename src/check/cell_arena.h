/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory for shadow cells: zeroed pieces of few sizes from blocks that ask for
 * huge pages. */
#ifndef GAC_CHECK_CELL_ARENA_H
#define GAC_CHECK_CELL_ARENA_H

#include "support/support.h"

#define GAC__CELL_SIZES 4u /* of pieces that are given back: 4 KiB, doubled */

typedef struct gac__cell_block gac__cell_block;

/* One thread uses it at a time. Zeroed, but for the allocator, it is empty. */
typedef struct gac__cell_arena {
    const gac_allocator *allocator;
    gac__cell_block *blocks;     /* newest, and largest, first */
    void *free[GAC__CELL_SIZES]; /* given back; each begins with the next one */
} gac__cell_arena;

/* Returns n_bytes (at most those of the largest size) zeroed bytes, aligned for
 * cells; NULL when memory is out. */
void *gac__cells_alloc(gac__cell_arena *arena, uint64_t n_bytes);

/* Takes back what gac__cells_alloc() gave. Sizes that are not among those above
 * stay unused until the arena is reset. */
void gac__cells_free(gac__cell_arena *arena, void *cells, uint64_t n_bytes);

/* Takes everything back, and keeps blocks of at most 32 MiB for what comes. */
void gac__cell_arena_reset(gac__cell_arena *arena);

void gac__cell_arena_free(gac__cell_arena *arena);

#endif
