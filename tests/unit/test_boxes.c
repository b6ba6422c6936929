/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strided boxes of bytes against sets of bytes, written out one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/boxes.h"

#define SPACE 1024

typedef struct byte_set {
    bool has[SPACE];
} byte_set;

static uint64_t state = 1;

static uint64_t below(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

/* A box as a valid copy has it: lines do not overlap, nor do planes. */
static gac__box random_box(void)
{
    gac__box b = {.buffer = 1, .start = below(64)};
    b.line_bytes = 1 + below(below(2) ? 4 : 12);
    b.lines = 1 + below(5);
    b.planes = 1 + below(4);
    b.line_pitch = b.line_bytes + (below(2) ? below(9) : 0);
    b.plane_pitch = b.lines * b.line_pitch + (below(2) ? below(20) : 0);
    return b;
}

static byte_set bytes_of(const gac__box *b)
{
    byte_set set = {{false}};
    for (uint64_t p = 0; p < b->planes; p++)
        for (uint64_t l = 0; l < b->lines; l++)
            for (uint64_t k = 0; k < b->line_bytes; k++)
                set.has[b->start + p * b->plane_pitch + l * b->line_pitch + k] =
                    true;
    return set;
}

static void test_end(void **unused)
{
    (void)unused;
    for (int iteration = 0; iteration < 2000; iteration++) {
        gac__box b = random_box();
        byte_set set = bytes_of(&b);
        uint64_t end = gac__box_end(&b);
        assert_true(set.has[end - 1]);
        for (uint64_t k = end; k < SPACE; k++)
            assert_false(set.has[k]);
    }
}

/* Whether bytes [first, end) are of a set, and the one before them is not, but
 * for where what was asked for begins: `low`. */
static bool holds(const byte_set *set, uint64_t low, uint64_t first,
                  uint64_t end)
{
    bool all = first < end;
    for (uint64_t k = low; k < first; k++)
        all &= !set->has[k];
    for (uint64_t k = first; k < end; k++)
        all &= set->has[k];
    return all;
}

static void test_interval(void **unused)
{
    (void)unused;
    for (int iteration = 0; iteration < 20000; iteration++) {
        gac__box b = random_box();
        byte_set set = bytes_of(&b);
        uint64_t low = below(300), high = low + below(24), want = low;
        uint64_t first, end;
        while (want < high && !set.has[want])
            want++;
        bool met = gac__box_overlaps(NULL, &b, low, high, &first, &end);
        assert_int_equal(met, want < high);
        if (met)
            assert_true(end <= high && holds(&set, low, first, end));
    }
}

static void test_boxes(void **unused)
{
    (void)unused;
    int n_met = 0, n_apart = 0;
    for (int iteration = 0; iteration < 20000; iteration++) {
        gac__box a = random_box(), b = random_box();
        byte_set x = bytes_of(&a), y = bytes_of(&b);
        uint64_t first, end, shared = 0;
        for (uint64_t k = 0; k < SPACE; k++)
            shared += x.has[k] &= y.has[k];
        bool met = gac__boxes_overlap(NULL, &a, &b, &first, &end);
        assert_int_equal(met, shared != 0);
        n_met += met;
        n_apart += !met;
        if (met)
            assert_true(holds(&x, 0, first, end));
    }
    assert_true(n_met > 1000 && n_apart > 1000);
}

/* The same bytes, in lines that do not touch. */
static void test_joined(void **unused)
{
    (void)unused;
    for (int iteration = 0; iteration < 20000; iteration++) {
        gac__box a = random_box(), b = gac__box_joined(&a);
        byte_set x = bytes_of(&a), y = bytes_of(&b);
        assert_memory_equal(&x, &y, sizeof x);
        assert_true(b.lines * b.planes <= a.lines * a.planes);
        assert_true(b.lines == 1 || b.line_pitch > b.line_bytes);
        assert_true(b.planes == 1 || b.lines > 1);
    }
}

/* Lines of two copies that interleave. */
static void test_interleaved(void **unused)
{
    (void)unused;
    uint64_t first, end;
    gac__box even = {1, 0, 16, 1000, 1, 32, 0, false};
    gac__box odd = {1, 16, 16, 1000, 1, 32, 0, false};
    gac__box late = {1, 31, 2, 1000, 1, 32, 0, false};
    assert_false(gac__boxes_overlap(NULL, &even, &odd, &first, &end));
    assert_true(gac__boxes_overlap(NULL, &late, &even, &first, &end));
    assert_int_equal(first, 32);
    assert_int_equal(end, 33);
}

static void test_element(void **unused)
{
    (void)unused;
    for (int iteration = 0; iteration < 2000; iteration++) {
        gac__box b = random_box();
        uint64_t p = below(b.planes), l = below(b.lines);
        uint64_t k = below(b.line_bytes), size = 1 + below(4);
        gac__fault f = {0};
        gac__box_element(
            &b, size, b.start + p * b.plane_pitch + l * b.line_pitch + k, &f);
        assert_true(f.has_element);
        assert_int_equal(f.plane, p);
        assert_int_equal(f.line, l);
        assert_int_equal(f.element, k / size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_end),         cmocka_unit_test(test_interval),
        cmocka_unit_test(test_boxes),       cmocka_unit_test(test_joined),
        cmocka_unit_test(test_interleaved), cmocka_unit_test(test_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
