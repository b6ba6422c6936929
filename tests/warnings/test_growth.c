/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Time and memory of gac-val's own rules grow with the module: kernels of
 * shapes that a search may come to again and again, with n and with 16 n parts.
 * What is quadratic takes 256 times as much. Time is allowed to grow by ten
 * times 16, since machines differ in what they make of caches; memory is
 * counted. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/text.h>

/* The larger of two modules has so many times the parts, and may take so many
 * times as much, and a little more. */
#define TIMES 16
#define MOST_TIME 160
#define MOST_MEMORY 36
#define FEW_MS 40
#define FEW_MIB 4u

/* -- memory ---------------------------------------------------------------- */

static size_t held, peak;

static void *resize(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    held += new_size - old_size;
    peak = held > peak ? held : peak;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

/* -- modules --------------------------------------------------------------- */

static char *text;
static size_t n_text;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    n_text += (size_t)vsnprintf(text + n_text, 200, format, args);
    va_end(args);
}

static void add_copy(const char *name, unsigned i, const char *local)
{
    add("%%%s%u = OpGroupAsyncCopy %%event %%c2 %%%s %%g %%l16 %%l1 %%null\n",
        name, i, local);
}

static void begin_kernel(void)
{
    add("%%main = OpFunction %%void None %%fn\n%%g = OpFunctionParameter "
        "%%pg\n%%l = OpFunctionParameter %%pl\n%%a = OpFunctionParameter "
        "%%u32\n%%entry = OpLabel\n%%ev = OpVariable %%pe Function\n");
}

static void wait_for(const char *name)
{
    add("OpGroupWaitEvents %%c2 %%c1 %%%s\n", name);
}

/* Three loops in each other of 150 iterations each, and n accesses, by which
 * the budget grows. */
static void counted_loops(unsigned n)
{
    begin_kernel();
    for (unsigned i = 0; i < n; i++)
        add("OpStore %%l %%c1 Aligned 4\n");
    add("OpBranch %%h1\n");
    for (unsigned i = 1; i <= 3; i++) {
        add("%%h%u = OpLabel\n%%i%u = OpPhi %%u32 %%c0 ", i, i);
        add(i == 1 ? "%%entry" : "%%h%u", i - 1);
        add(" %%j%u %%b%u\n", i, i);
        if (i < 3)
            add("OpBranch %%h%u\n", i + 1);
    }
    add_copy("e", 0, "l");
    add("OpStore %%ev %%e0\n");
    wait_for("ev");
    add("OpBranch %%b3\n");
    for (unsigned i = 3; i > 0; i--) {
        add("%%b%u = OpLabel\n%%j%u = OpIAdd %%u32 %%i%u %%c1\n", i, i, i);
        add("%%q%u = OpULessThan %%bool %%j%u %%c150\n", i, i);
        add("OpBranchConditional %%q%u %%h%u %%b%u\n", i, i, i - 1);
    }
    add("%%b0 = OpLabel\n");
}

/* A switch with n cases, a copy in each. */
static void cases(unsigned n)
{
    begin_kernel();
    add("OpSwitch %%a %%m");
    for (unsigned i = 0; i < n; i++)
        add(" %u %%s%u", i, i);
    for (unsigned i = 0; i < n; i++) {
        add("\n%%s%u = OpLabel\n", i);
        add_copy("e", i, "l");
        add("OpStore %%ev %%e%u\nOpBranch %%m", i);
    }
    add("\n%%m = OpLabel\n");
    wait_for("ev");
}

/* A switch with n cases that fall through, a store in each. */
static void falling_cases(unsigned n)
{
    begin_kernel();
    add_copy("e", 0, "l");
    add("OpSwitch %%a %%s%u", n);
    for (unsigned i = 0; i < n; i++)
        add(" %u %%s%u", i, i);
    for (unsigned i = 0; i < n; i++)
        add("\n%%s%u = OpLabel\nOpStore %%ev %%e0\nOpBranch %%s%u", i, i + 1);
    add("\n%%s%u = OpLabel\n", n);
    wait_for("ev");
}

/* n variables, each with a copy and a store into it. */
static void variables(unsigned n)
{
    char name[16];
    for (unsigned i = 0; i < n; i++)
        add("%%v%u = OpVariable %%pl Workgroup\n", i);
    begin_kernel();
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "v%u", i);
        add_copy("e", i, name);
        add("OpStore %%ev %%e%u\n", i);
        wait_for("ev");
        add("OpStore %%v%u %%c1 Aligned 4\n", i);
    }
}

/* n loops in each other. */
static void nested_loops(unsigned n)
{
    begin_kernel();
    for (unsigned i = 1; i <= n; i++)
        add("OpBranch %%h%u\n%%h%u = OpLabel\n", i, i);
    add_copy("e", 0, "l");
    add("OpStore %%ev %%e0\n");
    wait_for("ev");
    add("OpBranch %%b%u\n", n);
    for (unsigned i = n; i > 0; i--) {
        add("%%b%u = OpLabel\n%%x%u = OpLoad %%u32 %%g Aligned 4\n", i, i);
        add("%%q%u = OpIEqual %%bool %%x%u %%c1\n", i, i);
        add("OpBranchConditional %%q%u %%h%u %%b%u\n", i, i, i - 1);
    }
    add("%%b0 = OpLabel\n");
}

