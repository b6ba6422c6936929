/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What of a program matters to its copies: steps, and the terms that they
 * evaluate. */
#ifndef GAC_VALIDATE_PATHS_STEPS_H
#define GAC_VALIDATE_PATHS_STEPS_H

#include "validate/paths/symbols.h"

typedef enum gac__term_form {
    GAC__TERM_TOP,
    GAC__TERM_FIXED,    /* `value`, always */
    GAC__TERM_SYMBOLIC, /* a symbol of its own, the same all along a path */
    GAC__TERM_SET,  /* what a phi, a load or a copy gave when the path came by
                       last; or else what term `other` is */
    GAC__TERM_SAME, /* what term `other` is */
    GAC__TERM_SELECT,
    GAC__TERM_LOCATION, /* a pointer made of another one and indices */
    GAC__TERM_NUMBER,   /* computed from one number, or from two */
    GAC__TERM_MADE      /* whatever its operands make, each time the same */
} gac__term_form;

/* A value that matters, with all that can be told of it before a path comes by.
 */
typedef struct gac__term {
    uint8_t form;  /* gac__term_form */
    uint8_t width; /* bits; 64 for what is no number */
    bool integer;  /* it is a number */
    bool unknown;  /* SYMBOLIC: it is its own input */
    bool pointer;  /* LOCATION: it is typed */
    uint16_t opcode;
    uint16_t n;         /* operands .. */
    uint32_t first;     /* .. in gac__paths.operands, from here on */
    uint32_t frame, id; /* what it stands for */
    uint32_t
        other; /* SAME, SET: a term; MADE: what else it is made of; LOCATION:
                  gac__paths.strides from here on, + 1; 0: unknown */
    uint32_t node; /* SET: where it is */
    uint32_t last; /* the last rank where it may be asked for */
    uint32_t path; /* SET: `value` is of this one; SYMBOLIC: not 0, it is
                     known; of what is computed, it is the state's number */
    gac__path_value value;
} gac__term;

/* The words of a value's instruction that are its operands; and another value
 * that it is, by SAME and SET; id 0: none. */
typedef struct gac__term_words {
    uint32_t first, end, step;
    gac__ref same;
} gac__term_words;

typedef enum gac__path_step_kind {
    GAC__STEP_NONE,
    GAC__STEP_PHI,
    GAC__STEP_LOAD,
    GAC__STEP_STORE, /* into a function's variable; or of an event */
    GAC__STEP_WRITE, /* to memory that others see */
    GAC__STEP_COPY,
    GAC__STEP_WAIT,
    GAC__STEP_ESCAPE
} gac__path_step_kind;

/* Bytes of shared memory from an address on. */
typedef struct gac__path_bytes {
    gac__ref base;   /* what the pointer was made from; id 0: unknown */
    uint32_t symbol; /* that of the address; 0: they are not known */
    uint64_t first;
    gac__extent of;
} gac__path_bytes;

/* A side of a copy, or of an access, to memory that others see. */
typedef struct gac__touched_side {
    const char *name;     /* of the pointer operand, .. */
    uint32_t word;        /* .. which stands there; 0: there is no such side */
    uint32_t pointer;     /* its id */
    gac__ref base;        /* what that was made from; id 0: unknown */
    gac__extent of;       /* what is touched .. */
    uint64_t first;       /* .. so many bytes behind the pointer and offset */
    uint64_t scale;       /* bytes that an offset counts */
    uint32_t offset;      /* its id; 0: there is none, or it is constant */
    uint32_t term;        /* of the pointer .. */
    uint32_t offset_term; /* .. and of the offset */
    bool writes;          /* there */
    bool matters;         /* a copy, or what may touch a copy's */
} gac__touched_side;

typedef struct gac__touched {
    gac__touched_side sides[2];
    uint8_t unknown; /* which counts of a copy are unknown, as bits .. */
    uint32_t counts[GAC__COUNTS]; /* .. and their terms; 0: anything */
} gac__touched;

/* An instruction that a path does not just pass by. */
typedef struct gac__path_step {
    uint8_t kind; /* gac__path_step_kind */
    bool local;   /* LOAD, STORE: its pointer is a function's ..
                     COPY: it is given an event. WAIT: its list is well */
    bool generic; /* .. or generic */
    bool event;   /* LOAD, STORE: of one */
    bool touches; /* what a copy may: operation `op` */
    uint32_t ordinal, node, frame;
    uint32_t op;
    uint32_t own;        /* PHI, LOAD, COPY: the term of what it gives */
    uint32_t terms[2];   /* LOAD: pointer. STORE: pointer, value. COPY: event.
                            WAIT: list, number. PHI: none */
    uint64_t size_bytes; /* LOAD, STORE; 0: unknown */
} gac__path_step;

/* Where the steps of a node stand. */
typedef struct gac__path_steps {
    uint32_t first, end;
    uint32_t condition; /* of the branch at its end: a term */
    bool known;         /* a path has come by before */
} gac__path_steps;

#endif
