/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loops in block order: how far lanes of one may part, and other ways in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/ir/ir_flow.h"

#define MOST_BLOCKS 8

/* A graph by its edges; only predecessors count. */
static void find(gac__arena *arena, uint32_t n_blocks,
                 const uint8_t (*edges)[2], size_t n_edges, gac__loops *out)
{
    static uint32_t preds[MOST_BLOCKS][MOST_BLOCKS];
    static gac__ir_block blocks[MOST_BLOCKS];
    static gac__ir ir;
    memset(blocks, 0, sizeof blocks);
    for (size_t e = 0; e < n_edges; e++) {
        gac__ir_block *to = &blocks[edges[e][1]];
        preds[edges[e][1]][to->n_preds++] = edges[e][0];
    }
    for (uint32_t b = 0; b < n_blocks; b++)
        blocks[b].preds = preds[b];
    ir = (gac__ir){.blocks = blocks, .n_blocks = n_blocks};
    assert_int_equal(gac__loops_find(&ir, arena, out), GAC_OK);
}

static void expect(const gac__loops *found, uint32_t n, const gac__loop *want)
{
    assert_int_equal(found->n_loops, n);
    for (uint32_t k = 0; k < n; k++) {
        assert_int_equal(found->loops[k].head, want[k].head);
        assert_int_equal(found->loops[k].last, want[k].last);
        assert_int_equal(found->loops[k].end, want[k].end);
        assert_int_equal(found->loops[k].mixed, want[k].mixed);
        assert_int_equal(found->loops[k].innermost, want[k].innermost);
    }
}

#define CHECK(n_blocks, n, edges, ...)                                         \
    do {                                                                       \
        gac__arena arena;                                                      \
        gac__loops found;                                                      \
        gac__arena_init(&arena, &gac__malloc_allocator);                       \
        find(&arena, n_blocks, edges, GAC__COUNT_OF(edges), &found);           \
        expect(&found, n, (const gac__loop[]){__VA_ARGS__});                   \
        gac__arena_free(&arena);                                               \
    } while (0)

static void plain_loops(void **state)
{
    static const uint8_t none[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    static const uint8_t one[][2] = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
    static const uint8_t self[][2] = {{0, 1}, {1, 1}, {1, 2}};
    (void)state;
    CHECK(4, 0, none, {0});
    CHECK(4, 1, one, {1, 2, 2, false, true});
    CHECK(3, 1, self, {1, 1, 1, false, true});
}

/* Inner loops come first; siblings do not reach into each other. */
static void nested_loops(void **state)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 4},
                                       {4, 3}, {4, 5}, {5, 1}, {5, 6}};
    (void)state;
    CHECK(7, 3, edges, {3, 4, 4, false, true}, {2, 2, 2, false, true},
          {1, 5, 5, false, false});
}

/* From the inner loop's middle to the next iteration of the outer one: the
 * inner loop's tail, where lanes may part, belongs to both. */
static void inner_loop_ends_behind(void **state)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4},
                                       {4, 1}, {4, 5}, {5, 3}, {5, 6}};
    (void)state;
    CHECK(7, 2, edges, {3, 5, 5, false, true}, {1, 4, 5, false, false});
}

static void two_ways_in(void **state)
{
    static const uint8_t edges[][2] = {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}};
    static const uint8_t tail[][2] = {{0, 1}, {0, 4}, {1, 2}, {2, 3},
                                      {3, 1}, {3, 4}, {4, 2}, {4, 5}};
    (void)state;
    CHECK(4, 1, edges, {1, 2, 2, true, true});
    CHECK(6, 2, tail, {2, 4, 4, true, true}, {1, 3, 4, true, false});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_loops),
        cmocka_unit_test(nested_loops),
        cmocka_unit_test(inner_loop_ends_behind),
        cmocka_unit_test(two_ways_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
