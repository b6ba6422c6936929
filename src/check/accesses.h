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

/* An access recorded in a cell that another one must be ordered after, and is
 * not. */
typedef struct gac__conflict {
    gac__rule_id rule;
    uint32_t cell;
    bool read; /* the cell records a read */
} gac__conflict;

/* Reports a conflict; `fault` has all but its rule and the other access. */
void gac__conflict_report(gac__checker *c, gac__fault *fault,
                          const gac__conflict *m);

/* Makes the constants that the cells of a shadow map are compared with, for
 * accesses in the present epoch by items from `item` on. */
gac__cell_run gac__cell_run_of(gac__checker *c, const gac__shadow_map *p,
                               uint32_t item);

/* Cells of a view that items from `item` on access, 1 << per_item of them each.
 * per_item 31: one item accesses all. item GAC__NO_ITEM: a copy does. */
typedef struct gac__cells {
    uint64_t first, n;
    uint32_t item, per_item;
} gac__cells;

/* Keeps reads by earlier groups, before their cells are overwritten: later
 * writes must still be ordered after them. */
void gac__move_old(gac__checker *c, gac__shadow_map *p, gac__view *v,
                   gac__access_kind kind, const gac__cells *cells);

/* One lane's access, at `offset` in the shadow map, `at` in the buffer: reports
 * races and updates the cells. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__shadow_map *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at);

/* The accesses of all lanes, one after the other: for atomics, for sizes that
 * are no powers of two, and where cells since the fence may be of copies. */
void gac__touch_each(gac__checker *c, const gac__check_lanes *l,
                     gac__shadow_map *p, gac__access_kind kind);

/* The accesses of all lanes, in runs where possible. */
void gac__touch_lanes(gac__checker *c, const gac__check_lanes *l,
                      gac__shadow_map *p, gac__access_kind kind);

/* Logs a read of local memory; false if the log cannot take it. */
bool gac__log_read(gac__checker *c, const gac__check_lanes *l);

/* Writes logged reads to the cells. */
void gac__log_apply(gac__checker *c);

/* Checks a copy against the cells and the undefined bytes, and updates both.
 * `clean`: reports nothing. */
void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean);

static inline void gac__log_clear(gac__checker *c)
{
    c->log.n = c->log_told = 0;
}

/* If another item's logged read is of a fault's bytes, that is the fault's
 * other access. */
void gac__log_find(gac__checker *c, gac__fault *fault);

#endif
