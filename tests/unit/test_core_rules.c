/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Modules that SPIRV-Tools' validator does not survive, or that it takes too
 * long over. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* after what it needs */
#include <cmocka.h>

#include <gac/core_rules.h>
#include <gac/render.h>
#include <gac/rewrite.h>
#include <gac/text.h>
#include <spirv/unified1/spirv.h>

#include "support/clock.h"
#include "tools/child_guard.h"
#include "tools/crash_guard.h"
#include "tools/tool_common.h"

/* -- the guard ------------------------------------------------------------- */

static void work_through(void *argument)
{
    *(int *)argument += 1;
}

static void raise_signal(void *argument)
{
    raise(*(int *)argument);
}

static void give_up(void *argument)
{
    (void)argument;
    abort();
}

#ifndef GAC_SANITIZED
/* Deeper than any stack. */
static volatile int depth_wanted = 1 << 30;

static int use_stack(int depth, volatile char *above)
{
    volatile char bytes[4096];
    bytes[0] = bytes[1] = above[0];
    return depth == depth_wanted
               ? 0
               : use_stack(depth + 1, bytes) + bytes[depth & 1];
}

static void use_all_stack(void *argument)
{
    volatile char first = 0;
    *(int *)argument = use_stack(0, &first);
}
#endif

static void work_comes_to_its_end(void **state)
{
    int count = 0;
    (void)state;
    assert_true(gac__guard_crash(NULL, work_through, &count));
    assert_int_equal(count, 1);
}

static void crashes_are_outlived(void **state)
{
    int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    (void)state;
    for (int iteration = 0; iteration < 2; iteration++)
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            assert_false(gac__guard_crash(NULL, raise_signal, &signals[i]));
    assert_false(gac__guard_crash(NULL, give_up, NULL));
#ifndef GAC_SANITIZED
    int sum = 0;
    assert_false(gac__guard_crash(NULL, use_all_stack, &sum));
    assert_false(gac__guard_crash(NULL, use_all_stack, &sum));
#endif
}

static void handlers_are_put_back(void **state)
{
    struct sigaction before, after;
    int number = SIGSEGV;
    (void)state;
    sigaction(SIGSEGV, NULL, &before);
    assert_false(gac__guard_crash(NULL, raise_signal, &number));
    sigaction(SIGSEGV, NULL, &after);
    assert_true(before.sa_handler == after.sa_handler);
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    assert_false(sigismember(&blocked, SIGSEGV));
}

/* What a child says comes back, and nothing else of it. */
static int outside;

static void answer(void *argument)
{
    *(int *)argument = 42;
    outside = 1;
}

static void never_end(void *argument)
{
    volatile unsigned *count = argument;
    for (;;)
        ++*count;
}

static void large_modules_have_a_child(void **state)
{
    gac__child_guard small = gac__child_guard_of(100);
    gac__child_guard large = gac__child_guard_of(1 << 20);
    int value = 0, number = SIGSEGV;
    (void)state;
    assert_true(large.seconds_left > small.seconds_left);
    assert_int_equal(gac__guard_child(&large, answer, &value, sizeof value),
                     GAC_OK);
    assert_int_equal(value, 42);
    assert_int_equal(outside, 0);
    assert_int_equal(
        gac__guard_child(&large, raise_signal, &number, sizeof number),
        GAC_ERR_TRAP);
    assert_int_equal(gac__guard_child(&large, give_up, &value, sizeof value),
                     GAC_ERR_TRAP);
    assert_int_equal(
        gac__guard_child(&small, raise_signal, &number, sizeof number),
        GAC_ERR_TRAP);
    assert_int_equal(gac__guard_child(&small, answer, &value, sizeof value),
                     GAC_OK);
    assert_int_equal(outside, 1);
}

static void a_child_has_a_limit(void **state)
{
    gac__child_guard large = gac__child_guard_of(1 << 20);
    unsigned count = 0;
    (void)state;
    large.seconds_left = 0.5;
    assert_int_equal(gac__guard_child(&large, never_end, &count, sizeof count),
                     GAC_ERR_TIMEOUT);
    assert_int_equal(count, 0);
    assert_true(large.seconds_left <= 0);
    assert_int_equal(gac__guard_child(&large, answer, &count, sizeof count),
                     GAC_ERR_TIMEOUT);
    assert_int_equal(count, 0);
}

/* A deadline is one for all calls: behind it nothing is begun, and what is left
 * of it is all that a later call has. */
