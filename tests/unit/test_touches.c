/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The accesses found to touch copies in flight, against a comparison of all
 * with all. */

/* A kernel of many copies, loads and stores in one block, whose bytes the test
 * knows because it has chosen them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/render.h>
#include <gac/text.h>

#include "support/support.h"

#define BASES 16 /* tiles, then buffers */
#define TILES 8
#define OPS 1000
#define TILE 4096 /* elements of 4 bytes */

typedef struct side {
    uint32_t base;
    bool known, all, writes;
    int64_t first, n, size, pitch; /* bytes: n pieces */
} side;

typedef struct operation {
    side sides[2];
    uint32_t n_sides;
    uint32_t ordinal; /* of its instruction */
} operation;

typedef struct subject {
    uint64_t random;
    bool sure; /* all is known */
    operation ops[OPS];
    char *text;
    size_t n_text;
    uint32_t n_lines; /* instructions */
} subject;

static uint32_t roll(subject *s, uint32_t n)
{
    return (uint32_t)(gac__random_next(&s->random) % n);
}

static bool is_known(subject *s)
{
    return roll(s, 16) != 0 || s->sure;
}

/* -- the module ------------------------------------------------------------ */

static void put(subject *s, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

static void put(subject *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t n = (size_t)vsprintf(s->text + s->n_text, format, args);
    va_end(args);
    for (; n > 0; n--)
        s->n_lines += s->text[s->n_text++] == '\n';
}

/* Pointer %NAME_AT to an element of a base; of an unknown one, if it is
 * not known. */
static void put_pointer(subject *s, const char *name, uint32_t at,
                        const side *x)
{
    char index[32];
    snprintf(index, sizeof index, x->known ? "c_%d" : "n", (int)x->first / 4);
    if (x->base < TILES)
        put(s, "%%%s_%u = OpInBoundsAccessChain %%lp %%tile_%u %%%s\n", name,
            at, x->base, index);
    else
        put(s, "%%%s_%u = OpInBoundsPtrAccessChain %%gp %%buffer_%u %%%s\n",
            name, at, x->base - TILES, index);
}

/* Few are long, and fewer are whole tiles. */
static void add_copy(subject *s, uint32_t at)
{
    bool whole = roll(s, 100) == 0;
    uint32_t n = whole ? TILE : 1 + roll(s, roll(s, 50) ? 6 : 300);
    uint32_t stride = n < 40 && roll(s, 2) ? 2 + roll(s, 8) : 1;
    operation *o = &s->ops[at];
    o->n_sides = 2;
    o->sides[0] = (side){roll(s, TILES),
                         whole || is_known(s),
                         whole,
                         true,
                         4 * (int64_t)roll(s, TILE - n + 1),
                         1,
                         4 * (int64_t)n,
                         0};
    o->sides[1] = (side){.base = TILES + roll(s, BASES - TILES),
                         .known = is_known(s),
                         .first = 4 * (int64_t)roll(s, TILE - 360),
                         .n = n,
                         .size = 4,
                         .pitch = 4 * (int64_t)stride};
    put_pointer(s, "to", at, &o->sides[0]);
    put_pointer(s, "from", at, &o->sides[1]);
    o->ordinal = s->n_lines + 1;
    put(s,
        "%%e_%u = OpGroupAsyncCopy %%event %%uint_2 %%to_%u %%from_%u %%c_%u "
        "%%c_%u %%null\n",
        at, at, at, n, stride);
}

static void add_access(subject *s, uint32_t at)
{
    operation *o = &s->ops[at];
    bool writes = roll(s, 2);
    o->n_sides = 1;
    o->sides[0] = (side){roll(s, BASES),
                         is_known(s),
                         false,
                         writes,
                         4 * (int64_t)roll(s, TILE),
                         1,
                         4,
                         0};
    put_pointer(s, "at", at, &o->sides[0]);
    o->ordinal = s->n_lines + 1;
    if (writes)
        put(s, "OpStore %%at_%u %%uint_2\n", at);
    else
        put(s, "%%x_%u = OpLoad %%uint %%at_%u\n", at, at);
}

static void write_module(subject *s)
{
    s->text = malloc(1 << 20);
    assert_non_null(s->text);
    put(s, "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\n"
           "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %%k \"k\"\n"
           "%%void = OpTypeVoid\n%%uint = OpTypeInt 32 0\n"
           "%%ulong = OpTypeInt 64 0\n%%event = OpTypeEvent\n"
           "%%null = OpConstantNull %%event\n%%uint_2 = OpConstant %%uint 2\n");
    for (uint32_t k = 0; k <= TILE; k++)
        put(s, "%%c_%u = OpConstant %%ulong %u\n", k, k);
    put(s,
        "%%array = OpTypeArray %%uint %%c_%d\n"
        "%%p_array = OpTypePointer Workgroup %%array\n"
        "%%lp = OpTypePointer Workgroup %%uint\n"
        "%%gp = OpTypePointer CrossWorkgroup %%uint\n"
        "%%fn = OpTypeFunction %%void %%ulong",
        TILE);
    for (uint32_t k = TILES; k < BASES; k++)
        put(s, " %%gp");
    for (uint32_t k = 0; k < TILES; k++)
        put(s, "\n%%tile_%u = OpVariable %%p_array Workgroup", k);
    put(s, "\n%%k = OpFunction %%void None %%fn\n"
           "%%n = OpFunctionParameter %%ulong\n");
    for (uint32_t k = TILES; k < BASES; k++)
        put(s, "%%buffer_%u = OpFunctionParameter %%gp\n", k - TILES);
    put(s, "%%begin = OpLabel\n");
    for (uint32_t at = 0; at < OPS; at++)
        (roll(s, 3) ? add_copy : add_access)(s, at);
    put(s, "OpReturn\nOpFunctionEnd\n");
}

/* -- comparing all with all ------------------------------------------------ */

static bool sides_meet(const side *a, const side *b)
{
    if (a->base != b->base)
        return false;
    if (a->all || b->all)
        return true;
    if (a->known != b->known)
        return false; /* unknown ones begin at the same place */
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t k = 0; k < b->n; k++) {
            int64_t x = i * a->pitch, y = k * b->pitch;
            if (a->known) {
                x += a->first;
                y += b->first;
            }
            if (x < y + b->size && y < x + a->size)
                return true;
        }
    return false;
}

