/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the assembler and the disassembler share. */
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

/* Copies `n` words to an empty vector, with their bytes swapped if `swapped`.
 * False: out of memory. */
static inline bool gac__copy_words(const gac_allocator *allocator,
                                   gac__words *to, const void *from, size_t n,
                                   bool swapped)
{
    if (!GAC__VEC_APPEND(allocator, to, from, n))
        return false;
    for (size_t i = 0; i < n && swapped; i++)
        to->items[i] = gac__swap_word(to->items[i]);
    return true;
}

/* Whether a character may be part of an id's name. */
static inline bool gac__is_id_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9') || c == '_';
}

/* Whether four bytes are a binary's magic number, in either byte order. */
static inline bool gac__is_magic(const char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word == SpvMagicNumber || gac__swap_word(word) == SpvMagicNumber;
}

/* Skips a byte order mark at the beginning of a text. */
static inline void gac__skip_mark(const char **text, size_t *size_bytes)
{
    size_t n =
        *size_bytes >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *text += n;
    *size_bytes -= n;
}

/* -- what is known of ids (known.c) ---------------------------------------- */

typedef struct gac__known {
    const gac_allocator *allocator;
    const gac__words *words; /* the module's words, or those assembled so far */
    gac__id_map types, values; /* id -> the first word of its definition */
} gac__known;

/* A flag of a definition's word: the definition may not be read. */
#define GAC__OPAQUE 0x80000000u

/* Records what an instruction at word `word` defines. Of several values of an
 * id the first counts, of types and imports the last. False: out of memory. */
bool gac__known_learn(gac__known *known, const gac__inst *inst, uint32_t word);

void gac__known_free(gac__known *known);

/* Whether anything defines an id. */
static inline bool gac__known_defines(const gac__known *known, uint32_t id)
{
    return gac__id_map_get(&known->types, id, NULL)
           || gac__id_map_get(&known->values, id, NULL);
}

/* The functions of a gac__walk_view whose `user` is a gac__known. */
const uint32_t *gac__known_definition(const void *user, uint32_t id);
bool gac__known_import(const void *user, uint32_t id, gac__import *import_out);

/* Finds the type of an instruction's literal numbers. `id` is its first
 * operand: a constant's type or a switch's selector. Returns the type's id, or
 * `id`. Class ANY: the type is no number's, or it is a float's in a switch. */
uint32_t gac__known_number_type(const gac__known *known, uint32_t opcode,
                                uint32_t id, gac__number_type *type_out);

#endif
