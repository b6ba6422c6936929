/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight, and which of many are near an access. */
#ifndef GAC_CHECK_NEAR_FLIGHTS_H
#define GAC_CHECK_NEAR_FLIGHTS_H

#include "check/check.h"

#define GAC__FLIGHTS_GROW                                                      \
    4u /* the last flights, whose extents may still grow */

typedef struct gac__flight {
    gac__check_copy copy;
    uint64_t event;
    uint32_t dst_buffer, src_buffer; /* copy's boxes name planes */
    uint64_t dst_low, dst_high, src_low, src_high; /* the boxes' extents */
    uint64_t n_copies; /* that it stands for: a line each, if not 1; 0: it has
                          landed */
    uint64_t number;   /* in the order of their issue */
    uint32_t next;     /* 1 + the next one on its event; 0: none */
    bool diverged;     /* only some of the group's work-items started it */
} gac__flight;

/* What is known of an event. */
typedef struct gac__flight_event {
    uint64_t event; /* 0: a free place in the table */
    uint32_t first; /* 1 + one of its flights that have not landed */
    bool empty;     /* a copy of nothing is on it */
    bool diverged;  /* only some have started one of the flights */
    bool parted;    /* some have waited for it where others did not */
} gac__flight_event;

/* By event, open addressing, at most half full. */
typedef struct gac__flight_events {
    gac__flight_event *items;
    uint32_t n, capacity;
} gac__flight_events;

/* A flight's source or destination. */
typedef struct gac__extent {
    uint64_t key,
        key_end; /* by which it is sorted; of its lines, in their pitch */
    uint64_t low, high; /* its extent */
    uint64_t top;       /* of those below it in its run's tree: the highest end
                           of a key, */
    uint64_t least, most; /* and their extents together */
    uint32_t flight;
} gac__extent;

/* Those of one plane whose lines have one pitch. */
typedef struct gac__near_index {
    uint32_t plane;
    bool dst;
    uint64_t pitch; /* 0: a line, or various */
    GAC__VEC(gac__extent) items;
    GAC__VEC(uint32_t) runs; /* sorted ones, which begin there; to the last */
    size_t n_sorted;
} gac__near_index;

typedef struct gac__extents {
    GAC__VEC(gac__near_index) indexes;
    uint32_t n_pitches;      /* of them, with a pitch */
    uint32_t n;              /* flights that they hold: the first ones */
    GAC__VEC(uint32_t) near; /* what was found last, */
    uint32_t rest;           /* besides all flights from here on */
} gac__extents;

/* Flights have gone, or moved. */
void gac__extents_clear(gac__checker *c);
void gac__extents_free(gac__checker *c);

/* Looks for flights whose source (or destination: `dst`) reaches into one of
 * the intervals that are added. */
void gac__near_begin(gac__checker *c);
void gac__near_add(gac__checker *c, bool dst, uint32_t plane, uint64_t low,
                   uint64_t high);
void gac__near_add_box(gac__checker *c, bool dst, const gac__box *box,
                       uint64_t low, uint64_t high);
void gac__near_end(gac__checker *c);

/* An event of which something is known; NULL: none. */
gac__flight_event *gac__flight_event_find(const gac__checker *c,
                                          uint64_t event);
/* Makes one if there is none; NULL: memory is out, or it is no event. */
gac__flight_event *gac__flight_event_make(gac__checker *c, uint64_t event);
void gac__flight_events_clear(gac__checker *c);
void gac__flight_events_free(gac__checker *c);

#endif
