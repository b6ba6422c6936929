/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The walk over an instruction's operands: for parser and disassembler. */
#ifndef GAC_MODULE_WALK_H
#define GAC_MODULE_WALK_H

#include "module/module.h"

/* What a walk asks about the ids that it meets. */
typedef struct gac__walk_view {
    const void *user;
    /* The words of what defines `id`; NULL: nothing does. */
    const uint32_t *(*definition)(const void *user, uint32_t id);
    /* The row of instruction `number` of the set that `set` imports; NULL: not
     * known. `*ids_out`: operands that no row describes are ids. */
    const gac__ext_inst_row *(*ext_inst)(const void *user, uint32_t set,
                                         uint32_t number, bool *ids_out);
} gac__walk_view;

/* The view of a parsed module. */
gac__walk_view gac__module_view(const gac_module *m);

typedef enum gac__walk_result {
    GAC__WALK_OK,
    GAC__WALK_STOPPED,     /* by the visitor */
    GAC__WALK_MISSING,     /* `row` is required and not there */
    GAC__WALK_EXTRA,       /* words are left over */
    GAC__WALK_OPEN_STRING, /* no end inside the instruction */
    GAC__WALK_NO_NUMBER,   /* the type of a literal is no number's */
    GAC__WALK_SPEC_OP      /* no opcode that OpSpecConstantOp could have */
} gac__walk_result;

typedef struct gac__walk_end {
    gac__walk_result result;
    const gac__operand_row
        *row; /* where it ended; may be NULL. With OK: the
                 operand that an extended instruction lacks */
    uint32_t word;
} gac__walk_end;

/* Visits the operands of `inst`, which its row describes. */
gac__walk_end gac__walk(const gac__walk_view *view, const gac__inst *inst,
                        const gac__op_row *row, gac__operand_visitor *visit,
                        void *user);

/* Words of a literal whose type these words define; 0 if that is no integer and
 * no float. */
uint32_t gac__number_words(const uint32_t *type_words);

#endif
