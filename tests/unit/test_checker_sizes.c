/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The checker with sizes that few kernels have: local memory of gigabytes, and
 * as many buffers as there may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "check/accesses.h"

#define GIB ((uint64_t)1 << 30)
#define LANES 64u

static gac__cell_arena arena;

static gac_result create(const gac_allocator *allocator,
                         gac__check_buffer *buffers, uint32_t n,
                         gac__checker **checker_out)
{
    static const gac__ir ir = {0};
    gac__check_config config = {.allocator = allocator,
                                .ir = &ir,
                                .kernel = "k",
                                .buffers = buffers,
                                .n_buffers = n,
                                .groups = {1, 1, 1},
                                .max_items = LANES,
                                .sub_group_size = LANES,
                                .width = LANES,
                                .n_strips = 1,
                                .isa = GAC__ISA_BASELINE,
                                .most_bytes = UINT64_MAX,
                                .arena = &arena};
    for (uint32_t k = 0; k < n; k++)
        buffers[k].argument = UINT32_MAX;
    return gac__checker_create(&config, checker_out);
}

static gac__checker *make(gac__check_buffer *buffers, uint32_t n)
{
    gac__checker *c;
    assert_int_equal(create(&gac__malloc_allocator, buffers, n, &c), GAC_OK);
    return c;
}

/* Two work-items read what is more than 2^31 bytes apart, before another one
 * writes what the second one has read. */
static void far_apart(const uint64_t offset[2])
{
    gac__check_buffer b[2] = {
        [1] = {3 * GIB, GAC_MEMORY_LOCAL, true, true, .name = "a"}};
    gac__checker *c = make(b, 2);
    gac__check_group_begin(c, 0, (const uint64_t[3]){LANES, 1, 1}, LANES);
    gac__check_lanes read = {.buffer = 1,
                             .size = 4,
                             .end = 2,
                             .offset = offset,
                             .affine = true,
                             .step = (int64_t)(offset[1] - offset[0])};
    gac__check_lanes write = {.buffer = 1,
                              .size = 4,
                              .first_item = 5,
                              .end = 1,
                              .offset = offset + 1,
                              .affine = true,
                              .step = 4};
    gac__check_read(c, &read, false, NULL, false);
    gac__check_write(c, &write, NULL, false, 0);
    assert_int_equal(c->findings.n, 1);
    const gac__fault *f = &c->findings.items[0].fault;
    assert_int_equal(f->rule, GAC__RULE_data_race);
    assert_int_equal(f->item, 5);
    assert_int_equal(f->other_item, 1);
    assert_int_equal(f->bytes.first, offset[1]);
    assert_int_equal(f->bytes.n, 4);
    gac__checker_destroy(c);
}

static void test_far_apart(void **unused)
{
    (void)unused;
    far_apart((const uint64_t[2]){4096, 2 * GIB + 8192});
    far_apart((const uint64_t[2]){2 * GIB + 8192, 4096});
}

/* -- buffers of global memory ---------------------------------------------- */

/* Which share a shadow map: those that share bytes, by way of others, too. */
static void test_shadow_maps(void **unused)
{
    static const struct {
        uintptr_t host;
        uint64_t size;
        uint32_t like; /* the first one with its shadow map */
    } cases[] = {
        {0, 0, 0},      {1000, 100, 1}, {3000, 100, 2}, {1050, 100, 1},
        {3000, 0, 4},   {1150, 50, 5},  {1140, 10, 1},  {3050, 0, 2},
        {2000, 500, 8}, {900, 100, 9},  {2499, 1, 8},   {3099, 1000, 2},
    };
    gac__check_buffer b[GAC__COUNT_OF(cases)] = {0};
    (void)unused;
    for (uint32_t k = 1; k < GAC__COUNT_OF(cases); k++)
        b[k] = (gac__check_buffer){.size = cases[k].size,
                                   .kind = k % 3 ? GAC_MEMORY_GLOBAL
                                                 : GAC_MEMORY_CONSTANT,
                                   .host = cases[k].host,
                                   .written = k == 10,
                                   .read = k == 11};
    gac__checker *c = make(b, GAC__COUNT_OF(cases));
    for (uint32_t k = 1; k < GAC__COUNT_OF(cases); k++)
        for (uint32_t j = 1; j < GAC__COUNT_OF(cases); j++) {
            assert_int_equal(gac__check_same_memory(c, j, k),
                             cases[j].like == cases[k].like);
            if (cases[j].like == cases[k].like)
                assert_int_equal(c->buffers[j].delta - c->buffers[k].delta,
                                 cases[j].host - cases[k].host);
        }
    assert_non_null(gac__shadow_map_of(c, 8)->chunks);
    assert_int_equal(gac__shadow_map_of(c, 2)->size, 4099 - 3000 / 64 * 64);
    gac__checker_destroy(c);
}

