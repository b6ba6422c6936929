/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The slice of a program that its copies depend on: steps, and the terms that
 * they evaluate. */
#ifndef GAC_VALIDATE_PATHS_STEPS_H
#define GAC_VALIDATE_PATHS_STEPS_H

#include "validate/paths/symbols.h"

/* How a term's value is found. */
typedef enum gac__term_kind {
    GAC__TERM_TOP,       /* it is anything */
    GAC__TERM_FIXED,     /* it is `value`, on every path */
    GAC__TERM_SYMBOLIC,  /* it is a symbol of its own, the same on every path */
    GAC__TERM_SET,       /* it is what a phi, a load or a copy gave when the
                            path executed it last */
    GAC__TERM_SELECT,    /* it is chosen by its first operand */
    GAC__TERM_LOCATION,  /* it is a pointer: a base and indices */
    GAC__TERM_NUMBER,    /* it is computed from one or two numbers */
    GAC__TERM_EXPRESSION /* it is an expression that is not interpreted */
} gac__term_kind;

/* How long the content of a variable, or the value of a term, is live. */
typedef struct gac__liveness {
    uint32_t last;  /* last rank at which it may be used */
    uint32_t store; /* ordinal + 1 of an instruction in `node` that sets all of
                       it and dominates every use; 0: there is none, or a
                       phi */
    uint32_t node;  /* node of `store`, or of the phi */
} gac__liveness;

/* A value of the slice, with all that is known of it before a path is followed.
 * `other` by kind:
 *
 *   EXPRESSION   a word that belongs to the expression, or 0
 *   LOCATION     index + 1 into gac__paths.strides; 0: they are not known */
typedef struct gac__term {
    uint8_t kind;       /* gac__term_kind */
    uint8_t width;      /* bits; 64 if it is no number */
    bool integer;       /* it is a number */
    bool unknown;       /* SYMBOLIC: its symbol is an input of its own */
    bool pointer;       /* LOCATION: its type is a typed pointer */
    bool of_step;       /* a step depends on it, not only a branch */
    uint16_t opcode;    /* of its instruction */
    uint16_t n;         /* number of operands */
    uint32_t first;     /* index of the first operand in gac__paths.operands */
    uint32_t frame, id; /* the value whose term it is */
    uint32_t other;     /* see above */
    gac__liveness live; /* `store` and `node`: of a SET alone */
    uint32_t stamp;     /* SET: index + 1 of its value in gac__paths.cells; 0:
                           the path has not set it. SYMBOLIC: not 0 if `value`
                           is known. Else: gac__paths.stamp when `value` was
                           computed */
    gac__path_value value; /* not of a SET */
} gac__term;

/* The words of an instruction that are a term's operands. */
typedef struct gac__term_words {
    uint32_t first, end, step;
} gac__term_words;

typedef enum gac__path_step_kind {
    GAC__STEP_NONE,
    GAC__STEP_PHI,
    GAC__STEP_LOAD,
    GAC__STEP_STORE, /* to a function's variable, or of an event */
    GAC__STEP_WRITE, /* to shared memory */
    GAC__STEP_COPY,
    GAC__STEP_WAIT,
    GAC__STEP_ESCAPE /* events go where they are not followed */
} gac__path_step_kind;

/* Bytes of shared memory. */
typedef struct gac__path_bytes {
    gac__ref base;   /* object that the pointer was made from; id 0: unknown */
    uint32_t symbol; /* of the address; 0: the address is unknown */
    uint64_t first;  /* bytes behind the symbol */
    gac__extent of;
} gac__path_bytes;

/* A pointer operand of a copy or an access, and the shared memory behind it. */
typedef struct gac__touched_side {
    gac__quantity pointer; /* name NULL: there is no such side */
    gac__ref base;         /* object that the pointer was made from; id 0:
                              unknown */
    gac__extent of;        /* bytes that are touched */
    uint64_t first;        /* constant bytes behind pointer and offset */
    uint64_t scale;        /* bytes of one unit of the offset */
    gac__ref offset;       /* id 0: none, or constant */
    uint32_t term;         /* of the pointer */
    uint32_t offset_term;  /* of the offset */
    bool writes;           /* the bytes are written */
} gac__touched_side;

/* What is planned of an operation: both sides, and its step's operands. */
typedef struct gac__touched {
    bool local;        /* as in gac__path_step */
    uint32_t terms[2]; /* as in gac__path_step */
    bool known;        /* what follows is known: a path came here with a copy in
                          flight */
    gac__touched_side sides[2];
    gac__ref counts[GAC__COUNTS]; /* of a copy; id 0: the count is constant */
    uint32_t count_terms[GAC__COUNTS]; /* of these counts; 0: anything */
} gac__touched;

/* An instruction of the slice that a path executes. `terms` by kind:
 *
 *   LOAD   pointer           STORE   pointer, value
 *   COPY   event             WAIT    list, number of events
 *   ESCAPE events, from the first to before the second in gac__paths.operands
 */
typedef struct gac__path_step {
    uint8_t kind; /* gac__path_step_kind */
    bool local;   /* LOAD, STORE: the pointer's storage class is Function.
                     COPY: it has an event operand. WAIT: its list is a pointer
                     to events */
    bool generic; /* LOAD, STORE: the pointer's storage class is Generic */
    bool event;   /* LOAD, STORE: the value is an event */
    bool touches; /* its operation may touch bytes of a copy in flight */
    uint32_t ordinal, node, frame;
    uint32_t op;  /* index of its operation, if it is one */
    uint32_t own; /* PHI, LOAD, COPY: the term of its result */
    uint32_t terms[2];
    uint64_t size_bytes; /* LOAD, STORE: size of the value; 0: unknown */
} gac__path_step;

/* The steps of a node. */
typedef struct gac__path_steps {
    uint32_t first, end; /* indices in gac__paths.plan */
    uint32_t condition;  /* term of the branch at the node's end */
    bool known;          /* a path has come to the node before */
} gac__path_steps;

#endif