#define FAR 32u

/* n variables that a function stores to through its parameters. */
static void far_stores(unsigned n)
{
    char name[16];
    add("%%fh = OpTypeFunction %%void %%event");
    for (unsigned i = 0; i < FAR; i++)
        add(" %%pe");
    add("\n%%help = OpFunction %%void None %%fh\n"
        "%%value = OpFunctionParameter %%event\n");
    for (unsigned i = 0; i < FAR; i++)
        add("%%to%u = OpFunctionParameter %%pe\n", i);
    add("%%first = OpLabel\n");
    for (unsigned i = 0; i < FAR; i++)
        add("OpStore %%to%u %%value\n", i);
    add("OpReturn\nOpFunctionEnd\n");
    begin_kernel();
    for (unsigned i = 0; i < n; i++)
        add("%%v%u = OpVariable %%pe Function\n", i);
    add_copy("e", 0, "l");
    for (unsigned i = 0; i + FAR <= n; i += FAR) {
        add("%%call%u = OpFunctionCall %%void %%help %%e0", i);
        for (unsigned k = 0; k < FAR; k++)
            add(" %%v%u", i + k);
        add("\n");
    }
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "v%u", i);
        wait_for(name);
    }
}

/* -- measuring ------------------------------------------------------------- */

typedef struct shape {
    const char *name;
    void (*write)(unsigned n);
    unsigned n;
} shape;

static const char head[] = "OpCapability Kernel\n"
                           "OpCapability Addresses\n"
                           "OpCapability Int64\n"
                           "OpMemoryModel Physical64 OpenCL\n"
                           "OpEntryPoint Kernel %main \"main\"\n"
                           "%void = OpTypeVoid\n"
                           "%bool = OpTypeBool\n"
                           "%u32 = OpTypeInt 32 0\n"
                           "%u64 = OpTypeInt 64 0\n"
                           "%event = OpTypeEvent\n"
                           "%c0 = OpConstant %u32 0\n"
                           "%c1 = OpConstant %u32 1\n"
                           "%c2 = OpConstant %u32 2\n"
                           "%c150 = OpConstant %u32 150\n"
                           "%l1 = OpConstant %u64 1\n"
                           "%l16 = OpConstant %u64 16\n"
                           "%null = OpConstantNull %event\n"
                           "%pg = OpTypePointer CrossWorkgroup %u32\n"
                           "%pl = OpTypePointer Workgroup %u32\n"
                           "%pe = OpTypePointer Function %event\n"
                           "%fn = OpTypeFunction %void %pg %pl %u32\n";

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* What own rules take of a module, the least of three times. */
static void measure(const shape *s, unsigned n, double *ms_out,
                    size_t *bytes_out)
{
    const gac_allocator counted = {.resize = resize};
    gac_context *context = NULL;
    gac_module *module = NULL;
    gac_input *input = NULL;
    size_t n_bytes = 0;
    text = malloc(1u << 24);
    assert_non_null(text);
    n_text = 0;
    memcpy(text, head, sizeof head);
    n_text = sizeof head - 1;
    s->write(n);
    add("OpReturn\nOpFunctionEnd\n");
    assert_int_equal(
        gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .allocator = counted},
            &context),
        GAC_OK);
    assert_int_equal(gac_input_load_memory(context, text, n_text, NULL, &input),
                     GAC_OK);
    const void *data = gac_input_data(input, &n_bytes);
    assert_int_equal(gac_module_parse(context, data, n_bytes, NULL, &module),
                     GAC_OK);
    *ms_out = 1e9;
    for (int k = 0; k < 3; k++) {
        const size_t before = peak = held;
        const double start = now_ms();
        assert_int_equal(gac_validate(module, NULL, NULL), GAC_OK);
        const double ms = now_ms() - start;
        *ms_out = ms < *ms_out ? ms : *ms_out;
        *bytes_out = peak - before;
    }
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    free(text);
}

static void test_growth(void **state)
{
    const shape *s = *state;
    double few, many;
    size_t little, much;
    measure(s, s->n, &few, &little);
    measure(s, TIMES * s->n, &many, &much);
    if (many > MOST_TIME * few + FEW_MS
        || much > MOST_MEMORY * little + (FEW_MIB << 20))
        fail_msg("%s: %u parts take %.1f ms and %zu bytes, %u take %.1f ms and "
                 "%zu bytes",
                 s->name, s->n, few, little, TIMES * s->n, many, much);
}

int main(void)
{
    /* Pages that are given back and asked for again cost some machines more
     * than all else: the first of three times is to pay for them. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    static shape shapes[] = {{"counted loops", counted_loops, 500},
                             {"cases", cases, 500},
                             {"falling cases", falling_cases, 500},
                             {"variables", variables, 2000},
                             {"loops in loops", nested_loops, 375},
                             {"far stores", far_stores, 1600}};
    struct CMUnitTest tests[sizeof shapes / sizeof shapes[0]];
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        tests[i] = (struct CMUnitTest){shapes[i].name, test_growth, NULL, NULL,
                                       &shapes[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
