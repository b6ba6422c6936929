/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which bytes of shared memory each operation of a program touches. */
#ifndef GAC_VALIDATE_TOUCHES_H
#define GAC_VALIDATE_TOUCHES_H

#include "validate/value/copy_view.h"

/* How far the bytes are known. */
typedef enum gac__extent {
    GAC__BYTES_UNKNOWN,
    GAC__BYTES_KNOWN,
    GAC__BYTES_OF_FIRST, /* those of the work-item whose local ids are 0 */
    GAC__BYTES_ALL       /* all of the variable */
} gac__extent;

/* One side of what an operation does. */
typedef struct gac__touch {
    uint32_t at;  /* the operation */
    uint8_t side; /* 0 or 1; of a copy: its destination, its source */
    bool writes;
    bool assumed;         /* if numbers that nobody knows are not 0 */
    uint8_t extent;       /* gac__extent */
    gac__ref base;        /* what the pointer is made from; id 0: unknown */
    int64_t first, end;   /* bytes from there, as far as they are known, .. */
    int64_t piece, pitch; /* .. of which so many, so many apart; pitch 0: all */
} gac__touch;

/* What operations touch, as far as it has been asked. */
typedef struct gac__accesses {
    gac__program *p;
    struct gac__touched *of_op; /* of each operation: its touches */
    GAC__VEC(gac__touch) touches;
    uint64_t looked;  /* operations that were offered one by one */
    uint64_t budget;  /* steps that looking may still take: the
                         caller's to set */
    uint32_t *sorted; /* touches by base and first byte; NULL: not yet */
    int64_t *reach;   /* the furthest end up to each, in its base */
    uint32_t *writes; /* how many in front of each write, and of all */
    uint32_t n_sorted;
    GAC__VEC(uint32_t) found; /* by gac__accesses_between() */
} gac__accesses;

/* Begins anew for a program, in the memory of what it was, all zero at first.
 * False when memory is out. Free it in the end. */
bool gac__accesses_open(gac__accesses *a, gac__program *p);
void gac__accesses_free(gac__accesses *a, const gac_allocator *allocator);

/* What operation `at` touches: up to two, until the next call. */
uint32_t gac__accesses_of(gac__accesses *a, uint32_t at,
                          const gac__touch **out);

/* What there is to say of operation `at` has been said; whether there may be
 * more. */
void gac__accesses_done(gac__accesses *a, uint32_t at);
bool gac__accesses_left(const gac__accesses *a, uint32_t at);

/* The pointer operand that a touch goes by. */
gac__quantity gac__touch_operand(const gac__program *p, const gac__touch *t);

/* Whether two touches have a byte in common; of what only the first work-item
 * is known to touch, its bytes are taken. */
bool gac__touches_meet(const gac__touch *a, const gac__touch *b);

/* Those of the operations [first, end) that meet either of two touches, in
 * order, until the next call: `n_out` at `*ops_out`, or, if that is NULL, all
 * of them. `doubtful`: those, too, that meet one or not, where either writes.
 * False: the budget is spent. */
bool gac__accesses_between(gac__accesses *a, uint32_t first, uint32_t end,
                           const gac__touch mine[2], bool doubtful,
                           const uint32_t **ops_out, size_t *n_out);

#endif