/* Whether an operation touches what a copy before it, for which nothing waits,
 * writes, or writes what it reads. */
static bool is_use(const subject *s, uint32_t at)
{
    const operation *own = &s->ops[at];
    for (uint32_t copy = 0; copy < at; copy++) {
        const operation *o = &s->ops[copy];
        for (uint32_t i = 0; i < own->n_sides && o->n_sides == 2; i++)
            if (sides_meet(&o->sides[0], &own->sides[i])
                || (own->sides[i].writes
                    && sides_meet(&o->sides[1], &own->sides[i])))
                return true;
    }
    return false;
}

/* The instruction that `ordinal` counts, if it is an operation. */
static uint32_t operation_at(const subject *s, uint32_t ordinal)
{
    for (uint32_t at = 0; at < OPS; at++)
        if (s->ops[at].ordinal == ordinal)
            return at;
    fail_msg("instruction %u is no operation", ordinal);
    return 0;
}

static void compare(const subject *s, const gac_diagnostic_list *list)
{
    bool *found = calloc(OPS, sizeof *found);
    uint32_t n_uses = 0;
    assert_non_null(found);
    for (size_t i = 0; i < gac_diagnostic_list_count(list); i++) {
        const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
        if (strcmp(d->rule, "use-before-wait") == 0)
            found[operation_at(s, d->ordinal)] = true;
    }
    for (uint32_t at = 0; at < OPS; at++) {
        if (is_use(s, at) != found[at])
            fail_msg("operation %u, instruction %u: %s", at, s->ops[at].ordinal,
                     found[at] ? "found" : "not found");
        n_uses += found[at];
    }
    assert_in_range(n_uses, OPS / 10, OPS * 9 / 10);
    free(found);
}

static void try_subject(uint64_t seed)
{
    subject *s = calloc(1, sizeof *s);
    gac_diagnostic_list *list = NULL;
    gac_context *context;
    gac_input *input;
    gac_module *m;
    size_t n;
    assert_non_null(s);
    s->random = seed;
    s->sure = seed % 2;
    write_module(s);
    assert_int_equal(gac_diagnostic_list_create(NULL, &list), GAC_OK);
    assert_int_equal(
        gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = list},
            &context),
        GAC_OK);
    assert_int_equal(
        gac_input_load_memory(context, s->text, s->n_text, NULL, &input),
        GAC_OK);
    const void *data = gac_input_data(input, &n);
    assert_int_equal(gac_module_parse(context, data, n, NULL, &m), GAC_OK);
    assert_int_equal(gac_validate(m, NULL, NULL), GAC_OK);
    compare(s, list);
    gac_module_destroy(m);
    gac_input_destroy(input);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    free(s->text);
    free(s);
}

static void test_touches(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        try_subject(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_touches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
