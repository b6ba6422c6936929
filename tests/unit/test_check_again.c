/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs of one launch are independent of each other, though later ones
 * get the memory of earlier ones; also where the run between them needs much
 * more shadow memory. */
#include <stdlib.h>

#include "../launch_helper.h"

#define MODULE "tests/shadow/scattered.spvasm"
#define FEW 16384u
#define MANY 262144u

static uint64_t run(const opened_kernel *k, uint32_t *a, uint32_t *b,
                    uint32_t n, uint64_t *shadow_out)
{
    gac_run_options how = {
        .size = sizeof how, .global = {n}, .local = {64}, .checks = ""};
    gac_run_stats stats;
    size_t size = n * sizeof *a;
    assert_int_equal(gac_launch_set_buffer(k->launch, 0, a, size, 0), GAC_OK);
    assert_int_equal(gac_launch_set_buffer(k->launch, 1, b, size, 0), GAC_OK);
    assert_int_equal(gac_launch_set_value(k->launch, 2, &n, sizeof n), GAC_OK);
    assert_int_equal(gac_launch_run(k->launch, &how, &stats), GAC_OK);
    *shadow_out = stats.shadow_bytes;
    return stats.findings;
}

static void test_again(void **state)
{
    (void)state;
    opened_kernel k = open_kernel(NULL, MODULE, "scatter_int");
    uint32_t *a = calloc(MANY, sizeof *a), *b = calloc(MANY, sizeof *b);
    const uint32_t sizes[] = {FEW, FEW, MANY, FEW, MANY, FEW, FEW};
    uint64_t few = 0, many = 0, shadow;
    assert_true(a && b);
    for (size_t r = 0; r < sizeof sizes / sizeof *sizes; r++) {
        uint64_t *known = sizes[r] == FEW ? &few : &many;
        assert_int_equal(run(&k, a, b, sizes[r], &shadow), 0);
        assert_true(shadow > 0 && (*known == 0 || *known == shadow));
        *known = shadow;
    }
    free(a);
    free(b);
    close_kernel(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
