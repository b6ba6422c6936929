/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* One function under the analyses that follow control flow. */
#ifndef GAC_VALIDATE_FLOW_H
#define GAC_VALIDATE_FLOW_H

#include "validate/copy_view.h"
#include "validate/flow_graph.h"

/* A warning that waits for the walk to reach its instruction. */
typedef struct gac__pending {
    uint32_t ordinal;
    gac__rule_id rule;
    const char *operand; /* static; NULL: none */
    int32_t word;
    const char *message; /* in the arena */
} gac__pending;

struct gac__flow {
    gac__validation *v;
    const gac__function *function;
    gac__flow_graph graph;
    uint8_t *reachable;  /* of each block: from the function's start */
    uint32_t *copies, *waits; /* ordinals, ascending, in reachable blocks */
    uint32_t n_copies, n_waits;
    bool is_kernel;
    GAC__VEC(gac__pending) pending;
    size_t next;         /* the first that has not been given out */
};

typedef struct gac__flow gac__flow;

/* Puts a warning aside. `q` may be NULL. */
void gac__flow_found(gac__flow *f, uint32_t ordinal, gac__rule_id rule,
                     const gac__quantity *q, const char *format, ...)
    GAC__PRINTF(5, 6);

/* Events: missing-wait, use-before-wait (warn_events.c). */
void gac__warn_events(gac__flow *f);

/* Event variables: released-event, undefined-event (warn_released.c). */
void gac__warn_released(gac__flow *f);

/* divergent-copy, divergent-operand, divergent-wait (warn_divergence.c). */
void gac__warn_divergence(gac__flow *f);

#endif