/* Processor time to make shadow maps for n buffers. */
static double seconds_for(uint32_t n)
{
    gac__check_buffer *b = calloc(n, sizeof *b);
    assert_non_null(b);
    for (uint32_t k = 1; k < n; k++)
        b[k] = (gac__check_buffer){.size = 64,
                                   .kind = GAC_MEMORY_GLOBAL,
                                   .host = (uintptr_t)(n - k) * 128,
                                   .written = true};
    clock_t start = clock();
    gac__checker_destroy(make(b, n));
    free(b);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void read_or_write(gac__checker *c, uint32_t site, bool write,
                          bool guess)
{
    static const uint64_t offset[1] = {0};
    gac__check_lanes l = {
        .site = site, .buffer = 1, .size = 4, .end = 1, .offset = offset};
    if (write)
        gac__check_write(c, &l, NULL, false, 0);
    else
        gac__check_read(c, &l, guess, NULL, false);
}

/* A read that may be an atomic's, of what an earlier group has read: who writes
 * it next in the group has not met that one. */
static void test_earlier_readers(void **unused)
{
    (void)unused;
    gac__check_buffer b[2] = {
        [1] = {64, GAC_MEMORY_GLOBAL, true, true, .host = 64, .name = "a"}};
    gac__checker *c = make(b, 2);
    const uint64_t size[3] = {LANES, 1, 1};
    gac__check_group_begin(c, 0, size, LANES);
    read_or_write(c, 0, false, false);
    gac__check_group_end(c);
    gac__check_group_begin(c, 1, size, LANES);
    read_or_write(c, 0, false, true);
    assert_int_equal(c->findings.n, 0);
    read_or_write(c, 0, true, false);
    assert_int_equal(c->findings.n, 1);
    assert_int_equal(c->findings.items[0].fault.rule, GAC__RULE_group_race);
    gac__checker_destroy(c);
}

/* A group that only copies has something to release. */
static void test_released_copies(void **unused)
{
    (void)unused;
    enum { DATA = 1, FLAG, TILE };
    static const uint64_t offset[1] = {0};
    gac__check_buffer b[] = {
        [DATA] = {64, GAC_MEMORY_GLOBAL, true, true, .host = 64, .name = "a"},
        [FLAG] = {4, GAC_MEMORY_GLOBAL, true, true, .host = 256, .name = "b"},
        [TILE] = {64, GAC_MEMORY_LOCAL, true, true, .name = "c"}};
    gac__checker *c = make(b, GAC__COUNT_OF(b));
    const uint64_t size[3] = {LANES, 1, 1};
    gac__check_lanes flag = {
        .buffer = FLAG, .size = 4, .end = 1, .offset = offset};
    gac__check_copy copy = {.element_bytes = 4,
                            .dst = {DATA, 0, 64, 1, 1, 0, 0, 0},
                            .src = {TILE, 0, 64, 1, 1, 0, 0, 0}};
    gac__check_atomic_use store = {.writes = true,
                                   .order =
                                       GAC__ORDER_RELEASE | GAC__ORDER_WIDE,
                                   .replaces = true};
    gac__check_atomic_use load = {
        .reads = true, .order = GAC__ORDER_ACQUIRE | GAC__ORDER_WIDE};
    gac__check_group_begin(c, 0, size, LANES);
    gac__check_copy_start(c, &copy, 1);
    gac__check_event_done(c, 1, 0);
    gac__check_waited(c);
    gac__check_barrier(c, SpvMemorySemanticsCrossWorkgroupMemoryMask);
    gac__check_atomic(c, &flag, &store, NULL);
    gac__check_group_end(c);
    gac__check_group_begin(c, 1, size, LANES);
    gac__check_atomic(c, &flag, &load, NULL);
    read_or_write(c, 0, false, false);
    assert_int_equal(c->findings.n, 0);
    gac__checker_destroy(c);
}

/* Epochs that no cell tells of are given up before there are very many. */
static void test_many_epochs(void **unused)
{
    (void)unused;
    gac__check_buffer b[2] = {
        [1] = {64, GAC_MEMORY_GLOBAL, true, true, .host = 64, .name = "a"}};
    gac__checker *c = make(b, 2);
    gac__check_group_begin(c, 0, (const uint64_t[3]){LANES, 1, 1}, LANES);
    for (uint32_t k = 0; k < 1000000; k++) {
        read_or_write(c, 0, true, false);
        gac__check_barrier(c, SpvMemorySemanticsCrossWorkgroupMemoryMask);
    }
    assert_int_equal(c->status, GAC_OK);
    assert_int_equal(c->findings.n, 0);
    assert_true(c->epochs.rows.n < 300000);
    gac__checker_destroy(c);
}

static void *no_memory(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old;
    (void)old_size;
    (void)new_size;
    return NULL;
}

/* Nothing is said where memory is out when epochs are numbered anew. */
static void test_no_memory(void **unused)
{
    (void)unused;
    gac__check_buffer b[2] = {
        [1] = {64, GAC_MEMORY_GLOBAL, true, true, .host = 64, .name = "a"}};
    gac__checker *c = make(b, 2);
    gac_allocator none = {no_memory, NULL};
    const gac_allocator *own = c->config.allocator;
    gac__check_group_begin(c, 0, (const uint64_t[3]){LANES, 1, 1}, LANES);
    c->config.allocator = &none;
    gac__epochs_renumber(c);
    c->config.allocator = own;
    assert_int_equal(c->status, GAC_ERR_MEMORY);
    gac__checker_destroy(c);
}

static uint32_t n_left; /* allocations before memory is out */

static void *resize_at_most(void *user, void *old, size_t old_size,
                            size_t new_size)
{
    if (new_size && !n_left)
        return NULL;
    n_left -= new_size != 0;
    return gac__malloc_allocator.resize(user, old, old_size, new_size);
}

/* There is a checker of many buffers, with all its parts, or there is none. */
static void test_create_memory(void **unused)
{
    (void)unused;
    enum { N = 10000 };
    static gac__check_buffer b[N];
    gac_allocator own = {resize_at_most, gac__malloc_allocator.user};
    gac_result result = GAC_ERR_MEMORY;
    uint32_t n = 0;
    for (uint32_t k = 1; k < N; k++)
        b[k] = (gac__check_buffer){.size = 4, .kind = GAC_MEMORY_LOCAL};
    for (; result != GAC_OK; n++) {
        gac__checker *c = NULL;
        n_left = n;
        result = create(&own, b, N, &c);
        assert_int_equal(c != NULL, result == GAC_OK);
        assert_true(result == GAC_OK || result == GAC_ERR_MEMORY);
        assert_true(!c || (c->maps && c->n_maps == N));
        gac__checker_destroy(c);
        gac__cell_arena_free(&arena);
    }
    assert_true(n > 4);
}

#define HUGE ((size_t)2 << 20)

/* Memory that begins a few bytes in front of a huge page. */
static void *resize_in_front(void *user, void *old, size_t old_size,
                             size_t new_size)
{
    (void)user;
    (void)old_size;
    if (old)
        free((uint8_t *)old - (HUGE - 16));
    if (!new_size)
        return NULL;
    uint8_t *p = aligned_alloc(HUGE, (new_size + 2 * HUGE - 1) / HUGE * HUGE);
    return p ? p + HUGE - 16 : NULL;
}

static void test_arena(void **unused)
{
    (void)unused;
    enum { PIECE = 32768, PIECES = 300 };
    static uint8_t *pieces[PIECES];
    const gac_allocator allocator = {resize_in_front, NULL};
    gac__cell_arena own = {.allocator = &allocator};
    for (uint32_t iteration = 0; iteration < 2; iteration++) {
        for (uint32_t k = 0; k < PIECES; k++) {
            pieces[k] = gac__cells_alloc(&own, PIECE);
            assert_non_null(pieces[k]);
            for (uint32_t i = 0; i < PIECE; i++)
                assert_int_equal(pieces[k][i], 0);
            memset(pieces[k], (int)(k % 255) + 1, PIECE);
        }
        for (uint32_t k = 0; k < PIECES; k++)
            for (uint32_t i = 0; i < PIECE; i++)
                assert_int_equal(pieces[k][i], k % 255 + 1);
        gac__cell_arena_reset(&own);
    }
    gac__cell_arena_free(&own);
}

/* Smaller granules take the larger ones' place: eight bytes a byte, whatever
 * was there before, and none once the checker is gone. */
static void test_refined(void **unused)
{
    (void)unused;
    gac__check_buffer b[2] = {[1] = {2 * GAC__CHUNK_BYTES, GAC_MEMORY_LOCAL,
                                     true, true, .name = "a"}};
    gac__checker *c = make(b, 2);
    gac__shadow_map *p = gac__shadow_map_of(c, 1);
    uint64_t before = c->shadow_bytes;
    assert_true(gac__chunk_open(c, p, 0, 2));
    assert_int_equal(c->shadow_bytes - before, 2 * GAC__CHUNK_BYTES);
    p->chunks[0].cells[1] = 7;
    assert_true(gac__chunk_open(c, p, 0, 0));
    assert_int_equal(c->shadow_bytes - before, 8 * GAC__CHUNK_BYTES);
    for (uint32_t k = 0; k < 12; k++)
        assert_int_equal(p->chunks[0].cells[k], k >= 4 && k < 8 ? 7 : 0);
    gac__checker_destroy(c);
    gac__cell_arena_free(&arena);
}

/* 16 times as many may take ten times 16 times as long, where what is quadratic
 * takes 256 times. */
static void test_many_buffers(void **unused)
{
    (void)unused;
    double few = seconds_for(4096);
    for (uint32_t k = 0; k < 4; k++) {
        double again = seconds_for(4096);
        few = GAC__MIN(few, again);
    }
    assert_true(seconds_for(16 * 4096) < 160 * few + 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_apart),
        cmocka_unit_test(test_shadow_maps),
        cmocka_unit_test(test_refined),
        cmocka_unit_test(test_released_copies),
        cmocka_unit_test(test_many_epochs),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_create_memory),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_earlier_readers),
        cmocka_unit_test(test_many_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
