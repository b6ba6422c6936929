/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The analyses of whole programs, and the warnings that they have found. */
#ifndef GAC_VALIDATE_WARNINGS_H
#define GAC_VALIDATE_WARNINGS_H

#include "validate/paths/paths.h"
#include "validate/validate_internal.h"

/* A warning that has not been reported yet. */
typedef struct gac__pending {
    uint32_t ordinal;
    gac__rule_id rule;
    const char *operand; /* static; NULL: none */
    int32_t word;        /* of the operand; -1: none */
    uint32_t related;    /* ordinal + 1 of another instruction; 0: none */
    uint64_t order;      /* among its instruction's: those that follow from
                            constants alone first, then by rule, then as found */
    const char *message; /* in the arena */
} gac__pending;

struct gac__warnings {
    gac__validation *v;
    gac__sites sites;
    gac__arena arena; /* messages, and what lasts for all programs */
    uint64_t instructions, steps; /* budgets that are left for all programs */
    gac__program *p;              /* the program under analysis */
    gac__paths paths;             /* the exploration of `p` */
    uint8_t *accessed; /* one bit an id: a load or a store accesses it or a part
                          of it; NULL: not computed (warn_values.c) */
    GAC__VEC(gac__pending) pending;
    size_t most_pending; /* further warnings are only counted */
    uint32_t ordinal;    /* of the instruction that warnings are added to */
    bool of_values; /* warnings that are added follow from constants alone */
    size_t next;    /* index of the first warning that is not reported */
};

typedef struct gac__warnings gac__warnings;

/* Adds a warning (warning_list.c). `q` may be NULL; `related` is ordinal + 1,
 * or 0. */
void gac__warn(gac__warnings *f, gac__rule_id rule, const gac__quantity *q,
               uint32_t related, const char *format, ...) GAC__PRINTF(5, 6);

/* Warns of what follows from the constant operands of a copy or a wait
 * (warn_values.c). */
void gac__warn_copy(gac__warnings *f, const gac__copy_view *c);
void gac__warn_wait(gac__warnings *f, const gac__wait_view *w);

/* Follows the paths of the program, and warns of its events (warn_events.c).
 * `faulty`: some operations have an error. False: memory is out. */
bool gac__warn_events(gac__warnings *f, bool faulty);

/* Warns of divergent control flow and operands of a copy or a wait in `node`
 * (warn_divergence.c). */
void gac__warn_divergent_copy(gac__warnings *f, uint32_t node,
                              const gac__copy_view *c);
void gac__warn_divergent_wait(gac__warnings *f, uint32_t node,
                              const gac__wait_view *w);

#endif
