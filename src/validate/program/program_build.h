/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What builds a program (program.c), and what notes its variables meanwhile
 * (program_variables.c). */
#ifndef GAC_VALIDATE_PROGRAM_BUILD_H
#define GAC_VALIDATE_PROGRAM_BUILD_H

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

/* Something done with a pointer of which only the whole program tells whether a
 * variable of a function is behind it: it comes in through a parameter. */
struct gac__far_use {
    uint32_t frame, id;
    uint32_t
        holder;  /* the variable that it was stored in, + 1; 0: it was not */
    uint32_t op; /* that the address escapes by, + 1; 0: none is needed */
    bool store;  /* something is stored there; else the address goes away */
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

/* Notes an OpVariable; an OpStore to whatever. */
void gac__note_variable(gac__inliner *b, uint32_t frame, const gac__inst *inst);
void gac__note_store(gac__inliner *b, uint32_t frame, const gac__inst *inst);

/* An address goes where nobody follows it. True if it was a variable's; what is
 * not known yet is added to p->far_uses. */
bool gac__note_escape(gac__inliner *b, uint32_t frame, uint32_t id);

/* Finds the variables of p->far_uses, once all frames are there. An operation
 * by which none has escaped becomes GAC__NO_OP. */
void gac__settle_far_uses(gac__inliner *b);

#endif
