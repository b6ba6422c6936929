/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Small modules that ask for much: a module of at most 16 KB takes at most
 * 200 MB and 200 ms to be validated, and to be compiled, or is refused. Bytes
 * are the allocator's; of time ten times as much is allowed here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../launch_helper.h"

#define MOST_BYTES ((size_t)200 << 20)
#define MOST_NS (10 * (uint64_t)200000000)

/* -- memory that is counted ------------------------------------------------ */

typedef struct counted {
    size_t now, peak;
} counted;

static void *resize(void *user, void *p, size_t old_size, size_t new_size)
{
    counted *c = user;
    if (!new_size) {
        free(p);
        c->now -= old_size;
        return NULL;
    }
    void *q = realloc(p, new_size);
    if (!q)
        return NULL;
    c->now += new_size - old_size;
    if (c->now > c->peak)
        c->peak = c->now;
    return q;
}

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* -- modules --------------------------------------------------------------- */

#define BEGIN                                                                  \
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\n"        \
    "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %%f0 \"k\"\n"        \
    "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n"                      \
    "%%uint = OpTypeInt 32 0\n%%c1 = OpConstant %%uint 1\n"

static void one_call(FILE *f, unsigned number, unsigned callee, unsigned times)
{
    fprintf(f, "%%f%u = OpFunction %%void None %%fn\n%%l%u = OpLabel\n", number,
            number);
    for (unsigned k = 0; k < times; k++)
        fprintf(f, "%%r%u_%u = OpFunctionCall %%void %%f%u\n", number, k,
                callee);
    fputs("OpReturn\nOpFunctionEnd\n", f);
}

/* Each function calls the one behind it twice. */
static void calls_down(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = 0; k <= n; k++)
        one_call(f, k, k + 1, k < n ? 2 : 0);
}

/* Each function calls the one before it twice. */
static void calls_up(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = n + 1; k-- > 0;)
        one_call(f, k, k + 1, k < n ? 2 : 0);
}

static void call_chain(FILE *f, unsigned n)
{
    fprintf(f, BEGIN);
    for (unsigned k = 0; k <= n; k++)
        one_call(f, k, k + 1, k < n);
}

/* -- what they take -------------------------------------------------------- */

typedef struct taken {
    size_t bytes;
    uint64_t ns;
    gac_result result;
} taken;

typedef struct made {
    counted memory;
    gac_context *context;
    gac_input *input;
    gac_module *module;
} made;

static void make(made *m, void (*kind)(FILE *f, unsigned n), unsigned n)
{
    char *text = NULL;
    size_t length = 0, size;
    FILE *f = open_memstream(&text, &length);
    kind(f, n);
    fclose(f);
    memset(m, 0, sizeof *m);
    assert_int_equal(
        gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .allocator = {resize, &m->memory}},
            &m->context),
        GAC_OK);
    assert_int_equal(
        gac_input_load_memory(m->context, text, length, NULL, &m->input),
        GAC_OK);
    free(text);
    const void *data = gac_input_data(m->input, &size);
    assert_int_equal(gac_module_parse(m->context, data, size, NULL, &m->module),
                     GAC_OK);
    m->memory.peak = m->memory.now;
}

static void drop(made *m)
{
    gac_module_destroy(m->module);
    gac_input_destroy(m->input);
    gac_context_destroy(m->context);
    assert_int_equal(m->memory.now, 0);
}

static taken compile(void (*kind)(FILE *f, unsigned n), unsigned n)
{
    made m;
    gac_program *program;
    gac_launch *launch = NULL;
    make(&m, kind, n);
    assert_int_equal(gac_program_create(m.module, NULL, 0, &program), GAC_OK);
    uint64_t start = cpu_ns();
    gac_result result = gac_launch_create(program, "k", &launch);
    taken t = {m.memory.peak, cpu_ns() - start, result};
    gac_launch_destroy(launch);
    gac_program_destroy(program);
    drop(&m);
    return t;
}

/* -- tests ----------------------------------------------------------------- */

static void test_calls(void **state)
{
    (void)state;
    static void (*const kinds[])(FILE *, unsigned) = {calls_down, calls_up};
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(compile(kinds[k], 10).result, GAC_OK);
        for (unsigned n = 11; n <= 220; n = n < 60 ? n + 1 : n + 80) {
            taken t = compile(kinds[k], n);
            assert_true(t.bytes < MOST_BYTES);
            assert_true(t.ns < MOST_NS);
        }
        /* 2^64 instructions and more: the count does not wrap. */
        assert_int_equal(compile(kinds[k], 62).result, GAC_ERR_LIMIT);
        assert_int_equal(compile(kinds[k], 64).result, GAC_ERR_LIMIT);
        assert_int_equal(compile(kinds[k], 220).result, GAC_ERR_LIMIT);
        assert_true(compile(kinds[k], 30).bytes < 4 << 20);
    }
    taken chain = compile(call_chain, 8000);
    assert_int_equal(chain.result, GAC_OK);
    assert_true(chain.ns < 10 * (uint64_t)500000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
