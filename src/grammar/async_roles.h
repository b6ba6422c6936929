/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The operands of the set's instructions, by role (gac/interop.h). */
#ifndef GAC_GRAMMAR_ASYNC_ROLES_H
#define GAC_GRAMMAR_ASYNC_ROLES_H

#include <gac/interop.h>

#include "grammar/grammar.h"

/* The roles' names. Roles are in the order of the set's grammar: in the
 * instruction that has all operands, a role is its operand's position. */
extern const char *const gac__async_role_names[];

/* By an instruction's index in the set, and by position: the operand's role. */
extern const unsigned char gac__async_roles[][GAC_ASYNC_ROLE_COUNT];

/* Returns the role of an operand of instruction `number`; position 0 is the
 * first one behind the instruction's number. GAC_ASYNC_ROLE_COUNT: there is no
 * such operand, or no such instruction. */
gac_async_role gac__async_role(uint32_t number, uint32_t position);

/* Returns the operand's name in the grammar; never NULL. */
const char *gac__async_operand_name(gac_async_role role);

/* Returns the instruction that compilers write for the builtin of a name: it is
 * named GroupAsyncCopy and what follows async_work_group_copy_ there. NULL:
 * there is none. */
const gac__ext_inst_row *gac__async_by_builtin(const char *name, size_t length);

/* Returns the copy that the operands' values describe. */
static inline gac_copy_desc gac__async_desc(
    const uint64_t values[GAC_ASYNC_ROLE_COUNT])
{
    return (gac_copy_desc){
        .shape = {.element_bytes = values[GAC_ASYNC_ELEMENT_BYTES],
                  .elements_per_line = values[GAC_ASYNC_ELEMENTS],
                  .lines = values[GAC_ASYNC_LINES],
                  .planes = values[GAC_ASYNC_PLANES],
                  .src_line_length = values[GAC_ASYNC_SOURCE_LINE],
                  .src_plane_area = values[GAC_ASYNC_SOURCE_PLANE],
                  .dst_line_length = values[GAC_ASYNC_DESTINATION_LINE],
                  .dst_plane_area = values[GAC_ASYNC_DESTINATION_PLANE]},
        .src_offset = values[GAC_ASYNC_SOURCE_OFFSET],
        .dst_offset = values[GAC_ASYNC_DESTINATION_OFFSET]};
}

#endif
