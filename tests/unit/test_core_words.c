/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Equivalent core modules of large modules: word counts fit their 16 bits, and
 * what is written grows with the module, not with its square. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <gac/rewrite.h>

#include "../under/under.h"
#include "module_helper.h"

#define MOST_NS (2 * (uint64_t)1000000000 * under_slowness())

typedef struct words {
    uint32_t *items;
    size_t n, capacity;
} words;

static void put(words *w, uint32_t word)
{
    if (w->n == w->capacity) {
        w->capacity = 2 * w->capacity + 1024;
        w->items = realloc(w->items, w->capacity * sizeof *w->items);
        assert_non_null(w->items);
    }
    w->items[w->n++] = word;
}

/* An instruction of `n` words behind the first, of which the last `more` repeat
 * the one before. */
static void inst(words *w, uint32_t opcode, uint32_t n, uint32_t more, ...)
{
    va_list args;
    uint32_t word = 0;
    va_start(args, more);
    put(w, (n + more + 1) << 16 | opcode);
    for (uint32_t k = 0; k < n; k++)
        put(w, word = va_arg(args, uint32_t));
    for (uint32_t k = 0; k < more; k++)
        put(w, word);
    va_end(args);
}

static void begin(words *w, uint32_t bound)
{
    const uint32_t header[] = {SpvMagicNumber, 0x00010400, 0, bound, 0};
    for (size_t k = 0; k < GAC__COUNT_OF(header); k++)
        put(w, header[k]);
    inst(w, SpvOpCapability, 1, 0, SpvCapabilityKernel);
    inst(w, SpvOpCapability, 1, 0, SpvCapabilityAddresses);
    inst(w, SpvOpMemoryModel, 2, 0, SpvAddressingModelPhysical64,
         SpvMemoryModelOpenCL);
}

/* The words of the equivalent module, checked for their word counts; *ns_out:
 * how long that took. `dropped`: an instruction's ordinal, from 1; 0: none. */
