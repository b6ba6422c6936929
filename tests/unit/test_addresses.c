/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A buffer with very many addresses: each offset holds the address that was set
 * last, addresses that overlap by a byte are kept apart, and setting them takes
 * time that grows with their number alone (with its square, these would take
 * half a minute). */
#include <stdlib.h>
#include <string.h>

#include "../launch_helper.h"

#define N 300000u

static void test_many(void **state)
{
    (void)state;
    uint32_t out[4], extra;
    char target[16];
    uint64_t *held = calloc(N + 1, sizeof *held);
    gac_run_options how = {.size = sizeof how, .global = {1}, .local = {1}};
    opened_kernel k = open_kernel(NULL, "tests/cli/places.spvasm", "places");
    assert_non_null(held);
    assert_int_equal(gac_launch_set_buffer(k.launch, 0, out, sizeof out, 0),
                     GAC_OK);
    assert_int_equal(
        gac_launch_set_buffer(k.launch, 1, held, (N + 1) * sizeof *held, 0),
        GAC_OK);
    assert_int_equal(gac_launch_add_buffer(k.launch, target, 16, 0, &extra),
                     GAC_OK);
    for (uint32_t iteration = 0; iteration < 2; iteration++)
        for (uint32_t n = 0; n < N; n++)
            assert_int_equal(gac_launch_set_address(k.launch, 1, 8ull * n,
                                                    extra,
                                                    (n + 7 * iteration) % 16),
                             GAC_OK);
    /* the last place of all, and one that begins a byte further: written later,
     * it wins the bytes that both have */
    assert_int_equal(
        gac_launch_set_address(k.launch, 1, 8ull * N - 8, extra, 0), GAC_OK);
    assert_int_equal(
        gac_launch_set_address(k.launch, 1, 8ull * N - 7, extra, 0), GAC_OK);
    assert_int_equal(gac_launch_run(k.launch, &how, NULL), GAC_OK);
    uint64_t base = held[0] - 7, last;
    for (uint32_t n = 0; n < N - 1; n++)
        assert_int_equal(held[n] - base, (n + 7) % 16);
    memcpy(&last, (char *)held + 8ull * N - 7, sizeof last);
    assert_int_equal(last, base);
    assert_int_equal(*((uint8_t *)held + 8ull * N - 8), base & 0xff);
    close_kernel(&k);
    free(held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
