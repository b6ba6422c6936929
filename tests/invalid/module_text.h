/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a module's own text and the JSON grammars say of a report on it. */
#ifndef TESTS_INVALID_MODULE_TEXT_H
#define TESTS_INVALID_MODULE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_TOKENS 32

/* An instruction's words as the text has them: the result comes first, and
 * has no place among the others. */
typedef struct text_line {
    const char *tokens[MAX_TOKENS];
    int n, number, column;
    bool result; /* tokens[0] is one */
} text_line;

/* Reads a text; it stays the one that the functions below speak of. */
void text_read(const char *text);
/* False: the file cannot be read. */
bool text_read_file(const char *path);

/* The instruction of an ordinal, from 1; NULL: there is none. */
const text_line *text_inst(uint32_t ordinal);

/* The text of a word; "": there is none. */
const char *text_token(const text_line *l, int word);

/* The word of an instruction that the grammars give this name; "": the first
 * that is one too many. -1: the instruction has none. */
int text_word(const text_line *l, const char *name);

/* The line and the column in the kernel's own source, as OpLine says; 0, 0:
 * unknown. */
void text_source(uint32_t ordinal, uint32_t *line_out, uint32_t *column_out);

/* What expectation.h says of a message. `operand`: the id that stands for it,
 * or "". */
void text_numbers(const char *message, const char *operand, char *list,
                  size_t size);

#endif
