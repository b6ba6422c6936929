/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The analyses of whole programs: their warnings, until the walk asks for them.
 */
#ifndef GAC_VALIDATE_WARNINGS_H
#define GAC_VALIDATE_WARNINGS_H

#include "validate/paths/paths.h"
#include "validate/validate_internal.h"

/* A warning that waits for the walk to reach its instruction. */
typedef struct gac__pending {
    uint32_t ordinal;
    gac__rule_id rule;
    const char *operand; /* static; NULL: none */
    int32_t word;
    uint32_t related;    /* ordinal + 1 of another instruction; 0: none */
    uint32_t order;      /* in which it was found */
    bool of_values;      /* by constants alone */
    const char *message; /* in the arena */
} gac__pending;

struct gac__flow {
    gac__validation *v;
    gac__sites sites;
    gac__arena arena;  /* messages, and what the others keep */
    gac__program *p;   /* the one under analysis */
    gac__paths paths;  /* serves all programs */
    uint8_t *accessed; /* one bit an id: is loaded from or stored to by itself
                          or by a part; NULL: not asked for (warn_values.c) */
    GAC__VEC(gac__pending) pending;
    size_t most_pending;
    bool of_values; /* what is found now, is found by constants alone */
    size_t next;    /* the first that has not been given out */
};

typedef struct gac__flow gac__flow;

/* Puts a warning aside. `q` may be NULL; `related`: ordinal + 1, or 0. */
void gac__flow_found(gac__flow *f, uint32_t ordinal, gac__rule_id rule,
                     const gac__quantity *q, uint32_t related,
                     const char *format, ...) GAC__PRINTF(6, 7);

/* What constants tell of the program's copies and waits (warn_values.c). */
void gac__warn_copy(gac__flow *f, const gac__copy_view *c);
void gac__warn_wait(gac__flow *f, const gac__wait_view *w);

/* What the paths of a program tell of its events (warn_events.c). `faulty`:
 * some operations have an error. False: memory is out, and nothing is known of
 * the paths. */
bool gac__warn_events(gac__flow *f, bool faulty);

/* divergent-copy, divergent-operand, divergent-wait, of a copy or a wait in
 * `node` (warn_divergence.c). */
void gac__warn_divergent_copy(gac__flow *f, uint32_t node,
                              const gac__copy_view *c);
void gac__warn_divergent_wait(gac__flow *f, uint32_t node,
                              const gac__wait_view *w);

#endif
