/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values on a path: symbols, and what is left of what they can be. */
#ifndef GAC_VALIDATE_PATHS_SYMBOLS_H
#define GAC_VALIDATE_PATHS_SYMBOLS_H

#include "validate/value/copy_view.h"

/* -- what symbols can be (path_domain.c) ---------------------------------- */

enum { GAC__PIECES = 6, GAC__INPUTS = 4 };

/* Numbers, as pieces that are in order and apart. */
typedef struct gac__domain {
    uint32_t n;
    struct {
        uint64_t first, last;
    } pieces[GAC__PIECES];
} gac__domain;

/* Numbers of a width from one on to another, around the largest if the latter
 * is smaller; what two have in common, what one has not. False: that takes too
 * many pieces. */
gac__domain gac__domain_range(uint32_t width, uint64_t first, uint64_t last);
bool gac__domain_meet(const gac__domain *a, const gac__domain *b,
                      gac__domain *out);
bool gac__domain_rest(const gac__domain *a, uint32_t width, gac__domain *out);

/* Whether two have something in common; whether one has nothing else than the
 * other one. */
bool gac__domain_touch(const gac__domain *a, const gac__domain *b);
bool gac__domain_within(const gac__domain *a, const gac__domain *b);

/* -- values ---------------------------------------------------------------- */

typedef enum gac__path_kind {
    GAC__PATH_TOP,    /* anything */
    GAC__PATH_NUMBER, /* a symbol, widened with zeros, plus a constant; and all
                          else that is the same whenever its symbol is: an
                          address in shared memory, in bytes, too */
    GAC__PATH_LOCATION, /* in a variable of a function that is followed */
    GAC__PATH_EVENT,
    GAC__PATH_LOADED /* from shared memory; not asked for yet */
} gac__path_kind;

/* In place of an event's number. */
enum {
    GAC__EVENT_SPENT = INT32_MAX - 1, /* one that was waited for */
    GAC__EVENT_UNSET = INT32_MAX      /* nothing has stored one */
};

typedef struct gac__path_value {
    uint8_t kind;
    uint8_t width;   /* of a number; of its symbol: the symbol's own */
    uint32_t symbol; /* 0: it is a constant; of a location: its variable's
                        index; of an event: its number, 0: none */
    uint64_t bits;   /* what is added; of a location: bytes; of what was loaded:
                        the version of memory */
} gac__path_value;

/* What is not known: an argument, what memory holds, or anything made of these.
 * Two symbols that share a input may depend on each other. */
typedef struct gac__symbol {
    uint64_t key; /* what it is made of, hashed: equal ones are one */
    uint64_t inputs[GAC__INPUTS];
    uint32_t n_inputs;
    uint32_t width;
    uint32_t site;    /* the one load that it comes from, + 1; 0: others, too */
    uint64_t address; /* .. and a hash of where that reads */
    uint16_t opcode;  /* it is what this makes .. */
    uint8_t n;        /* .. of one or two others, with .. */
    uint32_t extra;   /* .. a size, in an access chain; 0: it is not */
    gac__path_value of[2];
    bool by_id;         /* a local id is among its inputs */
    bool is_id;         /* it is a local id: some work-item has each value .. */
    uint64_t sure;      /* .. up to this one for sure */
    uint64_t most;      /* the largest value of any symbol .. */
    bool positive;      /* .. and it is not 0 */
    uint32_t base;      /* it tells whether this symbol .. */
    gac__domain truth;  /* .. is one of these; base 0: it tells nothing */
    bool bound;         /* a branch has decided by it .. */
    gac__domain domain; /* .. and this is what is left */
} gac__symbol;

#endif
