/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Pools: tables grow, stay, and go to the outer allocator when room is short.
 */
#include "support/support.h"

#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

/* -- an outer allocator that counts, and refuses on request ---------------- */

typedef struct outer {
    size_t live_bytes;
    bool refuses;
} outer;

static void *outer_resize(void *user, void *old, size_t old_size,
                          size_t new_size)
{
    outer *o = user;
    if (new_size != 0 && o->refuses)
        return NULL;
    o->live_bytes += new_size - (old ? old_size : 0);
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    void *memory = realloc(old, new_size);
    assert_non_null(memory);
    if (!old) /* so that nothing relies on zeroes */
        memset(memory, 0xA5, new_size);
    return memory;
}

typedef GAC__VEC(uint32_t) words;

static void push(const gac_allocator *a, words *w, uint32_t n)
{
    for (uint32_t i = (uint32_t)w->n; i < n; i++)
        assert_true(GAC__VEC_PUSH(a, w, i * 3));
}

static void check(const words *w, uint32_t n)
{
    assert_int_equal(w->n, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(w->items[i], i * 3);
}

/* Two that grow by turns keep what they hold, in the pool and past its end. */
static void tables_grow(void **state)
{
    outer o = {0};
    gac_allocator a = {outer_resize, &o};
    gac__pool pool;
    words x = {0}, y = {0};
    (void)state;
    gac__pool_open(&pool, &a, 1024);
    for (uint32_t n = 1; n < 2000; n = n * 3 / 2 + 1) {
        push(&pool.allocator, &x, n);
        push(&pool.allocator, &y, n + 5);
        check(&x, n);
        check(&y, n + 5);
    }
    GAC__VEC_FREE(&pool.allocator, &x);
    GAC__VEC_FREE(&pool.allocator, &y);
    gac__pool_close(&pool);
    assert_int_equal(o.live_bytes, 0);
}

/* What was freed last is taken again; zeroed memory is, wherever it was. */
static void memory_is_zeroed(void **state)
{
    outer o = {0};
    gac_allocator a = {outer_resize, &o};
    gac__pool pool;
    (void)state;
    gac__pool_open(&pool, &a, 256);
    for (int iteration = 0; iteration < 40; iteration++) {
        unsigned char *p = gac__alloc_zero(&pool.allocator, 100, 1);
        unsigned char *q = gac__alloc_zero(&pool.allocator, 200, 1);
        assert_non_null(p);
        assert_non_null(q);
        for (int i = 0; i < 200; i++)
            assert_int_equal((i < 100 ? p[i] : 0) | q[i], 0);
        memset(p, 0xFF, 100);
        memset(q, 0xFF, 200);
        gac__free(&pool.allocator, q, 200, 1);
        gac__free(&pool.allocator, p, 100, 1);
    }
    gac__pool_close(&pool);
    assert_int_equal(o.live_bytes, 0);
}

/* Without memory from outside, what is in the pool stays as it is. */
static void room_is_short(void **state)
{
    outer o = {0};
    gac_allocator a = {outer_resize, &o};
    gac__pool pool;
    words w = {0};
    (void)state;
    gac__pool_open(&pool, &a, 512);
    push(&pool.allocator, &w, 10);
    o.refuses = true;
    uint32_t n = 10;
    while (n < 500 && GAC__VEC_PUSH(&pool.allocator, &w, n * 3))
        n++;
    assert_true(n < 500);
    check(&w, n);
    GAC__VEC_FREE(&pool.allocator, &w);
    gac__pool_close(&pool);
    gac__pool_open(&pool, &a, 512); /* none at all */
    assert_null(gac__alloc_zero(&pool.allocator, 1, 1));
    gac__pool_close(&pool);
    assert_int_equal(o.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_grow),
        cmocka_unit_test(memory_is_zeroed),
        cmocka_unit_test(room_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
