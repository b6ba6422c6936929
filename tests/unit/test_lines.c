/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The index of lines of copies in flight against a search of all their bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/flights.h"

#define SPACE 4096u
#define FLIGHTS 400u /* more than are looked at one by one */

static uint64_t state = 1;

static uint32_t below(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

/* Lines and planes may overlap, or be in each other. */
static gac__box random_box(void)
{
    gac__box b = {.line_bytes = 1 + below(8),
                  .lines = 1 + below(6),
                  .planes = 1 + below(3),
                  .line_pitch = 1 + below(100),
                  .plane_pitch = 1 + below(300)};
    b.start = below(SPACE - gac__box_end(&b));
    return b;
}

static bool has(const gac__box *b, uint64_t low, uint64_t high)
{
    for (uint64_t p = 0; p < b->planes; p++)
        for (uint64_t l = 0; l < b->lines; l++) {
            uint64_t at = b->start + p * b->plane_pitch + l * b->line_pitch;
            if (at < high && at + b->line_bytes > low)
                return true;
        }
    return false;
}

static uint32_t search(const gac__flights *f, gac__side side, bool races,
                       uint64_t low, uint64_t high, uint32_t from, uint32_t end)
{
    for (uint32_t k = from; k < end; k++)
        if (f->items[k].n_copies && !(races && f->items[k].diverged)
            && has(&f->items[k].box[side], low, high))
            return k;
    return end;
}

static void add(gac__flights *f)
{
    gac__flight x = {.n_copies = 1,
                     .diverged = below(4) == 0,
                     .box = {random_box(), random_box()}};
    for (uint32_t side = 0; side < 2; side++)
        x.end[side] = gac__box_end(&x.box[side]);
    assert_true(GAC__VEC_PUSH(f->allocator, f, x));
}

/* Runs are sorted, and each is at least four times as long as the next. */
static void check_runs(const gac__lines *x)
{
    uint64_t longest = UINT64_MAX;
    for (uint32_t k = 0; k < x->n_runs; k++) {
        size_t end = k + 1 < x->n_runs ? x->run[k + 1] : x->n;
        assert_true(x->run[k] < end && end - x->run[k] <= longest);
        longest = (end - x->run[k]) / 4;
        for (size_t n = x->run[k] + 1; n < end; n++)
            assert_true(x->items[n - 1].low <= x->items[n].low);
    }
}

/* Looks while flights come and land. */
static void test_against_search(void **unused)
{
    (void)unused;
    uint32_t n_met = 0, n_unmet = 0;
    for (uint32_t iteration = 0; iteration < 20; iteration++) {
        gac__flights f = {.allocator = &gac__malloc_allocator};
        gac__lines_clear(&f);
        while (f.n < FLIGHTS) {
            add(&f);
            if (below(3) == 0)
                f.items[below(f.n)].n_copies = 0;
            assert_true(gac__lines_update(&f));
            check_runs(&f.lines);
            for (uint32_t k = 0; k < 20; k++) {
                uint64_t low = below(SPACE), high = low + 1 + below(6);
                uint32_t from = below(2) ? below(f.n) : 0;
                uint32_t end =
                    below(2) ? from + below(f.n - from + 1) : (uint32_t)f.n;
                gac__side side = below(2) ? GAC__DST : GAC__SRC;
                bool races = below(2);
                uint32_t want = search(&f, side, races, low, high, from, end);
                assert_int_equal(
                    gac__flights_first(&f, side, races, low, high, from, end),
                    want);
                n_met += want < end;
                n_unmet += want == end;
            }
        }
        assert_true(f.n_in_lines > FLIGHTS / 2 && f.n_wasted);
        GAC__VEC_FREE(f.allocator, &f.lines);
        GAC__VEC_FREE(f.allocator, &f);
    }
    assert_true(n_met > 10000 && n_unmet > 10000);
}

/* A few need no index. */
static void test_few(void **unused)
{
    (void)unused;
    gac__flights f = {.allocator = &gac__malloc_allocator};
    gac__lines_clear(&f);
    while (f.n < FLIGHTS) {
        add(&f);
        assert_true(gac__lines_update(&f));
        assert_true(f.n_in_lines ? f.n_in_lines <= f.n : f.n < 70);
    }
    GAC__VEC_FREE(f.allocator, &f.lines);
    GAC__VEC_FREE(f.allocator, &f);
}

static uint32_t n_left; /* allocations before memory is out */

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    const gac_allocator *a = user;
    if (new_size && !n_left)
        return NULL;
    n_left -= new_size != 0;
    return a->resize(a->user, old, old_size, new_size);
}

/* Where memory is out, nothing is in the index. */
static void test_memory(void **unused)
{
    (void)unused;
    gac_allocator own = gac__malloc_allocator, a = {resize, &own};
    gac__flights f = {.allocator = &a};
    gac__lines_clear(&f);
    n_left = UINT32_MAX;
    while (f.n < FLIGHTS)
        add(&f);
    uint32_t tries = 0;
    for (bool ok = false; !ok; tries++) {
        n_left = tries;
        GAC__VEC_FREE(&a, &f.lines);
        gac__lines_clear(&f);
        ok = gac__lines_update(&f);
        assert_true(ok ? f.n_in_lines > 0 : f.n_in_lines + f.lines.n == 0);
        assert_int_equal(
            gac__flights_first(&f, GAC__DST, false, 0, SPACE, 0, (uint32_t)f.n),
            0);
    }
    assert_true(tries > 4);
    GAC__VEC_FREE(&a, &f.lines);
    GAC__VEC_FREE(&a, &f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_search),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
