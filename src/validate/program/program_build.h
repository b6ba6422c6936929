/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What builds a program (program.c), and what notes its variables meanwhile
 * (program_variables.c). */
#ifndef GAC_VALIDATE_PROGRAM_BUILD_H
#define GAC_VALIDATE_PROGRAM_BUILD_H

#include "module/types.h"
#include "validate/program/program.h"

typedef struct gac__inliner {
    gac__program *p;
    const gac_allocator *allocator;
    uint64_t *instructions; /* that may still be looked at, in the module */
    uint64_t own;           /* the same, in this program */
    uint32_t node;          /* the one being filled */
    bool out_of_memory;
} gac__inliner;

/* An operation of a program that is being built. */
struct gac__new_op {
    gac__op op;
    uint32_t node;
};

#define GAC__NO_OP UINT16_MAX /* kind of one that turned out to be none */

/* Something done with a pointer that may be to a variable of a function. */
struct gac__pointer_use {
    uint32_t frame, id;
    uint32_t store;  /* ordinal of a store there, + 1; 0: the address goes
                        away, .. */
    uint32_t holder; /* .. into what this id points to; 0: elsewhere, .. */
    uint32_t op;     /* .. by this operation, + 1; 0: none is needed */
};

static inline bool gac__builds_event(const gac__inliner *b, uint32_t id)
{
    const gac_module *m = b->p->m;
    return gac__module_type_kind(m, gac__module_type_of(m, id))
           == GAC__TYPE_EVENT;
}

static inline bool gac__builds_pointer(const gac__inliner *b, uint32_t id)
{
    return gac__type_is_pointer(b->p->m, gac__module_type_of(b->p->m, id));
}

/* Notes an OpVariable; what an instruction does with an id, if that is a
 * pointer that may be to one. */
void gac__note_variable(gac__inliner *b, uint32_t frame, const gac__inst *inst);
void gac__note_use(gac__inliner *b, struct gac__pointer_use use);

/* Finds the variables of p->uses, once all frames are there and linked. An
 * operation by which none has escaped stays GAC__NO_OP. */
void gac__resolve_uses(gac__inliner *b);

#endif
