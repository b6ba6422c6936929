/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Epochs: when, and by which instruction, memory was accessed.
 *
 * A tick is the time between two things that order accesses: barriers, waits,
 * releases, the beginning of a group. When an instruction first accesses memory
 * in a tick, it gets a row of the table of epochs; rows are numbered from 1 on
 * as time goes by. So the number of the row that comes next is also the time:
 * what is behind a barrier has an epoch of at least that.
 *
 * Cells tell so many epochs apart as they have bits for. When all are in use,
 * or twice as many as were the last time, those that no cell tells of any more
 * are given up, and the rest numbered anew in the same order.
 */
#ifndef GAC_CHECK_EPOCHS_H
#define GAC_CHECK_EPOCHS_H

#include "support/support.h"

typedef struct gac__checker gac__checker;

typedef struct gac__epoch {
    uint64_t group; /* linear; UINT64_MAX: some earlier one */
    uint32_t site;  /* GAC__NO_SITE: none */
} gac__epoch;

typedef struct gac__epochs {
    GAC__VEC(gac__epoch) rows; /* 0 is none */
    uint32_t most;             /* rows that cells tell apart */
    uint32_t tick;             /* the first row of the present tick */
    uint32_t row;              /* of the access that is looked at */
    uint32_t first_copy; /* the present group's first row of copies, of which
                            each has one */
    uint32_t n_kept;     /* rows that the last numbering kept */
    uint32_t n_copies;   /* sites that are copies */
} gac__epochs;

/* Accesses of a kind of memory; local and global memory have one each, since a
 * barrier may order either alone. All are epochs, as times. */
typedef struct gac__clock {
    uint32_t group; /* accesses of earlier groups have lower ones; 0: there are
                       none to be told apart (local memory) */
    uint32_t fence; /* accesses with lower ones are ordered by a barrier */
    uint32_t wait;  /* of the last wait */
    uint32_t end;   /* accesses have lower ones */
    uint32_t *sub_group;    /* for each sub-group: of its last barrier */
    uint32_t any_sub_group; /* the last of those */
} gac__clock;

/* Called for each time that is kept; `to`: the new numbers (epochs.c). */
typedef void gac__time_visit(uint32_t *to, uint32_t *time);

/* False when memory is out. */
bool gac__epochs_init(gac__checker *c);

/* A new group: `epochs.first_copy` and those behind it are of its copies. */
void gac__epochs_begin_group(gac__checker *c);

/* Begins a new tick, unless nothing was accessed in this one; returns the time.
 */
uint32_t gac__epochs_tick(gac__checker *c);

/* Gives up the epochs that no cell tells of, or that nothing tells apart, and
 * numbers the rest anew. If nearly all are still in use, the checker is full.
 */
void gac__epochs_renumber(gac__checker *c);

/* Before an access by `site` is looked at: `epochs.row` is its epoch. May
 * number all anew. */
void gac__epochs_find(gac__checker *c, uint32_t site);

/* The same for a copy. Within its group the copies in flight say what orders
 * it, so its epoch is before all accesses of the group; after a release it is
 * numbered as an access is. */
void gac__epochs_find_copy(gac__checker *c, uint32_t site);

#endif
