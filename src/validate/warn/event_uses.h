/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a program does something with each place that can hold an event. */
#ifndef GAC_VALIDATE_EVENT_USES_H
#define GAC_VALIDATE_EVENT_USES_H

#include "validate/warn/event_slots.h"

typedef struct gac__event_use {
    uint32_t slot, at;
} gac__event_use;

/* Operations that read a slot or may change it, in order; beside the slots, two
 * kinds of operations have lists of their own. */
typedef struct gac__event_uses {
    const gac__event_slots *slots;
    uint32_t *first;  /* of each slot, into `at`; one more is the end */
    uint32_t *at;     /* operations; UINT32_MAX: a phi, somewhere */
    uint32_t waits;   /* in place of a slot: every wait .. */
    uint32_t unclear; /* .. waits for what is in unknown places */
    bool inexact;     /* elements of an array somewhere cannot be told apart */
    GAC__VEC(gac__event_use) found; /* while it is built */
} gac__event_uses;

/* Finds the uses of all slots, in place of what `uses` was, all zero at first;
 * false when memory is out. Free it in the end. */
bool gac__event_uses_find(gac__event_uses *uses, const gac__event_slots *slots);
void gac__event_uses_free(gac__event_uses *uses, const gac_allocator *a);

/* The first use of a slot at operation `from` or behind; UINT32_MAX: none, or a
 * phi. */
uint32_t gac__event_use_from(const gac__event_uses *uses, uint32_t slot,
                             uint32_t from);

/* Whether a slot is a result that nothing looks at from operation `at` on,
 * before it is made anew: its block uses it, and no other. */
bool gac__event_is_dead(const gac__event_uses *uses, uint32_t slot,
                        uint32_t at);

#endif
