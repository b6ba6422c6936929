/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What operations touch, and the search for those that meet a copy, against
 * comparing all with all. */

/* A kernel of many copies, loads and stores in one block, whose bytes the test
 * knows because it has chosen them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/text.h>

#include "validate/warn/touches.h"

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
} operation;

typedef struct subject {
    uint64_t random;
    bool sure; /* all is known */
    operation ops[OPS];
    char *text;
    size_t n_text;
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
    s->n_text += (size_t)vsprintf(s->text + s->n_text, format, args);
    va_end(args);
}

/* Pointer %NAME_AT to an element of a base; of one that nobody knows, if it is
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
    for (int64_t i = 0; i < a->n && a->known && b->known; i++)
        for (int64_t k = 0; k < b->n; k++) {
            int64_t x = a->first + i * a->pitch, y = b->first + k * b->pitch;
            if (x < y + b->size && y < x + a->size)
                return true;
        }
    return false;
}

static void compare_touches(const subject *s, gac__accesses *a)
{
    gac__ref bases[BASES] = {{0}};
    gac__touch *touches = calloc(2 * OPS, sizeof *touches);
    assert_non_null(touches);
    for (uint32_t at = 0; at < OPS; at++) {
        const gac__touch *t;
        const operation *o = &s->ops[at];
        assert_int_equal(gac__accesses_of(a, at, &t), o->n_sides);
        for (uint32_t i = 0; i < o->n_sides; i++) {
            gac__ref *base = &bases[o->sides[i].base];
            if (base->id == 0)
                *base = t[i].base;
            assert_true(gac__ref_same(*base, t[i].base));
            assert_int_equal(t[i].writes, o->sides[i].writes);
            touches[2 * at + i] = t[i];
        }
    }
    for (uint32_t x = 0; x < 2 * OPS; x++)
        for (uint32_t y = 0; y < 2 * OPS; y++)
            if (touches[x].base.id && touches[y].base.id
                && sides_meet(&s->ops[x / 2].sides[x % 2],
                              &s->ops[y / 2].sides[y % 2])
                       != gac__touches_meet(&touches[x], &touches[y]))
                fail_msg("operations %u and %u", x / 2, y / 2);
    free(touches);
}

/* Nobody knows whether they meet, and one of them writes. */
static bool is_doubtful(const side *a, const side *b)
{
    return a->base == b->base && !(a->known && b->known)
           && (a->writes || b->writes);
}

static bool op_meets(const operation *a, const operation *b, bool doubtful)
{
    for (uint32_t i = 0; i < a->n_sides; i++)
        for (uint32_t k = 0; k < b->n_sides; k++)
            if (sides_meet(&a->sides[i], &b->sides[k])
                || (doubtful && is_doubtful(&a->sides[i], &b->sides[k])))
                return true;
    return false;
}

/* Whether the operations between were searched. All that meet are among those
 * that are found, which are in order, and in the range. */
static bool compare_search(const subject *s, gac__accesses *a, uint32_t own,
                           uint32_t first, uint32_t end, bool doubtful,
                           uint32_t *n_met)
{
    const gac__touch *t;
    const uint32_t *ops;
    gac__touch mine[2] = {{0}};
    size_t n = 0, k = 0;
    uint32_t n_touches = gac__accesses_of(a, own, &t);
    for (uint32_t i = 0; i < n_touches; i++)
        mine[i] = t[i];
    assert_true(gac__accesses_between(a, first, end, mine, doubtful, &ops, &n));
    if (!ops)
        return false;
    for (size_t i = 0; i < n; i++)
        assert_true(ops[i] < end && ops[i] >= (i ? ops[i - 1] + 1 : first));
    for (uint32_t at = first; at < end; at++) {
        while (k < n && ops[k] < at)
            k++;
        bool found = k < n && ops[k] == at;
        bool met = op_meets(&s->ops[own], &s->ops[at], doubtful);
        if (met && !found)
            fail_msg("operation %u meets %u: not found", own, at);
        *n_met += met;
    }
    return true;
}

static void compare_all(subject *s, gac__accesses *a)
{
    uint32_t n_searched = 0, n_met = 0, n_begun = 0;
    a->budget = UINT64_MAX;
    for (uint32_t own = 0; own < OPS; own++) {
        uint32_t first = roll(s, 300), end = OPS - roll(s, 300);
        n_searched += compare_search(s, a, own, 0, OPS, own % 2, &n_met);
        n_searched += compare_search(s, a, own, first, end, own % 2, &n_met);
        n_begun += n_searched == 0;
    }
    /* Some are looked at one by one before all are sorted; then hardly any
     * takes too many steps. */
    assert_true(n_begun < 10);
    assert_true(n_searched > 2 * OPS * 8 / 10);
    assert_true(n_met > 2 * OPS);
}

static void try_subject(uint64_t seed)
{
    subject *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->random = seed;
    s->sure = seed % 2;
    gac_context *context;
    gac_input *input;
    gac_module *m;
    gac__sites sites = {0};
    gac__arena kept;
    gac__program p;
    gac__accesses a = {0};
    uint64_t left = UINT64_MAX;
    size_t n;
    write_module(s);
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(
        gac_input_load_memory(context, s->text, s->n_text, NULL, &input),
        GAC_OK);
    const void *data = gac_input_data(input, &n);
    assert_int_equal(gac_module_parse(context, data, n, NULL, &m), GAC_OK);
    gac__arena_init(&kept, &gac__malloc_allocator);
    assert_true(gac__sites_find(&sites, m, &kept));
    assert_true(gac__program_init(&p, &sites, &kept, &gac__malloc_allocator));
    assert_true(gac__program_build(&p, &m->functions[0], &left));
    assert_int_equal(p.ops.n, OPS);

    assert_true(gac__accesses_open(&a, &p));
    compare_all(s, &a);
    compare_touches(s, &a);

    gac__accesses_free(&a, &gac__malloc_allocator);
    gac__program_free(&p);
    gac__sites_free(&sites);
    gac__arena_free(&kept);
    gac_module_destroy(m);
    gac_input_destroy(input);
    gac_context_destroy(context);
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
