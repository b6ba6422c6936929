/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The checker's work on large buffers and many lines looks at the watch: looks
 * are counted (by a function of the linker's), not time. What is to take n
 * steps looks at least once in STEPS of them; when a look says stop, the work
 * ends, and nothing that it finds is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/check_internal.h"

#define STEPS 65536u /* between two looks, as the watch gives them */
#define FEW 32u      /* looks of work that is being left */
#define MIB ((uint64_t)1 << 20)
#define LANES 64u

static uint64_t n_looks, stop_at; /* stop_at 0: never */

bool __wrap_gac__watch_look(gac__watch *w);
bool __wrap_gac__watch_look(gac__watch *w)
{
    n_looks++;
    w->result = stop_at && n_looks >= stop_at ? GAC_ERR_CANCELLED : GAC_OK;
    w->left = w->result == GAC_OK ? STEPS : 0;
    return w->left != 0;
}

/* -- a checker ------------------------------------------------------------- */

enum { NONE, GLOBAL, OTHER, LOCAL, PADDED, PRIVATE, N_BUFFERS };
#define SIZE (8 * MIB) /* of buffers */

static const uint8_t padding[2] = {0xf0, 0}; /* of 16 bytes */

static gac__checker *make(gac__watch *watch)
{
    static const gac__ir ir = {0};
    gac__check_buffer b[N_BUFFERS] = {
        [GLOBAL] = {SIZE, GAC_MEMORY_GLOBAL, true, true, true, SIZE,
                    .name = "a"},
        [OTHER] = {SIZE, GAC_MEMORY_GLOBAL, true, true, false, 3 * SIZE,
                   .name = "b"},
        [LOCAL] = {SIZE, GAC_MEMORY_LOCAL, true, true, true, .name = "c"},
        [PADDED] = {SIZE, GAC_MEMORY_LOCAL, true, true, true, .name = "d",
                    .padding = padding, .element_bytes = 16},
        [PRIVATE] = {SIZE, GAC_MEMORY_PRIVATE, true, true, true, .name = "e",
                     .lane_bytes = SIZE / LANES, .lane_stride = SIZE / LANES},
    };
    for (uint32_t k = 0; k < N_BUFFERS; k++)
        b[k].argument = UINT32_MAX;
    gac__check_config config = {.allocator = &gac__malloc_allocator,
                                .ir = &ir,
                                .kernel = "k",
                                .buffers = b,
                                .n_buffers = N_BUFFERS,
                                .groups = {1, 1, 1},
                                .max_items = LANES,
                                .sub_group_size = LANES,
                                .width = LANES,
                                .n_strips = 1,
                                .isa = GAC__ISA_BASELINE,
                                .watch = watch};
    gac__checker *c;
    gac_result result = gac__checker_create(&config, &c);
    assert_int_equal(result, gac__watch_result(watch));
    assert_int_equal(c == NULL, result != GAC_OK);
    return c;
}

static void begin(gac__checker *c)
{
    gac__check_group_begin(c, 0, (const uint64_t[3]){LANES, 1, 1}, LANES);
}

/* -- kinds of work --------------------------------------------------------- */

static gac__box line(uint32_t buffer, uint64_t bytes)
{
    return (gac__box){buffer, 0, bytes, 1, 1, 0, 0};
}

/* Every second byte, each a line. */
static gac__box dots(uint32_t buffer)
{
    return (gac__box){buffer, 0, 1, SIZE / 8, 1, 2, 0};
}

static void copy(gac__checker *c, gac__box dst, gac__box src)
{
    gac__check_copy_start(
        c, &(gac__check_copy){.element_bytes = 1, .dst = dst, .src = src}, 1);
}

static void copy_line(gac__checker *c)
{
    copy(c, line(LOCAL, SIZE), line(OTHER, SIZE));
}

static void copy_dots(gac__checker *c)
{
    copy(c, dots(LOCAL), dots(OTHER));
}

static void copy_out(gac__checker *c)
{
    copy(c, dots(OTHER), dots(LOCAL));
}

static void copy_undefined(gac__checker *c)
{
    copy(c, line(LOCAL, SIZE), line(GLOBAL, SIZE));
}

static void copy_lines(gac__checker *c)
{
    gac__check_lines_start(c,
                           &(gac__check_copy){.element_bytes = 1,
                                              .dst = dots(LOCAL),
                                              .src = dots(OTHER)},
                           1);
}

static void lose(gac__checker *c)
{
    for (uint32_t k = 0; k < 16; k++)
        gac__check_copy_is_lost(c, LOCAL);
}

/* One byte is written of a buffer of which others are not, and read. */
static void access(gac__checker *c, uint32_t n)
{
    uint64_t offset[LANES];
    uint8_t shadow[LANES];
    gac__check_lanes l = {.buffer = LOCAL,
                          .size = 4,
                          .end = LANES,
                          .offset = offset,
                          .affine = true,
                          .step = 4};
    for (uint32_t k = 0; k < LANES; k++)
        offset[k] = 4 * k;
    while (n-- && gac__watch_result(c->watch) == GAC_OK) {
        gac__check_write(c, &l, NULL, false, 0);
        gac__check_read(c, &l, false, shadow, false);
    }
}

static void accesses(gac__checker *c)
{
    access(c, 2 * STEPS / LANES);
}

/* Only the last word is undefined: each load looks for it. */
static void search(gac__checker *c)
{
    gac__plane *p = gac__plane_of(c, LOCAL);
    memset(p->undefined, 0, SIZE / 4 - 1);
    access(c, 16);
}

static void forget(gac__checker *c)
{
    for (uint32_t k = 0; k < 4; k++)
        gac__check_forget(c, &(gac__check_lanes){.buffer = PRIVATE,
                                                 .size = SIZE / LANES,
                                                 .end = LANES});
}

/* All ticks have passed: cells get others. */
static void sweep(gac__checker *c)
{
    copy_out(c);
    uint64_t before = n_looks;
    gac__planes_sweep(c, false);
    assert_true(stop_at
                || n_looks > before + SIZE / 4 / GAC__CHUNK_BYTES / 1024);
}

static void begin_again(gac__checker *c)
{
    for (uint32_t k = 0; k < 4; k++)
        begin(c);
}

/* Planes that lie within each other, as two combs. */
static void combs(gac__checker *c)
{
    uint64_t first, n;
    gac__box a = {GLOBAL, 0, 1, 2, 4096, SIZE / 2, 2};
    gac__box b = {GLOBAL, 1, 1, 2, 4096, SIZE / 2, 2};
    assert_false(gac__boxes_meet(c->watch, &a, &b, &first, &n));
}

typedef struct work {
    const char *name;
    void (*run)(gac__checker *c);
    uint64_t steps; /* that it is to take at least */
} work;

static const work works[] = {
    {"a copy of one line", copy_line, SIZE / 4},
    {"a copy of many lines", copy_dots, SIZE / 8},
    {"a copy of many lines to global memory", copy_out, SIZE / 8},
    {"a copy of undefined bytes", copy_undefined, SIZE},
    {"many copies of a line", copy_lines, SIZE / 8},
    {"copies that differ", lose, SIZE / 4 / 64 * 16},
    {"accesses", accesses, 4 * STEPS},
    {"searches for undefined words", search, SIZE / 4 / 64 * 16},
    {"private variables that are forgotten", forget, SIZE / 16 * 4},
    {"new ticks", sweep, SIZE / 4 / GAC__CHUNK_BYTES},
    {"groups", begin_again, SIZE / 4 / 64 * 3 * 4},
    {"combs", combs, (uint64_t)4096 * 4096 / 4},
};

static void test_looks(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < GAC__COUNT_OF(works); k++) {
        gac__watch watch = {0};
        stop_at = 0;
        gac__checker *c = make(&watch);
        begin(c);
        n_looks = 0;
        works[k].run(c);
        if (n_looks < works[k].steps / STEPS)
            fail_msg("%s: %llu looks only", works[k].name,
                     (unsigned long long)n_looks);
        gac__checker_destroy(c);
    }
}

static void test_stops(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < GAC__COUNT_OF(works); k++) {
        gac__watch watch = {0};
        uint64_t steps = 0, budget = 1;
        stop_at = 0;
        gac__checker *c = make(&watch);
        gac__checker_limit(c, &steps, &budget);
        begin(c);
        n_looks = 0;
        stop_at = 2;
        works[k].run(c);
        if (n_looks < stop_at || n_looks > stop_at + FEW)
            fail_msg("%s: %llu looks", works[k].name,
                     (unsigned long long)n_looks);
        assert_int_equal(c->findings.n, 0);
        assert_int_equal(watch.result, GAC_ERR_CANCELLED);
        if (works[k].run != combs)
            assert_int_equal(budget, 0);
        gac__checker_destroy(c);
    }
}

/* A checker is made in steps, too: of each padded byte. */
static void test_create(void **unused)
{
    (void)unused;
    gac__watch watch = {0};
    stop_at = n_looks = 0;
    gac__checker_destroy(make(&watch));
    assert_true(n_looks >= SIZE / STEPS);
    watch = (gac__watch){0};
    n_looks = 0;
    stop_at = 2;
    assert_null(make(&watch));
    assert_true(n_looks <= stop_at + FEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_create),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
