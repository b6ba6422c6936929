/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of a path at a point: variables, copies in flight, constraints; and
 * the findings of operations. */
#ifndef GAC_VALIDATE_PATHS_STATES_H
#define GAC_VALIDATE_PATHS_STATES_H

#include "validate/paths/steps.h"

/* In place of a variable in a cell: the cell is a term's. */
#define GAC__OF_TERM UINT32_MAX

/* The content of a part of a variable, or the value of a SET term. */
typedef struct gac__path_cell {
    uint32_t next;     /* index + 1 of another cell of the variable; 0: none */
    uint32_t variable; /* index, or GAC__OF_TERM */
    uint64_t first;    /* bytes into the variable; OF_TERM: the term */
    uint64_t size_bytes;
    gac__path_value value;
} gac__path_cell;

static inline bool gac__is_instance(gac__path_value v)
{
    return v.kind == GAC__PATH_EVENT && v.symbol != 0
           && v.symbol < GAC__EVENT_SPENT;
}

/* One execution of a copy. Instances are numbered from 1; an event has the
 * number of its first instance. */
typedef struct gac__instance {
    uint32_t at;     /* the copy's operation */
    uint32_t event;  /* number of its event */
    bool released;   /* it gave its number to an event that was waited for */
    uint32_t wait;   /* released: index + 1 of the wait */
    bool any;        /* its event is unknown: any wait may release it */
    bool unused;     /* nothing uses its event: no wait releases it */
    bool untracked;  /* its event goes where it is not followed: no finding
                        about it is certain */
    bool superseded; /* the copy has been executed again */
    bool renewed;    /* superseded by one with the same destination bytes */
    bool shared;     /* another instance has its event */
    bool chosen;     /* since its start, the path chose at a branch that is not
                        about iterations of loops */
    bool left;       /* since its start, the path left a loop by choice */
    uint32_t bytes;  /* index in gac__paths.touched_bytes; 0: unknown */
    /* While a state is made of the path: */
    uint32_t number; /* its number in the state; 0: the state does not keep
                        it */
    bool held;       /* a cell of the state has its event */
} gac__instance;

/* The bytes of an instance: those of its destination, and of its source. */
typedef struct gac__instance_bytes {
    gac__path_bytes sides[2];
} gac__instance_bytes;

/* A pair of sides that touch the same bytes while the copy is in flight. */
typedef struct gac__use {
    uint32_t copy; /* the copy's operation */
    uint8_t side;  /* side of the copy */
    uint8_t own;   /* side of the operation that uses the bytes */
    bool writes;   /* the operation writes them */
} gac__use;

/* What paths have found of an operation that uses the bytes of a copy before
 * the wait. */
typedef struct gac__found_use {
    uint32_t iterations; /* iterations in which `use` was seen, one bit each */
    gac__use use;
    bool is_likely;  /* `likely` was seen on a path with other choices */
    gac__use likely; /* certain if its copy is always in flight at the
                        operation */
} gac__found_use;

static inline bool gac__is_found(const gac__found_use *f)
{
    return (f->iterations & f->iterations >> 1) != 0;
}

/* An edge that the path may take at the end of its node. */
typedef struct gac__path_edge {
    uint32_t index; /* among the node's edges */
    bool exact;     /* the path stays exact if its values allow that */
} gac__path_edge;

/* An edge that a path took at a branch that nothing decides, and the choices
 * before it, each of which stands once. States share such lists. */
typedef struct gac__path_choice {
    const struct gac__path_choice *before;
    uint32_t node, to;
    uint32_t n; /* length of the list */
} gac__path_choice;

static inline bool gac__is_logged(const gac__path_choice *log, uint32_t node,
                                  uint32_t to)
{
    while (log && (log->node != node || log->to != to))
        log = log->before;
    return log != NULL;
}

/* A loop that the path is in. */
typedef struct gac__open_loop {
    uint32_t header;
    uint32_t count;      /* the current iteration, from 1 on */
    uint32_t iterations; /* the current iterations of all states that were
                            merged, one bit each */
} gac__open_loop;

/* The values of a symbol that are possible in a state. */
typedef struct gac__constraint {
    uint32_t symbol;
    gac__interval_set domain;
} gac__constraint;

/* All that the rest of a path depends on, at the begin of a node. A state that
 * is not exact has one instance of each operation, in ascending order, and an
 * event's number in it is its operation + 1. */
typedef struct gac__state {
    struct gac__state *next;      /* another state of the node */
    struct gac__state *behind[2]; /* pending: states that follow it */
    uint32_t node;
    bool pending;    /* it has not been followed yet */
    bool exact;      /* every execution that it describes exists */
    uint32_t pushed; /* its age, for the worklist */
    uint32_t version, branch, left; /* as in gac__paths */
    uint32_t n_cells, n_constraints, n_instances, n_open;
    uint32_t most_instances;      /* capacity of `instances` */
    gac__path_cell *cells;        /* in the order of gac__compare_cells() */
    gac__constraint *constraints; /* in the order of the path's branches */
    gac__instance *instances;
    gac__open_loop *open;
    const gac__path_choice *log;
} gac__state;

/* A wait that released an instance of a copy. */
typedef struct gac__waited {
    uint32_t next; /* index + 1 of another wait for the copy; 0: none */
    uint32_t wait; /* operation */
    bool latest;   /* it released the copy's last instance */
} gac__waited;

/* An event operand, as all paths that come to the operation have it. */
typedef struct gac__event_state {
    bool released;       /* the event was waited for */
    bool unset;          /* the event was never stored */
    uint32_t copy, wait; /* released: operations + 1; copy 0: several */
} gac__event_state;

/* The event operand of a copy, the events of a wait. */
typedef struct gac__event_states {
    bool any; /* a path has come to the operation */
    uint32_t n;
    gac__event_state *items;
} gac__event_states;

/* What paths have found of an operation. */
typedef struct gac__findings {
    uint32_t left;   /* of exact paths that end with the copy in flight: the
                        iterations in which they left a loop, one bit each; bit
                        31: one left none */
    uint32_t branch; /* left: ordinal + 1 of the last branch on the path */
    uint32_t waits; /* index + 1 in gac__paths.waited of a wait for the copy; 0:
                       none */
    bool unclear;   /* a wait that is not in this list may be for the copy */
    bool in_flight; /* some path, exact or not, ends with the copy in flight */
    gac__event_states events;
    gac__found_use use;
} gac__findings;

/* Why a loop need not be iterated more than once or twice. Flags. */
enum {
    GAC__LOOP_KNOWN = 1,      /* the next two flags are known */
    GAC__LOOP_IRRELEVANT = 2, /* it has no copy, no wait and no store of an
                                 event, and one exit */
    GAC__LOOP_STRAIGHT = 4, /* it has no branches but exits, behind which there
                               is neither a copy nor a wait */
    GAC__LOOP_BUSY = 8      /* a path came to an exit with a copy in flight */
};

#endif
