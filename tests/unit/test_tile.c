/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Tiles of launches (exec/tile.h) against sizes computed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "exec/tile.h"

/* A range and a group's size, as {x, y, z}. */
static gac__tile choose_for(const gac__facts *f, const uint64_t global[3],
                            const uint64_t local[3], uint64_t local_bytes,
                            uint64_t threads)
{
    gac_run_options o = {.global = {global[0], global[1], global[2]},
                         .local = {local[0], local[1], local[2]}};
    return gac__tile_choose(f, &o, local_bytes, threads);
}

static gac__tile choose(const gac__facts *f, const uint64_t global[3],
                        const uint64_t local[3], uint64_t threads)
{
    return choose_for(f, global, local, 0, threads);
}

#define EXTENTS(x, y, z)                                                       \
    (const uint64_t[3])                                                        \
    {                                                                          \
        x, y, z                                                                \
    }

static void check(const gac__tile *t, uint64_t x, uint64_t y, uint64_t z,
                  uint32_t coalesced)
{
    assert_int_equal(t->local[0], x);
    assert_int_equal(t->local[1], y);
    assert_int_equal(t->local[2], z);
    assert_int_equal(t->coalesced, coalesced);
}

/* A kernel of which nothing is known, or that is checked. */
static void test_as_given(void **state)
{
    (void)state;
    gac__facts none = {0};
    gac__tile t = choose(&none, EXTENTS(4096, 4, 1), EXTENTS(8, 2, 1), 2);
    check(&t, 8, 2, 1, 1);
    assert_false(t.interchanged);
    assert_int_equal(t.global[0], 4096);
}

/* Groups grow to 1,024 items of one row, or 512, with 16 left a thread; with 4
 * where else they would be smaller. */
static void test_widen(void **state)
{
    (void)state;
    gac__facts blind = {.group_independent = true};
    gac__tile t = choose(&blind, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 1024, 1, 1, 1);
    t = choose(&blind, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 8);
    check(&t, 1024, 1, 1, 1); /* 64 groups, 8 a thread */
    t = choose(&blind, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 32);
    check(&t, 512, 1, 1, 1); /* 128 groups, 4 a thread */
    t = choose(&blind, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 0);
    check(&t, 1024, 1, 1, 1); /* unknown counts as one */
    t = choose(&blind, EXTENTS(1024, 1024, 1), EXTENTS(16, 16, 1), 1);
    check(&t, 32, 16, 1, 1);
    t = choose(&blind, EXTENTS(48, 1024, 1), EXTENTS(16, 1, 1), 1);
    check(&t, 48, 16, 1, 1); /* 1,024 at most, and 16 divides 1,024 */
    t = choose(&blind, EXTENTS(1024, 1, 1), EXTENTS(64, 1, 1), 2);
    check(&t, 128, 1, 1, 1); /* there are 16 groups only */
    t = choose(&blind, EXTENTS(1024, 1, 1), EXTENTS(64, 1, 1), 4);
    check(&t, 64, 1, 1, 1);
    t = choose(&blind, EXTENTS(1009, 1009, 1), EXTENTS(16, 1, 1), 1);
    check(&t, 1009, 1, 1, 1); /* a prime: nothing divides it, one of a row */
    t = choose(&blind, EXTENTS(1499, 16, 1), EXTENTS(1, 1, 1), 1);
    check(&t, 752, 1, 1, 1); /* two pieces of a prime, in whole steps of 16 */
    t = choose(&blind, EXTENTS(1000003, 1, 1), EXTENTS(1, 1, 1), 2);
    check(&t, 1024, 1, 1, 1);
    t = choose(&blind, EXTENTS(64 * 15803, 1, 1), EXTENTS(64, 1, 1), 2);
    check(&t, 1024, 1, 1, 1); /* a prime number of groups */
    t = choose(&blind, EXTENTS(61, 61, 1), EXTENTS(1, 1, 1), 2);
    check(&t, 61, 7, 1, 1); /* rows are short, and a prime number of them */
    t = choose(&blind, EXTENTS(103, 1, 1), EXTENTS(1, 1, 1), 2);
    check(&t, 12, 1, 1, 1); /* 9 pieces: 4 are left a thread */
    t = choose(&blind, EXTENTS(1009, 1280, 1), EXTENTS(1, 128, 1), 2);
    check(&t, 4, 128, 1, 1); /* 512 items at most */
}

