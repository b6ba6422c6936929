/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* For tests of texts: modules made word by word, and a context with a sink. */
#ifndef GAC_TESTS_TEXT_HELPER_H
#define GAC_TESTS_TEXT_HELPER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/grammar.h"
#include "module/spirv.h"
#include "support/support.h"
#include "text/text.h"
#include <gac/diag.h>

/* Modules are made word by word from the grammar's tables and random numbers:
 * what the text must give back is known without asking the code under test. */

#define WORDS_MAX (1 << 20)

typedef struct builder {
    uint32_t *words;
    size_t n;
    uint32_t next_id;
    size_t inst; /* first word of the instruction at hand */
} builder;

typedef struct sink {
    unsigned n;
    gac_diagnostic last;
    char message[512];
} sink;

static gac_context *context;
static sink found;

static inline void note(void *user, const gac_diagnostic *d)
{
    sink *s = user;
    s->n++;
    s->last = *d;
    snprintf(s->message, sizeof s->message, "%s", d->message);
}

static inline int set_up(void **state)
{
    (void)state;
    gac_context_options o = {
        .size = sizeof o, .diagnostic = note, .diagnostic_user = &found};
    return gac_context_create(&o, &context) == GAC_OK ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    gac_context_destroy(context);
    return 0;
}

/* -- making modules -------------------------------------------------------- */

static inline void put(builder *b, uint32_t word)
{
    assert_true(b->n < WORDS_MAX);
    b->words[b->n++] = word;
}

static inline void begin(builder *b, uint32_t opcode)
{
    b->inst = b->n;
    put(b, opcode);
}

static inline void end(builder *b)
{
    uint32_t n = (uint32_t)(b->n - b->inst);
    assert_true(n <= 0xFFFF);
    b->words[b->inst] |= n << 16;
}

static inline void put_string(builder *b, const char *text, size_t size)
{
    size_t n = size / 4 + 1;
    for (size_t i = 0; i < n; i++) {
        uint32_t word = 0;
        for (size_t byte = 0; byte < 4 && 4 * i + byte < size; byte++)
            word |= (uint32_t)(unsigned char)text[4 * i + byte] << (8 * byte);
        put(b, word);
    }
}

static inline void emit(builder *b, uint32_t opcode, unsigned n, ...)
{
    va_list args;
    begin(b, opcode);
    va_start(args, n);
    for (unsigned i = 0; i < n; i++)
        put(b, va_arg(args, uint32_t));
    va_end(args);
    end(b);
}

static inline void import(builder *b, uint32_t id, const char *name)
{
    begin(b, SpvOpExtInstImport);
    put(b, id);
    put_string(b, name, strlen(name));
    end(b);
}

enum {
    ID_UINT = 1,
    ID_ULONG,
    ID_FLOAT,
    ID_VALUE,
    ID_CL,
    ID_SET,
    ID_SET2,
    ID_FIRST
};

static inline builder new_builder(void)
{
    builder b = {.words = malloc(WORDS_MAX * sizeof(uint32_t)),
                 .next_id = ID_FIRST};
    assert_non_null(b.words);
    put(&b, SpvMagicNumber);
    put(&b, 0x00010400);
    put(&b, 0x00060011);
    put(&b, 0);
    put(&b, 0);
    import(&b, ID_CL, "OpenCL.std");
    import(&b, ID_SET, "Codeplay.GroupAsyncCopies");
    import(&b, ID_SET2, "NonSemantic.Codeplay.GroupAsyncCopies");
    emit(&b, SpvOpTypeInt, 3, ID_UINT, 32, 0);
    emit(&b, SpvOpTypeInt, 3, ID_ULONG, 64, 0);
    emit(&b, SpvOpTypeFloat, 2, ID_FLOAT, 32);
    emit(&b, SpvOpConstant, 3, ID_UINT, ID_VALUE, 5);
    return b;
}

#endif
