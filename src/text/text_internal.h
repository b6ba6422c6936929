/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What assembler and disassembler share. */
#ifndef GAC_TEXT_TEXT_INTERNAL_H
#define GAC_TEXT_TEXT_INTERNAL_H

#include "diag/diag.h"
#include "grammar/grammar.h"
#include "module/spirv.h"
#include "support/maps.h"
#include "text/text.h"

typedef GAC__VEC(uint32_t) gac__words;
typedef GAC__VEC(char) gac__chars;

/* Whether names of ids may have a character. */
static inline bool gac__is_id_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9') || c == '_';
}

/* Whether an instruction defines a type, as SPIRV-Tools know them. */
static inline bool gac__is_type(const gac__op_row *row)
{
    return row->has_result && strncmp(row->name, "OpType", 6) == 0
           && strcmp(row->name + strlen(row->name) - 5, "INTEL") != 0;
}

/* -- generators (generators.c) --------------------------------------------- */

/* NULL: a tool without a name. */
const char *gac__generator_name(uint32_t tool);

/* False: no tool has this name. */
bool gac__generator_find(gac__slice name, uint32_t *tool_out);

#endif
