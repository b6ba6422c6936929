/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers for all places of a program that can hold an event: results, which
 * are linked to them (program.h), and variables. */
#ifndef GAC_VALIDATE_EVENT_SLOTS_H
#define GAC_VALIDATE_EVENT_SLOTS_H

#include "validate/copy_view.h"

#define GAC__NO_SLOT UINT32_MAX

/* A variable of a function that holds events: element i has slot first + i; what
 * is stored under an unknown index goes into the slot behind the last. */
typedef struct gac__event_variable {
    gac__ref ref;
    uint32_t first, n;
    bool escapes;
} gac__event_variable;

typedef struct gac__event_slots {
    gac__program *p;
    GAC__VEC(gac__event_variable) variables;
    uint32_t n;          /* slots */
} gac__event_slots;

/* Numbers everything, in place of what `s` was, all zero at first; false when
 * memory is out. Free it in the end. */
bool gac__event_slots_find(gac__event_slots *s, gac__program *p);
void gac__event_slots_free(gac__event_slots *s, const gac_allocator *a);

/* What an event operand is. */
typedef enum gac__event_kind {
    GAC__EVENT_SLOT,  /* what is in a slot */
    GAC__EVENT_NULL,  /* a null constant */
    GAC__EVENT_UNDEF, /* OpUndef */
    GAC__EVENT_OTHER  /* a parameter, what an unknown function returns */
} gac__event_kind;

gac__event_kind gac__event_value(const gac__event_slots *s, gac__ref ref,
                                 uint32_t *slot_out);

/* The slot of an instruction's own result; GAC__NO_SLOT if it is but another
 * name for something that has one. */
uint32_t gac__event_result(const gac__event_slots *s, gac__op op,
                           const gac__inst *inst);

/* Elements of a variable behind a pointer. */
typedef struct gac__event_place {
    const gac__event_variable *variable; /* NULL: unknown memory */
    bool exact;                          /* the element is known */
    uint32_t element;
} gac__event_place;

gac__event_place gac__event_place_of(const gac__event_slots *s,
                                     gac__ref pointer);

/* The elements [*first_out, *end_out) that a wait may look at. */
void gac__event_list(const gac__wait_view *w, const gac__event_place *place,
                     uint32_t *first_out, uint32_t *end_out);

#endif