static void a_deadline_is_for_all_calls(void **state)
{
    gac__child_guard small = gac__child_guard_of(100);
    unsigned count = 0;
    int value = 0;
    (void)state;
    small.deadline_ns = gac__now_ns() + 1000000000u;
    assert_int_equal(gac__guard_child(&small, answer, &value, sizeof value),
                     GAC_OK);
    assert_int_equal(value, 42);
    assert_int_equal(gac__guard_child(&small, never_end, &count, sizeof count),
                     GAC_ERR_TIMEOUT);
    assert_true(gac__now_ns() >= small.deadline_ns);
    assert_int_equal(gac__guard_child(&small, answer, &count, sizeof count),
                     GAC_ERR_TIMEOUT);
    assert_int_equal(count, 0);
}

/* -- validating ------------------------------------------------------------ */

typedef struct calls {
    unsigned n;
    gac_result fails; /* what the guard returns, without doing the work */
} calls;

static gac_result guard(void *user, void (*work)(void *argument),
                        void *argument, size_t size_bytes)
{
    calls *c = user;
    assert_true(size_bytes <= 8192);
    c->n++;
    if (c->fails)
        return c->fails;
    work(argument);
    return GAC_OK;
}

/* What validating a module found. */
typedef struct verdict {
    gac_result result;
    size_t n;                    /* diagnostics */
    bool noted;                  /* that there may be more */
    char rule[32], message[256]; /* of the last one */
} verdict;

static verdict validate_text(const char *text, calls *c)
{
    verdict v = {0};
    gac_diagnostic_list *list = NULL;
    gac_context *context = NULL;
    gac_assembly *assembly = NULL;
    gac_module *module = NULL;
    size_t size;
    assert_int_equal(gac_diagnostic_list_create(NULL, &list), GAC_OK);
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = list};
    assert_int_equal(gac_context_create(&options, &context), GAC_OK);
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &assembly),
                     GAC_OK);
    const void *data = gac_assembly_data(assembly, &size);
    assert_int_equal(gac_module_parse(context, data, size, NULL, &module),
                     GAC_OK);
    gac_core_rules_options rules = {
        .size = sizeof rules, .guard = c ? guard : NULL, .guard_user = c};
    v.result = gac_check_core_rules(module, &rules, NULL);
    v.n = gac_diagnostic_list_count(list);
    for (size_t i = 0; i < v.n; i++) {
        const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
        if (d->severity == GAC_SEVERITY_NOTE) {
            assert_non_null(strstr(d->message, "may be more errors"));
            v.noted = true;
            continue;
        }
        assert_int_equal(d->severity, GAC_SEVERITY_ERROR);
        snprintf(v.rule, sizeof v.rule, "%s", d->rule);
        snprintf(v.message, sizeof v.message, "%s", d->message);
    }
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return v;
}

static void is_verdict(const verdict *v, const char *rule, const char *part)
{
    assert_int_equal(v->n, 1);
    assert_int_equal(v->result, GAC_ERR_INVALID);
    assert_string_equal(v->rule, rule);
    if (!strstr(v->message, part))
        print_error("%s\n", v->message);
    assert_non_null(strstr(v->message, part));
}

/* -- core rules behind a guard --------------------------------------------- */

#define HEAD                                                                   \
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n"      \
    "OpMemoryModel Physical32 OpenCL\n"
/* for put() */
#define TYPES "%%void = OpTypeVoid\n%%uint = OpTypeInt 32 0\n"

static const char twice[] = HEAD "%uint = OpTypeInt 32 0\n"
                                 "%same = OpTypeInt 32 0\n";

static void guard_sees_every_call(void **state)
{
    calls c = {0};
    (void)state;
    verdict v = validate_text(twice, &c);
    is_verdict(&v, "core", "Duplicate non-aggregate type");
    assert_true(c.n >= 1);
}

static void crash_is_one_error(void **state)
{
    calls c = {.fails = GAC_ERR_TRAP};
    (void)state;
    verdict v = validate_text(twice, &c);
    is_verdict(&v, "core", "crashed on this module");
    assert_int_equal(c.n, 1);
}

static void slowness_is_one_error(void **state)
{
    calls c = {.fails = GAC_ERR_TIMEOUT};
    (void)state;
    verdict v = validate_text(twice, &c);
    is_verdict(&v, "limit", "takes too long");
    assert_int_equal(c.n, 1);
}

