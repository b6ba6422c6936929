/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What each operation on events takes and gives. */
#ifndef GAC_VALIDATE_EVENT_OPS_H
#define GAC_VALIDATE_EVENT_OPS_H

#include "validate/warn/event_slots.h"

/* What a phi is on a way to it. */
typedef struct gac__event_in {
    uint32_t label; /* of the block that the way comes from */
    uint32_t kind;  /* gac__event_kind */
    uint32_t slot;
} gac__event_in;

/* An operation, once it has been looked at. */
typedef struct gac__event_op {
    bool known;
    bool clear;        /* COPY: it has an event operand; WAIT: it has operands
                          that are well */
    bool of_pointer;   /* WAIT: its list is a typed pointer */
    bool counted;      /* WAIT: the number of its events is known */
    uint8_t kinds[2];  /* gac__event_kind of the events that it takes .. */
    uint32_t slots[2]; /* .. and their slots */
    uint32_t result;   /* the slot of what it gives; GAC__NO_SLOT */
    gac__event_place place;   /* LOAD, STORE, WAIT: of its pointer */
    const gac__event_in *ins; /* PHI: of all ways; NULL: memory is out */
    uint32_t n_ins;
    uint32_t first, end; /* WAIT: elements that it may look at, if the variable
                            of its place is known */
} gac__event_op;

/* What is known of operation `at`, until the next call. */
const gac__event_op *gac__event_op_at(const gac__event_slots *s, uint32_t at);

/* What a phi is on the way from a block; NULL: unknown. */
static inline const gac__event_in *gac__event_in_from(const gac__event_op *phi,
                                                      uint32_t label)
{
    for (uint32_t i = 0; phi->ins && i < phi->n_ins; i++)
        if (phi->ins[i].label == label)
            return &phi->ins[i];
    return NULL;
}

#endif