static size_t rewrite(words *w, uint32_t dropped, uint64_t *ns_out)
{
    struct timespec before, after;
    parsed p = parse_bytes(w->items, w->n * sizeof *w->items,
                           (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    gac_core_module_options o = {
        .size = sizeof o, .dropped = &dropped, .n_dropped = dropped != 0};
    gac_core_module *core;
    size_t n;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    assert_int_equal(gac_core_module_create(p.module, &o, NULL, &core), GAC_OK);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    *ns_out = (uint64_t)(after.tv_sec - before.tv_sec) * 1000000000
              + (uint64_t)after.tv_nsec - (uint64_t)before.tv_nsec;
    const uint32_t *items = gac_core_module_words(core, &n);
    size_t at = 5;
    while (at < n && items[at] >> 16 != 0)
        at += items[at] >> 16;
    assert_int_equal(at, n);
    gac_core_module_destroy(core);
    release(&p);
    free(w->items);
    return n;
}

/* -- switches -------------------------------------------------------------- */

/* A switch over an integer of a width that SPIRV-Tools do not know becomes one
 * over another: if the module has but one of 64 bits, that one's literals would
 * take 2 words each, and the switch more than 65,535. */
static void test_switch(void **state)
{
    (void)state;
    enum { VOID = 1, ODD, LONG, FN, K, X, ENTRY, OUT, BOUND };
    words w = {0};
    uint64_t ns;
    begin(&w, BOUND);
    inst(&w, SpvOpTypeVoid, 1, 0, VOID);
    inst(&w, SpvOpTypeInt, 3, 0, ODD, 24, 0); /* the fifth */
    inst(&w, SpvOpTypeInt, 3, 0, LONG, 64, 0);
    inst(&w, SpvOpTypeFunction, 3, 0, FN, VOID, ODD);
    inst(&w, SpvOpFunction, 4, 0, VOID, K, 0, FN);
    inst(&w, SpvOpFunctionParameter, 2, 0, ODD, X);
    inst(&w, SpvOpLabel, 1, 0, ENTRY);
    put(&w, 65533u << 16 | SpvOpSwitch);
    put(&w, X);
    put(&w, OUT);
    for (uint32_t k = 0; k < 32765; k++) {
        put(&w, k);
        put(&w, OUT);
    }
    inst(&w, SpvOpLabel, 1, 0, OUT);
    inst(&w, SpvOpReturn, 0, 0);
    inst(&w, SpvOpFunctionEnd, 0, 0);
    (void)rewrite(&w, 5, &ns);
}

/* -- many entry points ----------------------------------------------------- */

enum { VOID = 1, UINT, FN0, FN1, NUMBER, DEEP = 1500 };

/* A function that calls another one with `n` arguments; 0: it calls none. */
static void function(words *w, uint32_t *id, uint32_t own, uint32_t callee,
                     uint32_t n)
{
    inst(w, SpvOpFunction, 4, 0, VOID, own, 0, FN0);
    inst(w, SpvOpLabel, 1, 0, (*id)++);
    if (callee && n)
        inst(w, SpvOpFunctionCall, 4, n - 1, VOID, (*id)++, callee, NUMBER);
    else if (callee)
        inst(w, SpvOpFunctionCall, 3, 0, VOID, (*id)++, callee);
    inst(w, SpvOpReturn, 0, 0);
    inst(w, SpvOpFunctionEnd, 0, 0);
}

/* Entry points call a function that calls one with parameters; beside these, a
 * chain of calls makes the whole one to be cut. */
static size_t entries(uint32_t n_entries, uint32_t n_parameters,
                      uint64_t *ns_out)
{
    words w = {0};
    const uint32_t first = NUMBER + 1, chain = first + n_entries,
                   between = chain + DEEP, large = between + 1;
    uint32_t id = large + 1;
    begin(&w, id + 2 * (n_entries + DEEP) + n_parameters + 16);
    for (uint32_t k = 0; k < n_entries; k++)
        inst(&w, SpvOpEntryPoint, 3, 0, SpvExecutionModelKernel, first + k, 0);
    inst(&w, SpvOpTypeVoid, 1, 0, VOID);
    inst(&w, SpvOpTypeInt, 3, 0, UINT, 32, 0);
    inst(&w, SpvOpTypeFunction, 2, 0, FN0, VOID);
    inst(&w, SpvOpTypeFunction, 3, n_parameters - 1, FN1, VOID, UINT);
    inst(&w, SpvOpConstant, 3, 0, UINT, NUMBER, 5);
    for (uint32_t k = 0; k < n_entries; k++)
        function(&w, &id, first + k, between, 0);
    for (uint32_t k = 0; k < DEEP; k++)
        function(&w, &id, chain + k, k + 1 < DEEP ? chain + k + 1 : 0, 0);
    function(&w, &id, between, large, n_parameters);
    inst(&w, SpvOpFunction, 4, 0, VOID, large, 0, FN1);
    for (uint32_t k = 0; k < n_parameters; k++)
        inst(&w, SpvOpFunctionParameter, 2, 0, UINT, id++);
    inst(&w, SpvOpLabel, 1, 0, id++);
    inst(&w, SpvOpReturn, 0, 0);
    inst(&w, SpvOpFunctionEnd, 0, 0);
    return rewrite(&w, 0, ns_out);
}

static void test_entries(void **state)
{
    (void)state;
    uint64_t ns;
    (void)entries(40000, 1, &ns);
    assert_true(ns < MOST_NS);
    size_t n = entries(8000, 2000, &ns);
    assert_true(n < (size_t)8 << 20);
    (void)entries(20, 65531, &ns);
}

/* -- one function of many entry points --------------------------------------
 */

/* It calls something with a wrong argument again and again. */
static void test_one_function(void **state)
{
    (void)state;
    enum { ENTRIES = 20000 };
    const uint32_t k = NUMBER + 1, other = k + 1, chain = other + 1;
    words w = {0};
    uint64_t ns;
    uint32_t id = chain + DEEP;
    begin(&w, id + 2 * DEEP + ENTRIES + 16);
    for (uint32_t i = 0; i < ENTRIES; i++)
        inst(&w, SpvOpEntryPoint, 3, 0, SpvExecutionModelKernel, k, 0);
    inst(&w, SpvOpTypeVoid, 1, 0, VOID);
    inst(&w, SpvOpTypeInt, 3, 0, UINT, 32, 0);
    inst(&w, SpvOpTypeFunction, 2, 0, FN0, VOID);
    inst(&w, SpvOpConstant, 3, 0, UINT, NUMBER, 5);
    inst(&w, SpvOpFunction, 4, 0, VOID, k, 0, FN0);
    inst(&w, SpvOpLabel, 1, 0, id++);
    for (uint32_t i = 0; i < ENTRIES; i++)
        inst(&w, SpvOpFunctionCall, 4, 0, VOID, id++, other, NUMBER);
    inst(&w, SpvOpFunctionCall, 3, 0, VOID, id++, other);
    inst(&w, SpvOpReturn, 0, 0);
    inst(&w, SpvOpFunctionEnd, 0, 0);
    function(&w, &id, other, 0, 0);
    for (uint32_t i = 0; i < DEEP; i++)
        function(&w, &id, chain + i, i + 1 < DEEP ? chain + i + 1 : 0, 0);
    (void)rewrite(&w, 0, &ns);
    assert_true(ns < MOST_NS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_one_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