/* -- what is written for the rules ------------------------------------------
 */

/* The entry point, instruction 4, gets a variable more. */
static void longer_entry_points_have_an_origin(void **state)
{
    static const char text[] =
        "; SPIR-V\n; Version: 1.4\nOpCapability Addresses\n"
        "OpCapability Kernel\nOpMemoryModel Physical32 OpenCL\n"
        "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n"
        "%uint = OpTypeInt 32 0\n%in = OpTypePointer Input %uint\n"
        "%at = OpVariable %in Input\n%fn = OpTypeFunction %void\n"
        "%k = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\n"
        "OpFunctionEnd\n";
    gac_core_module_options options = {.size = sizeof options,
                                       .all_interfaces = true};
    gac_context *context = NULL;
    gac_assembly *assembly = NULL;
    gac_module *module = NULL;
    gac_core_module *core = NULL;
    size_t size, n_words, at = 5;
    (void)state;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &assembly),
                     GAC_OK);
    const void *data = gac_assembly_data(assembly, &size);
    assert_int_equal(gac_module_parse(context, data, size, NULL, &module),
                     GAC_OK);
    assert_int_equal(gac_core_module_create(module, &options, NULL, &core),
                     GAC_OK);
    const uint32_t *words = gac_core_module_words(core, &n_words);
    for (uint32_t i = 1; at < n_words; i++, at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == SpvOpEntryPoint) {
            assert_int_equal(words[at] >> 16, 5);
            assert_int_equal(gac_core_module_origin(core, i), 4);
        }
    gac_core_module_destroy(core);
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
}

/* -- what takes long ------------------------------------------------------- */

/* A module of many lines. */
typedef struct text {
    char *bytes;
    size_t n, capacity;
} text;

