/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values on a path: symbols, and the sets of numbers that they may be. */
#ifndef GAC_VALIDATE_PATHS_SYMBOLS_H
#define GAC_VALIDATE_PATHS_SYMBOLS_H

#include "validate/value/copy_view.h"

/* -- sets of numbers (interval_set.c) -------------------------------------- */

enum { GAC__MOST_ENDS = 12, GAC__INPUTS = 4 };

/* Numbers of a width. Behind an odd number of ends, numbers are in the set:
 * from ends[0] to ends[1] - 1, from ends[2] on, and so forth. */
typedef struct gac__interval_set {
    uint32_t n;
    uint64_t ends[GAC__MOST_ENDS]; /* ascending */
} gac__interval_set;

/* The last number of a set, which is not empty. */
static inline uint64_t gac__intervals_last(const gac__interval_set *s)
{
    return s->n % 2 ? UINT64_MAX : s->ends[s->n - 1] - 1;
}

static inline bool gac__intervals_equal(const gac__interval_set *a,
                                        const gac__interval_set *b)
{
    return a->n == b->n && !memcmp(a->ends, b->ends, a->n * sizeof *a->ends);
}

/* The numbers from `first` to `last`. Where `last` is smaller, the range wraps
 * around behind the largest number of the width. */
gac__interval_set gac__intervals_range(uint32_t width, uint64_t first,
                                       uint64_t last);

/* The numbers of two sets: bit 1 is for those in the first set alone, bit 2 in
 * the second one alone, bit 3 in both. */
typedef enum gac__interval_operation {
    GAC__DIFFERENCE = 1 << 1,
    GAC__INTERSECTION = 1 << 3,
    GAC__UNION = 1 << 1 | 1 << 2 | 1 << 3
} gac__interval_operation;

/* False: the result has too many ends. */
bool gac__intervals_combine(const gac__interval_set *a,
                            const gac__interval_set *b,
                            gac__interval_operation operation,
                            gac__interval_set *out);

/* Whether two sets have a number in common. */
bool gac__intervals_overlap(const gac__interval_set *a,
                            const gac__interval_set *b);

/* Whether each number of `a` is in `b`. */
bool gac__intervals_subset(const gac__interval_set *a,
                           const gac__interval_set *b);

/* -- values ---------------------------------------------------------------- */

typedef enum gac__path_kind {
    GAC__PATH_TOP,      /* anything */
    GAC__PATH_NUMBER,   /* a zero-extended symbol plus a constant: an integer, a
                           condition, an address in shared memory in bytes, or
                           another value that equals itself as long as its
                           symbol does */
    GAC__PATH_LOCATION, /* a pointer into a variable of a function */
    GAC__PATH_EVENT,    /* an event */
    GAC__PATH_LOADED    /* a value loaded from shared memory, of which no symbol
                           has been made yet */
} gac__path_kind;

/* Numbers of events without an instance. */
enum {
    GAC__EVENT_SPENT = INT32_MAX - 1, /* an event that was waited for */
    GAC__EVENT_UNSET = INT32_MAX      /* an event that was never stored */
};

/* A value on a path. `symbol` and `bits` by kind:
 *
 *   NUMBER     the symbol, 0 for a constant    the constant that is added
 *   LOCATION   the variable's index            bytes into the variable
 *   EVENT      the event's number, 0: null     -
 *   LOADED     -                               the version of memory */
typedef struct gac__path_value {
    uint8_t kind;
    uint8_t width; /* of a NUMBER, in bits; its symbol may be narrower */
    uint32_t symbol;
    uint64_t bits;
} gac__path_value;

/* An unknown value: an argument, the content of memory, or an expression of
 * such values. Two symbols that share an input may depend on each other. */
typedef struct gac__symbol {
    uint64_t key; /* hash of the expression; equal expressions are one symbol */
    uint64_t inputs[GAC__INPUTS]; /* arguments and buffers it is made from */
    uint32_t n_inputs;
    uint32_t width; /* bits */
    uint32_t load;  /* index + 1 of the load that is its only source; 0: it has
                       another source */
    uint64_t address; /* hash of the address that this load reads */
    uint16_t opcode;  /* of the expression */
    uint8_t n;        /* number of operands: 0 to 2; 0: they are not kept */
    uint32_t extra;   /* element size of an access chain; else 0 */
    gac__path_value of[2]; /* operands */
    bool by_id;            /* a local id is among its inputs */
    bool is_id;            /* it is a local id */
    uint64_t sure; /* is_id: each value up to this is some work-item's */
    uint64_t most; /* its largest possible value */
    bool positive; /* it is never 0 */
    uint32_t base; /* the symbol that it tests for being in `truth`; 0: it
                      tests none */
    gac__interval_set truth;  /* base: the set that is tested for */
    bool constrained;         /* a branch of the path has decided by it */
    gac__interval_set domain; /* values that are possible on the path */
} gac__symbol;

#endif
