/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight, and which of many are near an access. */
#ifndef GAC_CHECK_NEAR_FLIGHTS_H
#define GAC_CHECK_NEAR_FLIGHTS_H

#include "check/check.h"

#define GAC__FLIGHTS_GROW 4u /* the last flights, whose extents may still grow */

typedef struct gac__flight {
    gac__check_copy copy;
    uint64_t event;
    uint32_t dst_buffer, src_buffer; /* copy's boxes name planes */
    uint64_t dst_low, dst_high, src_low, src_high; /* the boxes' extents */
    uint64_t n_copies;      /* that it stands for: a line each, if not 1 */
    bool diverged;          /* only some of the group's work-items started it */
} gac__flight;

/* Where a flight's source or destination is: its plane above 48 bits of offset. */
typedef struct gac__extent {
    uint64_t low, high;
    uint64_t top;          /* highest end of those below it in its run's tree */
    uint32_t flight;
} gac__extent;

typedef struct gac__extents {
    GAC__VEC(gac__extent) side[2]; /* sources, destinations: of the first n flights, */
    GAC__VEC(uint32_t) runs;       /* in runs, which begin there */
    uint32_t n;
    GAC__VEC(uint32_t) near;       /* what was found last, */
    uint32_t rest;                 /* besides all flights from here on */
} gac__extents;

/* Flights have gone, or moved. */
void gac__extents_clear(gac__checker *c);
void gac__extents_free(gac__checker *c);

/* Looks for flights whose source (or destination: `dst`) reaches into one of the
 * intervals that are added. */
void gac__near_begin(gac__checker *c);
void gac__near_add(gac__checker *c, bool dst, uint32_t plane, uint64_t low,
                   uint64_t high);
void gac__near_end(gac__checker *c);

#endif
