/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Columns of numbers come back as they were, and take little where they rise
 * evenly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "check/columns.h"

static uint32_t seed = 12345;

static uint32_t random_number(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8 ^ seed << 16;
}

/* Number k of a column of some shape. */
static uint32_t number(uint32_t shape, uint32_t k)
{
    switch (shape) {
    case 0: return 7;
    case 1: return 1000 + 3 * k;
    case 2: return 3000000000u + 5000000 * k; /* beyond 32 bits */
    case 3: return 4000000000u - 17 * k;
    case 4: return 5 * k + random_number() % 4;
    case 5: return random_number();
    case 6: return k % 2 ? UINT32_MAX : 0;
    default: return k == 0 ? UINT32_MAX : k == 1 ? 0 : 1u << k % 32;
    }
}

static void comes_back(void **state)
{
    (void)state;
    uint32_t numbers[GAC__COLUMN_MAX], column[GAC__COLUMN_WORDS];
    for (uint32_t shape = 0; shape < 8; shape++)
        for (uint32_t n = 1; n <= GAC__COLUMN_MAX; n++) {
            for (uint32_t k = 0; k < n; k++)
                numbers[k] = number(shape, k);
            uint32_t n_words = gac__column_pack(numbers, n, column);
            assert_true(n_words <= GAC__COLUMN_WORDS);
            assert_int_equal(n_words, gac__column_words(column, n));
            for (uint32_t k = 0; k < n; k++)
                if (gac__column_at(column, k) != numbers[k])
                    fail_msg("shape %u, number %u of %u", shape, k, n);
        }
}

static void takes_little(void **state)
{
    (void)state;
    uint32_t numbers[GAC__COLUMN_MAX], column[GAC__COLUMN_WORDS];
    static const uint32_t most[] = {4, 4, 260, 4, 20};
    for (uint32_t shape = 0; shape < 5; shape++) {
        for (uint32_t k = 0; k < GAC__COLUMN_MAX; k++)
            numbers[k] = number(shape, k);
        assert_true(gac__column_pack(numbers, GAC__COLUMN_MAX, column)
                    <= most[shape]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(takes_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