static void put(text *t, const char *format, ...)
{
    va_list list;
    if (t->capacity - t->n < 1024) {
        t->capacity = t->capacity * 2 + 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    va_start(list, format);
    t->n += (size_t)vsnprintf(t->bytes + t->n, 1024, format, list);
    va_end(list);
}

static verdict validate_built(text *t)
{
    verdict v = validate_text(t->bytes, NULL);
    free(t->bytes);
    *t = (text){0};
    return v;
}

#define COUNT 12000

/* With names of their own each kind would take a minute. */
static void names_take_no_time(void **state)
{
    text t = {0};
    (void)state;
    put(&t, HEAD);
    for (int i = 0; i < COUNT; i++)
        put(&t, "OpName %%n%d \"tmp%c\"\n", i, ".-+"[i % 3]);
    put(&t, TYPES "%%one = OpConstant %%uint 1\n");
    for (int i = 0; i < COUNT; i++)
        put(&t,
            "%%n%d = OpUndef %%uint\n"
            "%%c%d = OpConstant %%uint 7\n"
            "%%a%d = OpTypeArray %%uint %%one\n",
            i, i, i);
    verdict v = validate_built(&t);
    assert_int_equal(v.n, 0);
    assert_int_equal(v.result, GAC_OK);

    put(&t, HEAD TYPES "%%p0 = OpTypePointer Function %%uint\n");
    for (int i = 0; i < COUNT; i++)
        put(&t, "%%p%d = OpTypePointer Function %%p%d\n", i + 1, i);
    v = validate_built(&t);
    assert_int_equal(v.n, 0);
}

/* The rules hold as before. */
static void plain_names_are_judged(void **state)
{
    text t = {0};
    (void)state;
    put(&t, HEAD "OpName %%uint \"my_number\"\n" TYPES);
    for (int i = 0; i < 2000; i++)
        put(&t, "%%c%d = OpConstant %%uint 7\n", i);
    put(&t, "%%bad = OpConstantComposite %%uint %%c0 %%c1\n");
    verdict v = validate_built(&t);
    is_verdict(&v, "core", "is not a composite type");
    assert_null(strstr(v.message, "my_number"));
}

static verdict validate_nest(int depth)
{
    text t = {0};
    put(&t, HEAD TYPES "%%one = OpConstant %%uint 1\n"
                       "%%a0 = OpTypeArray %%uint %%one\n");
    for (int i = 1; i < depth; i++)
        put(&t, "%%a%d = OpTypeArray %%a%d %%one\n", i, i - 1);
    put(&t, "%%null = OpConstantNull %%a%d\n", depth - 1);
    return validate_built(&t);
}

static void nests_have_a_depth(void **state)
{
    (void)state;
    verdict v = validate_nest(1024);
    assert_int_equal(v.n, 0);
    assert_int_equal(v.result, GAC_OK);
    v = validate_nest(1025);
    is_verdict(&v, "limit", "types nest more than 1024 deep");
    v = validate_nest(200000);
    is_verdict(&v, "limit", "types nest more than 1024 deep");
}

static verdict validate_doublings(int n, const char *use)
{
    text t = {0};
    put(&t, HEAD TYPES "%%s0 = OpTypeStruct %%uint %%uint\n");
    for (int i = 1; i < n; i++)
        put(&t, "%%s%d = OpTypeStruct %%s%d %%s%d\n", i, i - 1, i - 1);
    put(&t, "%%p = OpTypePointer CrossWorkgroup %%s%d\n", n - 1);
    put(&t, use, n - 1);
    return validate_built(&t);
}

static void parts_are_counted(void **state)
{
    (void)state;
    verdict v = validate_doublings(200, "");
    assert_int_equal(v.n, 0);
    v = validate_doublings(16, "%%null = OpConstantNull %%s%d\n");
    assert_int_equal(v.n, 0);
    v = validate_doublings(25, "%%null = OpConstantNull %%s%d\n");
    is_verdict(&v, "limit", "too many parts");
    v = validate_doublings(200, "%%null = OpConstantNull %%s%d\n");
    is_verdict(&v, "limit", "too many parts");
    v = validate_doublings(40, "%%v = OpVariable %%p CrossWorkgroup\n");
    is_verdict(&v, "limit", "too many parts");
}

/* Structures of nothing are walked through to their ends. */
static void copies_are_counted(void **state)
{
    text t = {0};
    (void)state;
    put(&t, HEAD TYPES "%%fn = OpTypeFunction %%void\n%%s0 = OpTypeStruct\n");
    for (int i = 1; i < 40; i++)
        put(&t, "%%s%d = OpTypeStruct %%s%d %%s%d\n", i, i - 1, i - 1);
    put(&t, "%%p = OpTypePointer Function %%s39\n"
            "%%f = OpFunction %%void None %%fn\n%%l = OpLabel\n"
            "%%a = OpVariable %%p Function\n%%b = OpVariable %%p Function\n"
            "OpCopyMemory %%a %%b\nOpReturn\nOpFunctionEnd\n");
    verdict v = validate_built(&t);
    is_verdict(&v, "limit", "too many parts");
}

/* Every fault of a large module takes a look at all of it. */
static void large_modules_have_few_looks(void **state)
{
    enum { SMALL = 50, LARGE = 300000 };
    for (int n = SMALL; n <= LARGE; n += LARGE - SMALL) {
        text t = {0};
        (void)state;
        put(&t,
            HEAD TYPES "%%fn = OpTypeFunction %%void\n"
                       "%%one = OpConstant %%uint 1\n%%bool = OpTypeBool\n"
                       "%%f = OpFunction %%void None %%fn\n%%l = OpLabel\n");
        for (int i = 0; i < n; i++)
            put(&t,
                i < 40 ? "%%n%d = OpIAdd %%bool %%one %%one\n"
                       : "%%n%d = OpIAdd %%uint %%one %%one\n",
                i);
        put(&t, "OpReturn\nOpFunctionEnd\n");
        verdict v = validate_built(&t);
        assert_int_equal(v.result, GAC_ERR_INVALID);
        assert_int_equal(v.noted, n == LARGE);
        if (n == SMALL)
            assert_int_equal(v.n, 40);
        else
            assert_in_range(v.n, 2, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_comes_to_its_end),
        cmocka_unit_test(crashes_are_outlived),
        cmocka_unit_test(handlers_are_put_back),
        cmocka_unit_test(large_modules_have_a_child),
        cmocka_unit_test(a_child_has_a_limit),
        cmocka_unit_test(a_deadline_is_for_all_calls),
        cmocka_unit_test(guard_sees_every_call),
        cmocka_unit_test(slowness_is_one_error),
        cmocka_unit_test(large_modules_have_few_looks),
        cmocka_unit_test(crash_is_one_error),
        cmocka_unit_test(longer_entry_points_have_an_origin),
        cmocka_unit_test(names_take_no_time),
        cmocka_unit_test(plain_names_are_judged),
        cmocka_unit_test(nests_have_a_depth),
        cmocka_unit_test(parts_are_counted),
        cmocka_unit_test(copies_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
