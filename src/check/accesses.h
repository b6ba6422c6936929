/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses against the cells: work-items' (accesses.c, runs.c), with a log of
 * reads of local memory (read_log.c), and copies' (copies.c). */
#ifndef GAC_CHECK_ACCESSES_H
#define GAC_CHECK_ACCESSES_H

#include "check/checker.h"

typedef enum gac__access_kind {
    GAC__ACCESS_READ,
    GAC__ACCESS_WRITE,
    GAC__ACCESS_ATOMIC_READ,
    GAC__ACCESS_ATOMIC_WRITE
} gac__access_kind;

static inline bool gac__kind_writes(gac__access_kind kind)
{
    return kind == GAC__ACCESS_WRITE || kind == GAC__ACCESS_ATOMIC_WRITE;
}

static inline bool gac__kind_is_atomic(gac__access_kind kind)
{
    return kind == GAC__ACCESS_ATOMIC_READ || kind == GAC__ACCESS_ATOMIC_WRITE;
}

/* What an access must be ordered after, and is not. */
typedef struct gac__meeting {
    gac__rule_id rule;
    uint32_t cell;
    bool read; /* what the cell tells of was a read */
} gac__meeting;

/* Reports it; `fault` has all but its rule and the other access. */
void gac__meeting_tell(gac__checker *c, gac__fault *fault,
                       const gac__meeting *m);

/* The facts by which cells of a shadow map are compared with accesses of the
 * present epoch, by items from `item` on. */
gac__cell_run gac__cell_run_of(gac__checker *c, const gac__shadow_map *p,
                               uint32_t item);

/* Cells of a view that items access, each 1 << per_item of them; per_item 31:
 * all are the first one's (GAC__NO_ITEM: a copy's). */
typedef struct gac__cells {
    uint64_t first, n;
    uint32_t item, per_item;
} gac__cells;

/* Before cells of reads are overwritten: keeps those of earlier groups, which
 * later writes must still be ordered after. */
void gac__move_old(gac__checker *c, gac__shadow_map *p, gac__view *v,
                   gac__access_kind kind, const gac__cells *cells);

/* One lane's access, at `offset` in the shadow map, `at` in the buffer: reports
 * races and updates the cells. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__shadow_map *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at);

/* The accesses of all lanes, one after the other: atomics, accesses of sizes
 * that are no powers of two, and where copies have left late cells. */
void gac__touch_each(gac__checker *c, const gac__check_lanes *l,
                     gac__shadow_map *p, gac__access_kind kind);

/* The accesses of all lanes, in runs where possible. */
void gac__touch_lanes(gac__checker *c, const gac__check_lanes *l,
                      gac__shadow_map *p, gac__access_kind kind);

/* Logs a read of local memory; false if the log cannot take it. */
bool gac__log_read(gac__checker *c, const gac__check_lanes *l);

/* Writes logged reads to the cells. */
void gac__log_apply(gac__checker *c);

/* Checks a copy against the cells and the undefined bytes (`clean`: reports
 * nothing), and updates both. */
void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean);

static inline void gac__log_clear(gac__checker *c)
{
    c->log.n = c->log_told = 0;
}

/* Makes a logged read of a fault's bytes by another item, if there is one, its
 * other access. */
void gac__log_find(gac__checker *c, gac__fault *fault);

#endif
