/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Crashes behind the guard, and what becomes of a module that causes one. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* after what it needs */
#include <cmocka.h>

#include <gac/core_rules.h>
#include <gac/render.h>
#include <gac/text.h>

#include "tools/crash_guard.h"

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
    for (int round = 0; round < 2; round++)
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

/* -- core rules behind a guard --------------------------------------------- */

typedef struct calls {
    unsigned n;
    bool crash; /* the work is not done */
} calls;

static bool guard(void *user, void (*work)(void *argument), void *argument)
{
    calls *c = user;
    c->n++;
    if (!c->crash)
        work(argument);
    return !c->crash;
}

/* Judges a module with a fault in it; returns the number of diagnostics. */
static size_t judge(calls *c, gac_result *result_out, char message[256])
{
    static const char text[] = "OpCapability Addresses\n"
                               "OpCapability Kernel\n"
                               "OpMemoryModel Physical32 OpenCL\n"
                               "%void = OpTypeVoid\n"
                               "%uint = OpTypeInt 32 0\n"
                               "%same = OpTypeInt 32 0\n";
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
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL,
                                  &assembly), GAC_OK);
    const void *data = gac_assembly_data(assembly, &size);
    assert_int_equal(gac_module_parse(context, data, size, NULL, &module),
                     GAC_OK);
    *result_out = gac_check_core_rules(
        module,
        &(gac_core_rules_options){.size = sizeof(gac_core_rules_options),
                                  .guard = guard,
                                  .guard_user = c},
        NULL);
    size_t n = gac_diagnostic_list_count(list);
    for (size_t i = 0; i < n; i++) {
        const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
        assert_string_equal(d->rule, "core");
        assert_int_equal(d->severity, GAC_SEVERITY_ERROR);
        strncpy(message, d->message, 255);
    }
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return n;
}

static void guard_sees_every_call(void **state)
{
    calls c = {0};
    gac_result result;
    char message[256] = "";
    (void)state;
    assert_int_equal(judge(&c, &result, message), 1);
    assert_int_equal(result, GAC_ERR_INVALID);
    assert_non_null(strstr(message, "Duplicate non-aggregate type"));
    assert_true(c.n >= 1);
}

static void crash_is_one_error(void **state)
{
    calls c = {.crash = true};
    gac_result result;
    char message[256] = "";
    (void)state;
    assert_int_equal(judge(&c, &result, message), 1);
    assert_int_equal(result, GAC_ERR_INVALID);
    assert_non_null(strstr(message, "crashed on this module"));
    assert_int_equal(c.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_comes_to_its_end),
        cmocka_unit_test(crashes_are_outlived),
        cmocka_unit_test(handlers_are_put_back),
        cmocka_unit_test(guard_sees_every_call),
        cmocka_unit_test(crash_is_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
