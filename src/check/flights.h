/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight, their events, and an index of their lines. */
#ifndef GAC_CHECK_FLIGHTS_H
#define GAC_CHECK_FLIGHTS_H

#include "check/boxes.h"
#include "support/maps.h"

typedef enum gac__side { GAC__DST, GAC__SRC, GAC__SIDE_COUNT } gac__side;

typedef struct gac__flight {
    uint32_t site;
    uint32_t next; /* 1 + the next flight on its event; 0: none */
    bool diverged; /* only some of the group's work-items started it */
    uint64_t event;
    uint64_t number; /* in the order of issue */
    uint64_t element_bytes;
    gac__box box[GAC__SIDE_COUNT]; /* starts are offsets in all shadow maps, one
                                      behind the other */
    uint64_t end[GAC__SIDE_COUNT]; /* gac__box_end() of each */
    uint64_t n_copies; /* copies that it stands for, of a line each if there are
                          several; 0: it has landed */
} gac__flight;

/* A line of a flight's box. `top`, `first` and `last` are for it and all lines
 * below it in its run's tree. */
typedef struct gac__line {
    uint64_t low, high;
    uint64_t top; /* the highest end */
    uint32_t flight;
    uint32_t first, last; /* the first and the last flight */
} gac__line;

/* A vector of lines, in runs, each of which is sorted by `low` and at least
 * four times as long as the one behind it. */
typedef struct gac__lines {
    gac__line *items;
    size_t n, capacity;
    size_t n_ready; /* lines whose `top`, `first` and `last` are right */
    size_t run[64]; /* the index of each run's first line */
    uint32_t n_runs;
    uint64_t low[4], high[4]; /* extents of the lines of each kind: 2 * the
                                 side, + 1 for flights that are diverged */
} gac__lines;

#define GAC__FLIGHT_LANDED 16u

/* A vector of flights, in the order of their issue. */
typedef struct gac__flights {
    gac__flight *items;
    size_t n, capacity;
    const gac_allocator *allocator;
    gac__watch *watch; /* NULL: none */
    size_t n_wasted; /* work on flights that have landed: GAC__FLIGHT_LANDED for
                        each, and 1 each time that a search passes one */
    uint64_t n_started;  /* flights of all groups */
    uint32_t fenced[2];  /* flights before the last gac__check_copy_fence(), of
                            global memory and of local memory */
    uint32_t n_in_lines; /* flights, from the first on, that are in `lines` */
    gac__lines lines;
    gac__key_map events; /* event -> 1 + the index of its last flight, and
                            GAC__EVENT_* */
} gac__flights;

/* -- lines.c --------------------------------------------------------------- */

/* Puts the first flights into `lines` if there are many. False: memory is out,
 * and `lines` is empty. */
bool gac__lines_update(gac__flights *f);
void gac__lines_clear(gac__flights *f);

/* The first of flights [from, end) that has not landed and whose side has bytes
 * of [low, high); `end`: none. `races`: only those that are not diverged. */
uint32_t gac__flights_first(gac__flights *f, gac__side side, bool races,
                            uint64_t low, uint64_t high, uint32_t from,
                            uint32_t end);

/* -- flights.c ------------------------------------------------------------- */

void gac__flights_init(gac__checker *c);
void gac__flights_free(gac__checker *c);
void gac__flights_begin_group(gac__checker *c);

/* Reports races of an access with copies in flight. */
void gac__flights_check(gac__checker *c, const gac__check_lanes *l, bool write);

#endif
