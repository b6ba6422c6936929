/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs of tests/check/aliases.cl with two arguments that share memory:
 * findings name the argument through which it was accessed, or the first of two
 * that are the same memory, which has one address. */
#include <string.h>

#include "../launch_helper.h"

#define MODULE "tests/check/aliases.clang14.O0.64.spvasm"
#define SHARED_FROM                                                            \
    3 /* the element of the first at which the second begins                   \
       */

typedef struct told {
    uint32_t n, argument;
    uint64_t first_byte, n_bytes, n_items;
    char rule[32];
} told;

static void note(void *user, const gac_diagnostic *d)
{
    told *t = user;
    if (d->severity != GAC_SEVERITY_ERROR || !d->finding)
        return;
    t->n++;
    t->argument = d->finding->argument;
    t->first_byte = d->finding->first_byte;
    t->n_bytes = d->finding->n_bytes;
    t->n_items = d->finding->n_items;
    strncpy(t->rule, d->rule, sizeof t->rule - 1);
}

/* Runs a kernel twice; what the second run has told. */
static told run(const char *kernel, size_t second_from)
{
    static int32_t memory[32];
    told t = {0};
    gac_context_options options = {
        .size = sizeof options, .diagnostic = note, .diagnostic_user = &t};
    gac_run_options how = {
        .size = sizeof how, .global = {8}, .local = {8}, .checks = ""};
    opened_kernel k = open_kernel(&options, MODULE, kernel);
    assert_int_equal(gac_launch_set_buffer(k.launch, 0, memory, 32, 0), GAC_OK);
    assert_int_equal(
        gac_launch_set_buffer(k.launch, 1, memory + second_from, 32, 0),
        GAC_OK);
    for (int n = 0; n < 2; n++) {
        t = (told){0};
        assert_int_equal(gac_launch_run(k.launch, &how, NULL), GAC_OK);
    }
    close_kernel(&k);
    return t;
}

static void check(const told *t, const char *rule, uint32_t argument,
                  uint64_t n_bytes, uint64_t n_items)
{
    assert_int_equal(t->n, 1);
    assert_string_equal(t->rule, rule);
    assert_int_equal(t->argument, argument);
    assert_int_equal(t->first_byte, 0);
    assert_int_equal(t->n_bytes, n_bytes);
    assert_int_equal(t->n_items, n_items);
}

static void test_copies(void **state)
{
    (void)state;
    told all = run("copies", 0), some = run("copies", SHARED_FROM);
    check(&all, "copy-race", 0, 32, 0);
    check(&some, "copy-race", 1, 32 - 4 * SHARED_FROM, 0);
    assert_int_equal(run("copies", 8).n, 0);
}

static void test_accesses(void **state)
{
    (void)state;
    told all = run("flight", 0), some = run("flight", SHARED_FROM);
    check(&all, "write-in-flight", 0, 4, 8);
    check(&some, "write-in-flight", 1, 4, 8 - SHARED_FROM);
    assert_int_equal(run("flight", 8).n, 0);
}

/* A work-item's store, and another's atomic through the second argument. */
static void test_atomics(void **state)
{
    (void)state;
    told some = run("atomics", SHARED_FROM);
    check(&some, "data-race", 1, 4, 1);
    assert_int_equal(run("atomics", 8).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_atomics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
