/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Counted loops that run with the lanes of a strip sorted by trip counts. */
#ifndef GAC_EXEC_COUNTED_H
#define GAC_EXEC_COUNTED_H

#include "exec/exec_internal.h"

/* The most entries of a loop before it is looked at again. */
#define GAC__MOST_REST 63u

/* Whether it is time to look at a loop, which costs something. */
static inline bool gac__is_due(struct gac__backoff *b)
{
    if (b->rest)
        b->rest--;
    return !b->rest;
}

/* Puts off the next look, by more entries of the loop each time. */
static inline void gac__put_off(struct gac__backoff *b)
{
    b->next = (uint8_t)((2u * b->next + 1) & GAC__MOST_REST);
    b->rest = b->next;
}

/* Finds the trip counts of active lanes, the greatest one and the sum. Lanes
 * get their count plus 1, and 0 if they are not active. False: a count is
 * unknown, or too great. */
bool gac__count_trips(gac__strip *s, const gac__counted_loop *l,
                      uint32_t *trips_out, uint32_t *most_out,
                      uint64_t *sum_out);

/* Whether sorting the active lanes by trip counts pays. To be called when they
 * are about to enter a counted loop. */
bool gac__counted_pays(gac__strip *s, const gac__lane_inst *i);

/* Sorts the active lanes by trip counts. The strip has no other lanes until the
 * loop ends. */
void gac__counted_begin(gac__strip *s, const gac__lane_inst *i);

/* Lets lanes whose trip count is reached leave the strip and wait. Returns how
 * many stay. To be called at the branch of the loop. */
uint32_t gac__counted_next(gac__strip *s);

/* Gives the strip all its lanes again, none of them active. To be called when
 * all lanes have left the loop. */
void gac__counted_end(gac__strip *s);

#endif
