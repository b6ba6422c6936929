/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Epochs: when, and by which instruction, memory was accessed.
 *
 * A tick is the time between two things that order accesses: barriers, waits,
 * releases, the beginning of a group. An instruction that accesses memory for
 * the first time in a tick gets a row of the table of epochs. Rows are numbered
 * from 1 on, so that the number of the next row is also the time: what is
 * behind a barrier has an epoch of at least that.
 *
 * Cells have bits for so many epochs. When all are in use, or twice as many as
 * after the last numbering, epochs that no cell has are dropped, and the others
 * numbered anew in the same order.
 */
#ifndef GAC_CHECK_EPOCHS_H
#define GAC_CHECK_EPOCHS_H

#include "support/support.h"

typedef struct gac__checker gac__checker;

typedef struct gac__epoch {
    uint64_t group; /* linear; UINT64_MAX: an earlier one */
    uint32_t site;  /* GAC__NO_SITE: none */
} gac__epoch;

typedef struct gac__epochs {
    GAC__VEC(gac__epoch) rows; /* row 0 is no epoch */
    uint32_t most;             /* rows for which cells have bits */
    uint32_t tick;             /* the first row of the present tick */
    uint32_t row;              /* the row of the access that is being checked */
    uint32_t first_copy; /* the first row of the present group's copies; each
                            has one */
    uint32_t n_kept;     /* rows that the last numbering kept */
    uint32_t n_copies;   /* the number of sites that are copies */
} gac__epochs;

/* Times of a kind of memory, as epochs. Local and global memory have one clock
 * each, since a barrier may order either alone. */
typedef struct gac__clock {
    uint32_t group; /* accesses of earlier groups have lower epochs; 0: there
                       are none (local memory) */
    uint32_t fence; /* accesses with lower epochs are ordered by a barrier */
    uint32_t wait;  /* the time of the last wait */
    uint32_t end;   /* all accesses have lower epochs */
    uint32_t *sub_group;    /* for each sub-group: the time of its last
                               barrier */
    uint32_t any_sub_group; /* the time of the last barrier of any sub-group */
} gac__clock;

/* Called for each time that is stored anywhere; `to`: the new numbers. */
typedef void gac__time_visit(uint32_t *to, uint32_t *time);

/* False when memory is out. */
bool gac__epochs_init(gac__checker *c);

/* Begins a group: gives its copies rows, from `epochs.first_copy` on. */
void gac__epochs_begin_group(gac__checker *c);

/* Begins a new tick, unless nothing was accessed in this one; returns the time.
 */
uint32_t gac__epochs_tick(gac__checker *c);

/* Drops epochs that no cell has, or that nothing distinguishes from others, and
 * numbers the others anew. If nearly all are still in use, the checker is full.
 */
void gac__epochs_renumber(gac__checker *c);

/* Sets `epochs.row` to the epoch of an access by `site`, before it is checked.
 * May number all epochs anew. */
void gac__epochs_find(gac__checker *c, uint32_t site);

/* The same for a copy. Its epoch is before all accesses of its group: within
 * the group, copies in flight are compared instead. Behind a release of the
 * group it is numbered as an access is. */
void gac__epochs_find_copy(gac__checker *c, uint32_t site);

#endif
