/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether a program waits for its copies on every way that leads on from them.
 */
#ifndef GAC_VALIDATE_SETTLED_H
#define GAC_VALIDATE_SETTLED_H

#include "validate/value/copy_view.h"

/* All bytes that copies in flight may touch of what a pointer is made from. */
typedef struct gac__hull {
    gac__ref base;
    struct {
        int64_t first, end; /* equal: nothing */
    } written, read;
} gac__hull;

#define GAC__HULLS 8

/* What is in flight at an operation. The nodes of a program are passed in the
 * order of its sequence. */
typedef struct gac__settling {
    const gac__program *p;
    bool holds;  /* so far: on every way each copy is waited for, nothing
                    else is, and nothing touches what it does before.
                    Then there is nothing to say of events, .. */
    bool left;   /* .. but that some are in flight where the whole ends, each
                    with an event of its own, and no way waits for it */
    bool joined; /* some copies share an event */
    bool fresh;  /* nothing is in flight, whatever stands below */
    uint32_t version;  /* of what stands below: each change makes another */
    uint32_t *entered; /* the version at the begin of each node, + 1; 1:
                          nothing is in flight, 0: not yet known */
    uint32_t epoch;    /* counts how often nothing was known of variables */
    uint32_t n_groups; /* of copies with one event each, .. */
    uint32_t n_in_flight;
    bool *in_flight;                      /* .. of each: whether it is */
    struct gac__settling_slot *slots;     /* elements of variables, .. */
    struct gac__settling_range *of_local; /* .. by index of the variable */
    uint32_t n_slots, capacity;
    gac__ref last_pointer;      /* slots behind it were looked for last .. */
    uint32_t last_slot, n_last; /* .. and are these */
    gac__hull hulls[GAC__HULLS];
    uint32_t n_hulls;
} gac__settling;

/* Begins with a program; what it needs lasts as long as that. */
void gac__settling_begin(gac__settling *s, gac__program *p);

/* Passes a node's operations, between its begin and its end. What is in doubt
 * makes `holds` false, for good. */
void gac__settle_begin(gac__settling *s, uint32_t node);
void gac__settle_copy(gac__settling *s, const gac__copy_view *view);
void gac__settle_other(gac__settling *s, gac__op op);
void gac__settle_end(gac__settling *s, uint32_t node);

/* Whether a copy is one of those that are left, if `holds` and `left`. */
bool gac__settling_left(const gac__settling *s, gac__op op);

/* Passes a wait; true if it is for copies that are in flight, and for nothing
 * else, so that no rule has anything to say about its operands. */
bool gac__settle_wait(gac__settling *s, gac__op op);

#endif
