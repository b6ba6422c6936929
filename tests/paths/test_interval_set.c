/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sets of numbers against bit masks: random sets of numbers of six bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "validate/paths/symbols.h"

enum { WIDTH = 6, NUMBERS = 1 << WIDTH, DRAWS = 200000 };

static uint64_t seed = 1;

static uint32_t below(uint32_t n)
{
    return (uint32_t)(gac__random_next(&seed) % n);
}

/* Bit k: number k is in the set. Ends ascend, and none is behind the last
 * number's. */
static uint64_t mask_of(const gac__interval_set *s)
{
    uint64_t mask = 0;
    assert_true(s->n <= GAC__MOST_ENDS && s->n % 2 == 0);
    for (uint32_t i = 0; i < s->n; i++) {
        assert_true(s->ends[i] <= NUMBERS);
        assert_true(i == 0 || s->ends[i] > s->ends[i - 1]);
        if (s->ends[i] < NUMBERS)
            mask ^= UINT64_MAX << s->ends[i];
    }
    return mask;
}

static uint32_t ends_of(uint64_t mask)
{
    const uint32_t last = (uint32_t)(mask >> (NUMBERS - 1));
    return (uint32_t)__builtin_popcountll(mask ^ mask << 1) + last;
}

/* Up to six intervals. */
static gac__interval_set draw(void)
{
    gac__interval_set s = {0};
    uint64_t mask = 0;
    const uint32_t n = below(GAC__MOST_ENDS + 1);
    for (uint32_t i = 0; i < n; i++)
        mask ^= UINT64_MAX << below(NUMBERS);
    for (uint32_t k = 0; k < NUMBERS; k++)
        if ((mask >> k & 1) != (k ? mask >> (k - 1) & 1 : 0))
            s.ends[s.n++] = k;
    if (s.n % 2)
        s.ends[s.n++] = NUMBERS;
    assert_true(mask_of(&s) == mask && ends_of(mask) == s.n);
    return s;
}

static void combines(void **state)
{
    static const gac__interval_operation operations[] = {
        GAC__DIFFERENCE, GAC__INTERSECTION, GAC__UNION};
    uint32_t n_full = 0;
    (void)state;
    for (uint32_t i = 0; i < DRAWS; i++) {
        const gac__interval_set a = draw(), b = draw();
        const uint64_t x = mask_of(&a), y = mask_of(&b);
        const uint64_t wanted[] = {x & ~y, x & y, x | y};
        for (uint32_t k = 0; k < 3; k++) {
            gac__interval_set out = a; /* it may be an operand */
            const bool fits = ends_of(wanted[k]) <= GAC__MOST_ENDS;
            assert_true(gac__intervals_combine(&out, &b, operations[k], &out)
                        == fits);
            assert_true(mask_of(&out) == (fits ? wanted[k] : x));
            n_full += !fits;
        }
        assert_true(gac__intervals_overlap(&a, &b) == ((x & y) != 0));
        assert_true(gac__intervals_subset(&a, &b) == ((x & ~y) == 0));
        assert_true(gac__intervals_equal(&a, &b) == (x == y));
        if (a.n > 0)
            assert_true(x >> gac__intervals_last(&a) == 1);
    }
    assert_true(n_full > DRAWS / 1000); /* some have too many ends */
}

static void ranges(void **state)
{
    (void)state;
    for (uint32_t first = 0; first < NUMBERS; first++)
        for (uint32_t last = 0; last < NUMBERS; last++) {
            const gac__interval_set s =
                gac__intervals_range(WIDTH, first, last);
            const uint64_t from = UINT64_MAX << first,
                           to = UINT64_MAX >> (NUMBERS - 1 - last);
            assert_true(mask_of(&s) == (first <= last ? from & to : from | to));
        }
}

/* What reaches the largest number of 64 bits has no end. */
static void wide_ranges(void **state)
{
    static const gac__interval_set all = {1, {0}}, behind = {1, {5}},
                                   around = {3, {0, 3, 5}},
                                   below_5 = {2, {0, 5}};
    const gac__interval_set found[] = {
        gac__intervals_range(64, 0, UINT64_MAX),
        gac__intervals_range(64, 5, UINT64_MAX), gac__intervals_range(64, 5, 2),
        gac__intervals_range(64, 5, 4), gac__intervals_range(64, 0, 4)};
    (void)state;
    assert_true(gac__intervals_equal(&found[0], &all));
    assert_true(gac__intervals_equal(&found[1], &behind));
    assert_true(gac__intervals_equal(&found[2], &around));
    assert_true(gac__intervals_equal(&found[3], &all));
    assert_true(gac__intervals_equal(&found[4], &below_5));
    assert_true(gac__intervals_last(&all) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combines),
        cmocka_unit_test(ranges),
        cmocka_unit_test(wide_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
