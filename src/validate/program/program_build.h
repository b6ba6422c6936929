/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of building a program (program.c), and its variables
 * (program_variables.c). */
#ifndef GAC_VALIDATE_PROGRAM_BUILD_H
#define GAC_VALIDATE_PROGRAM_BUILD_H

#include "module/types.h"
#include "validate/program/program.h"

typedef struct gac__inliner {
    gac__program *p;
    const gac_allocator *allocator;
    uint64_t instructions; /* budget that is left */
    uint32_t frame, node;  /* the node that is being filled, and its frame */
    bool events;           /* of note_other(): the instruction has an event
                              operand */
    bool out_of_memory;
} gac__inliner;

#define GAC__NO_OP UINT16_MAX /* kind of an operation that is left out */

/* Whether an instruction chooses among a few pointers into variables. */
bool gac__is_choice(const gac_module *m, const gac__inst *inst);

/* _variable() adds a variable. _use() adds a use in the current frame, if
 * its id is a pointer that may point into a variable. */
void gac__note_variable(gac__inliner *b, const gac__inst *inst);
void gac__note_use(gac__inliner *b, gac__pointer_use use);

/* Finds the variables of p->uses, once all frames are there and linked. An
 * operation becomes GAC__OP_ESCAPE if a variable escapes by it. */
void gac__resolve_uses(gac__inliner *b);

#endif
