/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The ways that lead on from a copy before anything waits for it. */
#ifndef GAC_VALIDATE_EVENT_PATH_H
#define GAC_VALIDATE_EVENT_PATH_H

#include "validate/warn/event_uses.h"

#define GAC__HOLDERS 7

/* Slots that may hold the copy's event. */
typedef struct gac__holders {
    uint32_t n;
    uint32_t slots[GAC__HOLDERS];
} gac__holders;

/* A node on the way. The copy's own node stands there up to two times in each
 * layer: from the copy on (layer 0 only), and from its begin. */
typedef struct gac__stop {
    uint32_t node;
    uint8_t layer;   /* 1: the copy has been executed again since */
    bool from_copy;  /* begins behind the copy */
    bool waited;     /* something that may wait for it ends the way here .. */
    uint32_t end_op; /* .. at this operation of the node; else all of them */
    bool ends;       /* the kernel, or the last trace of the event, ends */
    bool lost;       /* it is the latter */
    bool can_end, can_wait;      /* from here on */
    uint32_t first_next, n_next; /* stops that follow */
    gac__holders in;
} gac__stop;

typedef struct gac__event_path {
    const gac__event_slots *slots;
    const gac__event_uses *uses;
    gac__program *p;
    const bool *null_given; /* of each operation: it is a copy that is given a
                               null event; NULL: unknown */
    gac__copy_view copy;
    gac__op op;
    uint32_t node, op_index;   /* where the copy is */
    uint32_t result;           /* its slot */
    bool any_wait;             /* it shares an event that is not followed */
    bool given_up;             /* too much to follow: nothing is known */
    bool waits;                /* some way is waited on */
    GAC__VEC(gac__stop) stops; /* the first: behind the copy */
    GAC__VEC(uint32_t) nexts;
    uint32_t *index; /* of each node, by layer: stop + 1 */
    GAC__VEC(uint32_t) work;
    uint8_t *quiet; /* of each node: nothing there is done with events */
} gac__event_path;

/* The index of one of the stops that follow a stop. */
static inline uint32_t gac__stop_behind(const gac__event_path *path,
                                        const gac__stop *stop, uint32_t k)
{
    return path->nexts.items[stop->first_next + k];
}

/* Makes room for the paths of a program, in place of what `path` was, all zero
 * at first; one after the other is followed in it. Free it in the end. */
bool gac__event_path_open(gac__event_path *path, const gac__event_uses *uses);
void gac__event_path_free(gac__event_path *path, const gac_allocator *a);

/* Follows the copy at operation `op_index` of `node`. False: it is none, or
 * memory is out. */
bool gac__event_path_follow(gac__event_path *path, uint32_t node,
                            uint32_t op_index);

#endif
