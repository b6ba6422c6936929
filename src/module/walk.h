/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The walk over an instruction's operands, for the parser and the
 * disassembler. */
#ifndef GAC_MODULE_WALK_H
#define GAC_MODULE_WALK_H

#include "module/module.h"

/* The facts about ids that a walk needs. */
typedef struct gac__walk_view {
    const void *user;
    /* Returns the words of the definition of `id`; NULL: it is not defined. */
    const uint32_t *(*definition)(const void *user, uint32_t id);
    /* Finds an import; false: the id is none, and nothing is written. */
    bool (*import)(const void *user, uint32_t id, gac__import *import_out);
} gac__walk_view;

/* Returns the view of a parsed module. */
gac__walk_view gac__module_view(const gac_module *m);

typedef enum gac__walk_result {
    GAC__WALK_OK,
    GAC__WALK_STOPPED,     /* `visit` has ended the walk */
    GAC__WALK_MISSING,     /* `row` is required and missing */
    GAC__WALK_EXTRA,       /* words are left over */
    GAC__WALK_OPEN_STRING, /* a string does not end inside the instruction */
    GAC__WALK_NO_NUMBER,   /* a literal's type is no integer or float */
    GAC__WALK_SPEC_OP      /* the opcode is not allowed in OpSpecConstantOp */
} gac__walk_result;

typedef struct gac__walk_end {
    gac__walk_result result;
    const gac__operand_row *row; /* the last one visited, or NULL; with OK,
                                     what an extended instruction lacks */
    uint32_t word;
} gac__walk_end;

/* Visits the operands of `inst`, which its row describes. */
gac__walk_end gac__walk(const gac__walk_view *view, const gac__inst *inst,
                        const gac__op_row *row, gac__operand_visitor *visit,
                        void *user);

/* Returns how many words a literal of the type has that these words define; 0:
 * it is no integer or float. */
uint32_t gac__number_words(const uint32_t *type_words);

#endif
