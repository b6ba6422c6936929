/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What holds where a path has come to: variables, copies in flight, what has
 * been decided; and what operations have found there. */
#ifndef GAC_VALIDATE_PATHS_STATES_H
#define GAC_VALIDATE_PATHS_STATES_H

#include "validate/paths/steps.h"

typedef GAC__VEC(gac__ref) gac__path_bases;

/* When what a variable holds is asked for. */
typedef struct gac__asked {
    uint32_t last;  /* the last rank */
    uint32_t store; /* of one to all of it that comes before each time: its
                       ordinal, + 1; 0: there is none .. */
    uint32_t node;  /* .. and its node */
} gac__asked;

/* In place of a variable: what a path has set a term to. */
#define GAC__OF_TERM UINT32_MAX

/* What a variable of a function holds, or a term is. */
typedef struct gac__path_cell {
    uint32_t next;     /* of the same variable, + 1 */
    uint32_t variable; /* or GAC__OF_TERM */
    uint64_t first;    /* bytes into the variable; the term */
    uint64_t size_bytes;
    gac__path_value value;
} gac__path_cell;

static inline bool gac__is_instance(gac__path_value v)
{
    return v.kind == GAC__PATH_EVENT && v.symbol != 0
           && v.symbol < GAC__EVENT_SPENT;
}

/* A copy that has been started: an instance of its event. */
typedef struct gac__instance {
    uint32_t at;     /* operation */
    uint32_t event;  /* number of the instance whose event it shares; its own */
    bool released;   /* the event has been waited for .. */
    uint32_t wait;   /* .. by that operation, + 1 */
    bool any;        /* what it was given is unknown: any wait may be for it */
    bool untracked;  /* its event is not followed: nothing is claimed */
    bool superseded; /* the copy has been executed again, .. */
    bool renewed;    /* .. with the same bytes: they are the later one's */
    bool chosen; /* since it was started, more than iterations was chosen .. */
    bool left;   /* .. and a loop was left by choice */
    uint32_t before, after;   /* those in flight beside it, + 1; 0 */
    bool fresh;               /* `sides` are not computed yet */
    gac__path_bytes sides[2]; /* of its destination, its source */
} gac__instance;

/* An operation that touches what a copy in flight does. */
typedef struct gac__use {
    uint32_t copy; /* its operation */
    uint8_t side;  /* of the copy that is touched .. */
    uint8_t own;   /* .. by that side of the operation, .. */
    bool writes;   /* .. which writes */
} gac__use;

/* Those that paths have found. */
typedef struct gac__found_use {
    uint32_t iterations; /* in which it is so, as bits */
    gac__use use;
    bool is_likely;  /* so is another, if that copy .. */
    gac__use likely; /* .. is in flight whenever the operation is executed */
} gac__found_use;

static inline bool gac__is_found(const gac__found_use *f)
{
    return (f->iterations & f->iterations >> 1) != 0;
}

/* An edge that has been chosen at a branch. */
typedef struct gac__path_choice {
    uint32_t node, to;
} gac__path_choice;

static inline bool gac__is_logged(const gac__path_choice *log, size_t n,
                                  gac__path_choice c)
{
    for (size_t i = 0; i < n; i++)
        if (log[i].node == c.node && log[i].to == c.to)
            return true;
    return false;
}

/* A loop that the path is in. */
typedef struct gac__open_loop {
    uint32_t header;
    uint32_t count;      /* the iteration at hand, from 1 on .. */
    uint32_t iterations; /* .. or which, as bits, of the states that are one */
} gac__open_loop;

/* What a symbol can be. */
typedef struct gac__bound {
    uint32_t symbol;
    gac__domain domain;
} gac__bound;

/* What becomes of an instance where a path is put aside. */
typedef struct gac__new_number {
    uint32_t own; /* 0: nothing can be said of it any more */
    bool held;    /* something has its event */
} gac__new_number;

/* All that the rest of a path depends on, at the begin of a node. Where that is
 * not exact, there is one instance of an operation, by which they are in order;
 * the number of an event is that of its operation, + 1. */
typedef struct gac__state {
    struct gac__state *next; /* of the same node */
    uint32_t node;
    bool pending;    /* it has not been followed yet */
    bool exact;      /* all that it describes can come about */
    uint32_t pushed; /* its number among those put aside */
    uint32_t version, branch, left;
    uint32_t n_cells, n_bound, n_instances, n_open, n_log;
    uint32_t most_instances; /* for which there is room */
    gac__path_cell *cells;   /* in order */
    gac__bound *bound;
    gac__instance *instances;
    gac__open_loop *open;
    gac__path_choice *log;
} gac__state;

/* A wait that has been for a copy. */
typedef struct gac__waited {
    uint32_t next; /* of the same copy, + 1; 0: none */
    uint32_t wait; /* its operation */
    bool latest;   /* for what the copy was executed last */
} gac__waited;

/* What an operation finds in place of an event, whenever it is executed. */
typedef struct gac__arrival {
    bool released, unset;
    uint32_t copy, wait; /* of the former: by which operations, + 1; 0: by
                            several */
} gac__arrival;

/* The same of all events of a list. */
typedef struct gac__arrivals {
    bool any; /* it has been executed */
    uint32_t n;
    gac__arrival *events;
} gac__arrivals;

/* What paths have found of an operation. */
typedef struct gac__told {
    uint32_t left;       /* in which iterations its event was left, as bits; bit
                            31: in any case .. */
    uint32_t branch;     /* .. behind which branch: ordinal + 1 */
    uint32_t waits;      /* the first of those that were for it, + 1; 0 */
    bool unclear;        /* some wait may be for it */
    bool in_flight;      /* .. at the end, perhaps */
    gac__arrivals found; /* in place of events */
    gac__found_use use;  /* of what a copy in flight touches */
} gac__told;

/* What is known of a loop. */
typedef enum gac__path_loop {
    GAC__LOOP_NEW,
    GAC__LOOP_DULL,   /* it neither starts copies, nor waits, nor moves events
                         about, and is left in one place */
    GAC__LOOP_TELLING /* it does */
} gac__path_loop;

#endif
