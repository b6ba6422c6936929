/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What assembler and disassembler share. */
#ifndef GAC_TEXT_TEXT_INTERNAL_H
#define GAC_TEXT_TEXT_INTERNAL_H

#include "diag/diag.h"
#include "grammar/grammar.h"
#include "module/walk.h"
#include "support/maps.h"
#include "text/number.h"
#include "text/text.h"

typedef GAC__VEC(uint32_t) gac__words;
typedef GAC__VEC(char) gac__chars;

/* Copies `n` words, in the other byte order if that is `swapped`. False: out of
 * memory. */
static inline bool gac__copy_words(const gac_allocator *allocator,
                                   gac__words *to, const void *from, size_t n,
                                   bool swapped)
{
    if (!GAC__VEC_RESERVE(allocator, to, n))
        return false;
    memcpy(to->items, from, 4 * n);
    to->n = n;
    for (size_t i = 0; i < n && swapped; i++)
        to->items[i] = gac__swap_word(to->items[i]);
    return true;
}

/* Whether names of ids may have a character. */
static inline bool gac__is_id_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9') || c == '_';
}

/* Whether four bytes are those that begin a binary, of either byte order. */
static inline bool gac__is_magic(const char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word == SpvMagicNumber || gac__swap_word(word) == SpvMagicNumber;
}

/* Goes past a text's byte order mark. */
static inline void gac__skip_mark(const char **text, size_t *size_bytes)
{
    size_t n =
        *size_bytes >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *text += n;
    *size_bytes -= n;
}

/* Reads an unsigned number of 32 bits: "12", "0x1f", "017" (number_read.c). */
bool gac__read_word(gac__slice s, uint32_t *word_out);

/* Whether an instruction defines a type, as SPIRV-Tools know them. */
static inline bool gac__is_type(const gac__op_row *row)
{
    return row->has_result && !row->has_type
           && strncmp(row->name, "OpType", 6) == 0
           && strcmp(row->name + strlen(row->name) - 5, "INTEL") != 0;
}

/* -- what is known of ids (known.c) ---------------------------------------- */

typedef struct gac__text_import {
    const char *name;
    const gac__ext_set *set; /* NULL: not known */
    bool ids;                /* operands of unknown instructions are ids */
} gac__text_import;

typedef struct gac__known {
    const gac_allocator *allocator;
    const gac__words *words;   /* of the module, or those so far */
    gac__id_map types, values; /* id -> its definition's first word */
} gac__known;

/* A bit of a definition's word: nothing is known of what it says. */
#define GAC__OPAQUE 0x80000000u

/* Learns what an instruction defines, at word `word`. Of values the first
 * one counts, of types and imports the last one. False: out of memory. */
bool gac__known_learn(gac__known *known, const gac__inst *inst, uint32_t word);

void gac__known_free(gac__known *known);

/* Whether anything defines an id. */
static inline bool gac__known_defines(const gac__known *known, uint32_t id)
{
    uint32_t ignored;
    return gac__id_map_get(&known->types, id, &ignored)
           || gac__id_map_get(&known->values, id, &ignored);
}

/* What gac__walk_view asks; `user` is a gac__known. */
const uint32_t *gac__known_definition(const void *user, uint32_t id);
const gac__ext_inst_row *gac__known_ext_inst(const void *user, uint32_t set,
                                             uint32_t number, bool *ids_out);

/* False: the id is no import's. */
bool gac__known_import(const gac__known *known, uint32_t id,
                       gac__text_import *import_out);

/* Finds the type of the numbers among an instruction's operands: the first one,
 * a constant's type or a switch's selector, is `id`. Returns the type's id, or
 * `id`; class ANY: it is no number's, or a float's in a switch. */
uint32_t gac__known_number_type(const gac__known *known, uint32_t opcode,
                                uint32_t id, gac__number_type *type_out);

#endif