/* Whole rows of 128 items and more, or equal pieces. */
static void test_rows(void **state)
{
    (void)state;
    gac__facts rows = {.group_independent = true, .prefers_rows = true};
    gac__tile t = choose(&rows, EXTENTS(640, 480, 1), EXTENTS(16, 16, 1), 2);
    check(&t, 640, 1, 1, 1);
    t = choose(&rows, EXTENTS(2048, 480, 1), EXTENTS(16, 16, 1), 2);
    check(&t, 1024, 1, 1, 1);
    t = choose(&rows, EXTENTS(1031, 480, 1), EXTENTS(16, 16, 1), 2);
    check(&t, 528, 1, 1, 1); /* two pieces of a prime, in whole steps of 16 */
    t = choose(&rows, EXTENTS(128, 64, 64), EXTENTS(16, 4, 4), 2);
    check(&t, 128, 4, 1, 1); /* short ones: several */
    t = choose(&rows, EXTENTS(128, 63, 2), EXTENTS(16, 4, 4), 2);
    check(&t, 128, 3, 1, 1); /* 42 groups */
    rows.shares_rows = true;
    t = choose(&rows, EXTENTS(128, 64, 64), EXTENTS(16, 4, 4), 2);
    check(&t, 128, 1, 1, 1);
    t = choose(&rows, EXTENTS(64, 4096, 1), EXTENTS(16, 16, 1), 2);
    check(&t, 32, 16, 1, 1); /* too short */
}

/* Accesses that lie apart along each dimension of the range. */
static void test_squares(void **state)
{
    (void)state;
    gac__facts far = {.group_independent = true, .far = 3};
    gac__tile t = choose(&far, EXTENTS(768, 768, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 16, 16, 1, 1);
    t = choose(&far, EXTENTS(768, 768, 1), EXTENTS(32, 8, 1), 1);
    check(&t, 32, 8, 1, 1); /* a tile of 256 is kept */
    t = choose(&far, EXTENTS(768, 768, 1), EXTENTS(8, 8, 1), 1);
    check(&t, 16, 16, 1, 1);
    t = choose(&far, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 1024, 1, 1, 1); /* no square in one dimension */
    t = choose(&far, EXTENTS(768, 768, 4), EXTENTS(64, 1, 1), 1);
    check(&t, 768, 1, 1, 1); /* not so along the third dimension */
    far.far = 1;
    t = choose(&far, EXTENTS(768, 768, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 768, 1, 1, 1);
    far = (gac__facts){.far = 3}; /* it can tell its groups */
    t = choose(&far, EXTENTS(768, 768, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 64, 1, 1, 1);
}

/* Another dimension first, if there is enough of it. */
static void test_interchange(void **state)
{
    (void)state;
    gac__facts lead = {.group_independent = true, .leading = 1};
    gac__tile t = choose(&lead, EXTENTS(100, 256, 1), EXTENTS(1, 64, 1), 1);
    assert_true(t.interchanged);
    assert_int_equal(t.global[0], 256);
    assert_int_equal(t.global[1], 100);
    check(&t, 256, 4, 1, 1);
    t = choose(&lead, EXTENTS(100, 32, 1), EXTENTS(4, 4, 1), 1);
    assert_false(t.interchanged);
    /* Groups along the old first dimension get a step of the new one. */
    lead.group_independent = false;
    t = choose(&lead, EXTENTS(128, 64, 1), EXTENTS(64, 1, 1), 1);
    assert_true(t.interchanged);
    check(&t, 16, 16, 1, 1);
}

/* Groups of up to 128 items side by side, 512 lanes in all. */
static void test_coalesce(void **state)
{
    (void)state;
    gac__facts f = {.may_coalesce = true};
    gac__tile t =
        choose_for(&f, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 1024, 1);
    check(&t, 64, 1, 1, 8);
    t = choose_for(&f, EXTENTS(65536, 1, 1), EXTENTS(256, 1, 1), 1024, 1);
    check(&t, 256, 1, 1, 1);
    t = choose_for(&f, EXTENTS(65535, 1, 1), EXTENTS(64, 1, 1), 1024, 1);
    check(&t, 64, 1, 1, 1); /* the last group is smaller */
    t = choose_for(&f, EXTENTS(2048, 1, 1), EXTENTS(64, 1, 1), 1024, 1);
    check(&t, 64, 1, 1, 4); /* 256 lanes, and fewer groups left than 16 */
    t = choose_for(&f, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 32u << 10, 1);
    check(&t, 64, 1, 1, 4); /* 128 KiB in all */
    f = (gac__facts){.may_coalesce = true, .private_bytes = 1024};
    t = choose(&f, EXTENTS(65536, 1, 1), EXTENTS(64, 1, 1), 1);
    check(&t, 64, 1, 1, 2);
    f = (gac__facts){.may_coalesce = true};
    t = choose(&f, EXTENTS(65536, 1, 1), EXTENTS(32, 1, 1), 1);
    check(&t, 32, 1, 1, 16);
    gac_run_options o = {
        .global = {2048, 1, 1}, .local = {256, 1, 1}, .coalesced_items = 1024};
    t = gac__tile_choose(&f, &o, 0, 4);
    check(&t, 256, 1, 1, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_given),    cmocka_unit_test(test_widen),
        cmocka_unit_test(test_rows),        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_interchange), cmocka_unit_test(test_coalesce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
