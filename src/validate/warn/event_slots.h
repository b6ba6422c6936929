/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers for all places of a program that can hold an event: results, which
 * are linked to them (program.h), and variables. */
#ifndef GAC_VALIDATE_EVENT_SLOTS_H
#define GAC_VALIDATE_EVENT_SLOTS_H

#include "validate/value/copy_view.h"

#define GAC__NO_SLOT UINT32_MAX

/* A variable of a function that holds events: element i has slot first + i;
 * what is stored under an unknown index goes into the slot behind the last. */
typedef struct gac__event_variable {
    gac__ref ref;
    uint32_t first, n;
    bool escapes;
} gac__event_variable;

/* How many events a type consists of; 0: it has other parts, or very many. */
uint64_t gac__count_events(const gac_module *m, uint32_t type_id);

typedef struct gac__event_slots {
    gac__program *p;
    GAC__VEC(gac__event_variable) variables;
    uint32_t first_result;  /* slots from here on are results, each with .. */
    GAC__VEC(bool) of_copy; /* .. whether a copy makes it */
    uint32_t n;             /* slots */
    struct gac__event_ops *ops; /* what is known of operations (event_ops.h) */
} gac__event_slots;

/* Numbers everything, in place of what `s` was, all zero at first; false when
 * memory is out. Free it in the end. */
bool gac__event_slots_find(gac__event_slots *s, gac__program *p);
void gac__event_slots_free(gac__event_slots *s, const gac_allocator *a);

/* The last of it: room for what operations do (event_ops.c). */
bool gac__event_ops_open(gac__event_slots *s);

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
 * name for something that has one. So is the event that a copy returns if it
 * was given another copy's, and what is loaded where the same block stored it.
 */
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

/* What the slots of variables hold inside of a block, as far as the block
 * itself has stored it. */
typedef struct gac__event_contents {
    const gac__event_slots *slots;
    uint32_t (*held)[2]; /* of each: the node, + 1, and the slot stored there */
    uint32_t node;       /* the one at hand, + 1 */
} gac__event_contents;

/* Takes memory from the program's arena; false when it is out. */
bool gac__event_contents_open(gac__event_contents *c,
                              const gac__event_slots *s);

/* Passes a store; returns whether it changes nothing: the same is there. */
bool gac__event_contents_store(gac__event_contents *c, gac__op op,
                               const gac__inst *inst);

/* The slot whose event a load takes; GAC__NO_SLOT: unknown. */
uint32_t gac__event_contents_load(const gac__event_contents *c, gac__op op,
                                  const gac__inst *inst);

/* The elements [*first_out, *end_out) that a wait may look at. */
void gac__event_list(const gac__wait_view *w, const gac__event_place *place,
                     uint32_t *first_out, uint32_t *end_out);

#endif
