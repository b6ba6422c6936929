/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* printf's output is kept until it can be passed on, and counts as memory of
 * the run: tests/kernels/print/kept.cl with much output, and with more than may
 * be kept. */
#include <stdlib.h>
#include <string.h>

#include "../launch_helper.h"

#define MODULE "tests/kernels/print/kept.clang14.O0.64.spvasm"
#define MOST_BYTES (4u << 20)

static void count(void *user, const char *text, size_t length)
{
    (void)text;
    *(size_t *)user += length;
}

/* Groups print their numbers: theirs are to come in order. */
static void follow(void *user, const char *text, size_t length)
{
    size_t *next = user;
    assert_int_equal(length, 201);
    assert_int_equal(strtoul(text, NULL, 10), *next);
    ++*next;
}

static int32_t memory[8];

static gac_result run(const char *kernel, int32_t first, int32_t second,
                      const gac_run_options *how, gac_run_stats *stats)
{
    bool rounds = strcmp(kernel, "rounds") == 0;
    memset(memory, 0, sizeof memory);
    opened_kernel k = open_kernel(NULL, MODULE, kernel);
    assert_int_equal(gac_launch_set_buffer(k.launch, rounds ? 1 : 0, memory,
                                           sizeof memory, 0),
                     GAC_OK);
    assert_int_equal(
        gac_launch_set_value(k.launch, rounds ? 0 : 1, &first, sizeof first),
        GAC_OK);
    if (!rounds)
        assert_int_equal(
            gac_launch_set_value(k.launch, 2, &second, sizeof second), GAC_OK);
    gac_result result = gac_launch_run(k.launch, how, stats);
    close_kernel(&k);
    return result;
}

static void test_one_work_item(void **state)
{
    (void)state;
    size_t n = 0;
    gac_run_stats stats = {0};
    gac_run_options how = {.size = sizeof how,
                           .global = {2},
                           .local = {2},
                           .timeout_ns = 200000000000u,
                           .print = count,
                           .print_user = &n,
                           .max_memory_bytes = MOST_BYTES};
    assert_int_equal(run("rounds", 1000, 0, &how, &stats), GAC_OK);
    assert_int_equal(n, 2 * (10 * 10 + 90 * 11 + 900 * 12));
    assert_int_equal(run("rounds", 2000000000, 0, &how, &stats),
                     GAC_ERR_MEMORY);
    assert_true(stats.peak_bytes < 2 * MOST_BYTES);
}

/* A group's text that has been handed out counts no longer. */
static void test_groups(void **state)
{
    (void)state;
    size_t n = 0;
    gac_run_stats stats = {0};
    gac_run_options how = {.size = sizeof how,
                           .global = {1000},
                           .local = {1},
                           .threads = 1,
                           .timeout_ns = 200000000000u,
                           .print = count,
                           .print_user = &n,
                           .max_memory_bytes = MOST_BYTES};
    assert_int_equal(run("held", 0, 100, &how, &stats), GAC_OK);
    assert_int_equal(n, 1000 * 100 * 201);
    how.threads = 2;
    assert_int_equal(run("held", 900, 100, &how, &stats), GAC_ERR_MEMORY);
}

/* Many groups come before the first one ends. */
static void test_order(void **state)
{
    (void)state;
    size_t n = 0;
    gac_run_stats stats = {0};
    gac_run_options how = {.size = sizeof how,
                           .global = {5000},
                           .local = {1},
                           .threads = 3,
                           .timeout_ns = 60000000000u,
                           .print = follow,
                           .print_user = &n};
    assert_int_equal(run("held", 4900, 1, &how, &stats), GAC_OK);
    assert_int_equal(n, 5000);
    /* Texts of nothing are kept, too: with each looked for among all, it took
     * minutes. */
    how.global[0] = 400000;
    assert_int_equal(run("held", 399000, 0, &how, &stats), GAC_OK);
    assert_true(stats.wall_ns < 60000000000u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_work_item),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
