/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory for shadow cells: zeroed pieces of few sizes from blocks that ask for
 * huge pages. */
#ifndef GAC_CHECK_CELL_ARENA_H
#define GAC_CHECK_CELL_ARENA_H

#include "support/support.h"

#define GAC__CELL_SIZES 4u /* sizes that can be freed: 4 KiB, 8, 16, 32 KiB */

typedef struct gac__cell_block gac__cell_block;

/* An arena of cells, for one thread at a time. It begins as zeros, but for the
 * allocator. */
typedef struct gac__cell_arena {
    const gac_allocator *allocator;
    gac__cell_block *blocks;     /* newest, and largest, first */
    void *free[GAC__CELL_SIZES]; /* freed cells by size; each begins with a
                                    pointer to the next */
} gac__cell_arena;

/* Returns n_bytes (at most those of the largest size) zeroed bytes, aligned for
 * cells; NULL when memory is out. */
void *gac__cells_alloc(gac__cell_arena *arena, uint64_t n_bytes);

/* Frees cells of gac__cells_alloc(). Memory that has none of the
 * GAC__CELL_SIZES sizes stays unused until the arena is reset. */
void gac__cells_free(gac__cell_arena *arena, void *cells, uint64_t n_bytes);

/* Frees all cells, and keeps at most 32 MiB of blocks for later ones. */
void gac__cell_arena_reset(gac__cell_arena *arena);

void gac__cell_arena_free(gac__cell_arena *arena);

#endif
