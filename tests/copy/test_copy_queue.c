/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Queues: when copies land, events, tiles, workers, and memory running out. */
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "copy_model.h"
#include "support/support.h"

#define SIZE 65536u
#define COPIES 24u

typedef struct fixture {
    gac_copy_worker *worker;
    gac_copy_queue *queue;
    unsigned char source[SIZE], got[SIZE], expected[SIZE];
} fixture;

static gac_copy_queue *queue_new(gac_copy_mode mode, gac_copy_worker *worker,
                                 uint64_t seed, size_t tile_bytes)
{
    gac_copy_queue_options o = {.size = sizeof o,
                                .mode = mode,
                                .worker = worker,
                                .seed = seed,
                                .tile_bytes = tile_bytes};
    gac_copy_queue *q;
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_OK);
    return q;
}

static void fixture_fill(fixture *f, dice *d)
{
    for (size_t i = 0; i < SIZE; i += 8) {
        uint64_t x = dice_next(d);
        memcpy(f->source + i, &x, 8);
    }
    memset(f->got, 0xEE, SIZE);
    memset(f->expected, 0xEE, SIZE);
}

/* A shape whose sides fit a slice of the arena. */
static gac_copy_shape shape_new(dice *d)
{
    gac_copy_shape s = {1 + roll(d, 9),
                        1 + roll(d, 9),
                        1 + roll(d, 8),
                        1 + roll(d, 3),
                        0,
                        0,
                        0,
                        0};
    s.src_line_length = s.elements_per_line + roll(d, 2);
    s.dst_line_length = s.elements_per_line + roll(d, 2);
    s.src_plane_area = s.src_line_length * s.lines;
    s.dst_plane_area = s.dst_line_length * s.lines;
    return s;
}

/* Several copies, some sharing an event; all right after all waits. */
static void run_copies(fixture *f, gac_copy_queue *q, dice *d)
{
    gac_copy_event events[COPIES];
    size_t n_events = 0, slice = SIZE / COPIES;
    fixture_fill(f, d);
    for (size_t i = 0; i < COPIES; i++) {
        gac_copy_desc desc = {shape_new(d), 0, 0};
        gac_copy_plan plan;
        gac_copy_event e =
            n_events && roll(d, 3) == 0 ? events[roll(d, n_events)] : 0;
        gac_copy_event before = e;
        model_copy(&desc, f->expected + i * slice, f->source + i * slice);
        assert_int_equal(gac_copy_plan_make(&plan, &desc.shape,
                                            roll(d, 2) ? GAC_COPY_FAR : 0),
                         GAC_OK);
        assert_int_equal(gac_copy_queue_start(q, &plan, f->got + i * slice,
                                              f->source + i * slice, &e),
                         GAC_OK);
        assert_true(e != 0);
        assert_true(before == 0 || e == before);
        if (before == 0)
            events[n_events++] = e;
        gac_copy_queue_step(q);
    }
    assert_int_equal(gac_copy_queue_events(q), n_events);
    size_t first = roll(d, n_events + 1);
    assert_int_equal(gac_copy_queue_wait(q, events, first), GAC_OK);
    for (size_t i = 0; i < n_events; i++) {
        gac_result r = gac_copy_queue_poll(q, events[i]);
        assert_true(i < first ? r == GAC_ERR_EVENT
                              : r == GAC_OK || r == GAC_ERR_BUSY);
    }
    assert_int_equal(gac_copy_queue_wait(q, events + first, n_events - first),
                     GAC_OK);
    assert_int_equal(gac_copy_queue_events(q), 0);
    assert_int_equal(gac_copy_queue_pending(q), 0);
    assert_memory_equal(f->got, f->expected, SIZE);
}

static void run_mode(gac_copy_mode mode, size_t tile_bytes)
{
    static fixture f;
    dice d = {4711 + (uint64_t)mode};
    gac_copy_worker *worker = NULL;
    if (mode == GAC_COPY_THREAD)
        assert_int_equal(gac_copy_worker_create(NULL, 2, &worker), GAC_OK);
    gac_copy_queue *q = queue_new(mode, worker, 42, tile_bytes);
    for (unsigned i = 0; i < 200; i++)
        run_copies(&f, q, &d);
    gac_copy_queue_destroy(q);
    gac_copy_worker_destroy(worker);
}

static void test_eager(void **state)
{
    (void)state;
    run_mode(GAC_COPY_EAGER, 0);
}
static void test_late(void **state)
{
    (void)state;
    run_mode(GAC_COPY_LATE, 0);
}
static void test_late_tiles(void **state)
{
    (void)state;
    run_mode(GAC_COPY_LATE, 33);
}
static void test_thread(void **state)
{
    (void)state;
    run_mode(GAC_COPY_THREAD, 0);
}
static void test_thread_tiles(void **state)
{
    (void)state;
    run_mode(GAC_COPY_THREAD, 40);
}
static void test_random(void **state)
{
    (void)state;
    run_mode(GAC_COPY_RANDOM, 0);
}
static void test_random_tiles(void **state)
{
    (void)state;
    run_mode(GAC_COPY_RANDOM, 7);
}

/* -- when it lands --------------------------------------------------------- */

static void start_run(gac_copy_queue *q, unsigned char *dst,
                      const unsigned char *src, size_t n, unsigned flags,
                      gac_copy_event *e)
{
    gac_copy_shape s = gac_copy_linear(1, n);
    gac_copy_plan plan;
    assert_int_equal(gac_copy_plan_make(&plan, &s, flags), GAC_OK);
    assert_int_equal(gac_copy_queue_start(q, &plan, dst, src, e), GAC_OK);
}

static void test_when_it_lands(void **state)
{
    (void)state;
    unsigned char from[64], to[64] = {0};
    memset(from, 7, sizeof from);
    gac_copy_event e = 0;
    gac_copy_queue *q = queue_new(GAC_COPY_EAGER, NULL, 0, 0);
    start_run(q, to, from, 64, 0, &e);
    assert_memory_equal(to, from, 64);
    assert_int_equal(gac_copy_queue_poll(q, e), GAC_OK);
    gac_copy_queue_destroy(q);

    memset(to, 0, sizeof to);
    q = queue_new(GAC_COPY_LATE, NULL, 0, 0);
    gac_copy_event first = 0, second = 0;
    start_run(q, to, from, 32, 0, &first);
    start_run(q, to + 32, from, 32, 0, &second);
    assert_int_equal(to[0] | to[32], 0);
    assert_int_equal(gac_copy_queue_poll(q, first), GAC_ERR_BUSY);
    assert_int_equal(gac_copy_queue_pending(q), 2);
    assert_int_equal(gac_copy_queue_wait(q, &second, 1), GAC_OK);
    assert_int_equal(to[0], 0);
    assert_memory_equal(to + 32, from, 32);
    gac_copy_queue_finish(q);
    assert_memory_equal(to, from, 32);
    assert_int_equal(gac_copy_queue_poll(q, first), GAC_OK);
    assert_int_equal(gac_copy_queue_wait(q, &first, 1), GAC_OK);
    gac_copy_queue_destroy(q);
}

/* The copy of a FAR plan waits in an eager queue; not more than 16 do. */
static void test_far(void **state)
{
    (void)state;
    static unsigned char from[64], to[40 * 64];
    gac_copy_queue *q = queue_new(GAC_COPY_EAGER, NULL, 0, 0);
    gac_copy_event e = 0;
    memset(from, 9, sizeof from);
    for (size_t i = 0; i < 40; i++)
        start_run(q, to + 64 * i, from, 64, GAC_COPY_FAR, &e);
    assert_int_equal(gac_copy_queue_pending(q), 16);
    assert_int_equal(to[23 * 64], 9);
    assert_int_equal(to[24 * 64], 0);
    assert_int_equal(gac_copy_queue_wait(q, &e, 1), GAC_OK);
    for (size_t i = 0; i < 40; i++)
        assert_memory_equal(to + 64 * i, from, 64);
    gac_copy_queue_destroy(q);
}

/* Random queues: the same seed, the same order; another, sooner or later
 * another. The order is what one sees half-way. */
static uint64_t half_way(uint64_t seed)
{
    static unsigned char from[4096], to[4096];
    memset(from, 1, sizeof from);
    memset(to, 0, sizeof to);
    gac_copy_queue *q = queue_new(GAC_COPY_RANDOM, NULL, seed, 64);
    gac_copy_event e = 0;
    start_run(q, to, from, sizeof to, 0, &e);
    for (int i = 0; i < 12; i++)
        gac_copy_queue_step(q);
    uint64_t landed = 0;
    for (size_t i = 0; i < 64; i++)
        landed |= (uint64_t)to[i * 64] << i;
    assert_int_equal(gac_copy_queue_wait(q, &e, 1), GAC_OK);
    assert_memory_equal(to, from, sizeof to);
    gac_copy_queue_destroy(q);
    return landed;
}

static void test_seeds(void **state)
{
    (void)state;
    uint64_t all = 0, first = half_way(1), different = 0;
    for (uint64_t seed = 1; seed < 40; seed++) {
        uint64_t landed = half_way(seed);
        assert_true(landed == half_way(seed));
        different += landed != first;
        all |= landed;
    }
    assert_true(different > 30);
    assert_true(all == UINT64_MAX);
    assert_true((first & (first + 1)) != 0); /* not just from the front */
}

/* -- events ---------------------------------------------------------------- */

static void test_bad_events(void **state)
{
    (void)state;
    unsigned char from[8] = "1234567", to[8];
    gac_copy_queue *q = queue_new(GAC_COPY_LATE, NULL, 0, 0);
    gac_copy_shape s = gac_copy_linear(1, 8);
    gac_copy_plan plan;
    gac_copy_plan_make(&plan, &s, 0);
    static const gac_copy_event bad[] = {1, 77, 0xFFFFFFFF, 0x00100001};
    for (size_t i = 0; i < GAC__COUNT_OF(bad); i++) {
        gac_copy_event e = bad[i];
        assert_int_equal(gac_copy_queue_start(q, &plan, to, from, &e),
                         GAC_ERR_EVENT);
        assert_int_equal(e, bad[i]);
        assert_int_equal(gac_copy_queue_poll(q, e), GAC_ERR_EVENT);
        assert_int_equal(gac_copy_queue_wait(q, &e, 1), GAC_ERR_EVENT);
    }
    /* A bad one among good ones: those are waited for. */
    gac_copy_event list[4] = {0, 5, 0, 0};
    start_run(q, to, from, 8, 0, &list[0]);
    list[2] = list[0];
    assert_int_equal(gac_copy_queue_wait(q, list, 4), GAC_ERR_EVENT);
    assert_memory_equal(to, from, 8);
    assert_int_equal(gac_copy_queue_poll(q, list[0]), GAC_ERR_EVENT);
    assert_int_equal(gac_copy_queue_wait(q, NULL, 0), GAC_OK);
    gac_copy_queue_destroy(q);
}

/* A handle stays bad when its event's memory belongs to a later one: it neither
 * waits for that one nor adds to it. */
static void test_old_handles(void **state)
{
    (void)state;
    unsigned char from[8] = "1234567", to[8] = {0};
    gac_copy_queue *q = queue_new(GAC_COPY_LATE, NULL, 0, 0);
    gac_copy_shape s = gac_copy_linear(1, 8);
    gac_copy_plan plan;
    gac_copy_event old = 0, young = 0;
    gac_copy_plan_make(&plan, &s, 0);
    start_run(q, to, from, 8, 0, &old);
    assert_int_equal(gac_copy_queue_wait(q, &old, 1), GAC_OK);
    memset(to, 0, sizeof to);
    start_run(q, to, from, 8, 0, &young);
    /* One event at a time: there is no other place that it could take. */
    assert_int_equal(gac_copy_queue_events(q), 1);
    assert_int_not_equal(old, young);
    gac_copy_event e = old;
    assert_int_equal(gac_copy_queue_start(q, &plan, to, from, &e),
                     GAC_ERR_EVENT);
    assert_int_equal(gac_copy_queue_poll(q, old), GAC_ERR_EVENT);
    assert_int_equal(gac_copy_queue_wait(q, &old, 1), GAC_ERR_EVENT);
    assert_int_equal(gac_copy_queue_pending(q), 1);
    assert_int_equal(to[0], 0);
    assert_int_equal(gac_copy_queue_wait(q, &young, 1), GAC_OK);
    assert_memory_equal(to, from, 8);
    gac_copy_queue_destroy(q);
}

static void test_empty_copies(void **state)
{
    (void)state;
    for (int mode = GAC_COPY_EAGER; mode <= GAC_COPY_RANDOM; mode++) {
        if (mode == GAC_COPY_THREAD)
            continue;
        gac_copy_queue *q = queue_new((gac_copy_mode)mode, NULL, 0, 0);
        gac_copy_event e = 0;
        start_run(q, NULL, NULL, 0, 0, &e);
        assert_true(e != 0);
        assert_int_equal(gac_copy_queue_poll(q, e), GAC_OK);
        assert_int_equal(gac_copy_queue_wait(q, &e, 1), GAC_OK);
        gac_copy_queue_destroy(q);
    }
}

#define N 3000

static void test_many_events(void **state)
{
    (void)state;
    static unsigned char from[N], to[N];
    static gac_copy_event events[N];
    gac_copy_queue *q = queue_new(GAC_COPY_LATE, NULL, 0, 0);
    for (int turn = 0; turn < 3; turn++) {
        memset(from, 1 + turn, N);
        for (size_t i = 0; i < N; i++) {
            events[i] = 0;
            start_run(q, to + i, from + i, 1, 0, &events[i]);
        }
        assert_int_equal(gac_copy_queue_pending(q), 1024);
        assert_int_equal(gac_copy_queue_wait(q, events, N), GAC_OK);
        assert_memory_equal(to, from, N);
    }
    gac_copy_queue_destroy(q);
}

static void test_reset(void **state)
{
    (void)state;
    unsigned char from[8] = "1234567", to[8] = {0};
    gac_copy_queue *q = queue_new(GAC_COPY_LATE, NULL, 0, 0);
    for (int i = 0; i < 100; i++) {
        gac_copy_event e = 0, other = 0;
        start_run(q, to, from, 8, 0, &e);
        start_run(q, to, from, 8, 0, &e);
        start_run(q, to, from, 8, 0, &other);
        gac_copy_queue_reset(q, 5);
        assert_int_equal(to[0], 0);
        assert_int_equal(gac_copy_queue_events(q), 0);
        assert_int_equal(gac_copy_queue_pending(q), 0);
        assert_int_equal(gac_copy_queue_poll(q, e), GAC_ERR_EVENT);
    }
    gac_copy_queue_destroy(q);
}

static void test_bad_options(void **state)
{
    (void)state;
    gac_copy_queue *q;
    gac_copy_worker *w;
    gac_copy_queue_options o = {.size = 3};
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_ERR_ARGUMENT);
    assert_null(q);
    o = (gac_copy_queue_options){.size = sizeof o, .mode = GAC_COPY_THREAD};
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_worker_create(NULL, 0, &w), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_queue_create(NULL, &q), GAC_OK);
    gac_copy_queue_destroy(q);
    gac_copy_queue_destroy(NULL);
    gac_copy_worker_destroy(NULL);
}

/* -- workers --------------------------------------------------------------- */

/* The linker puts these before the C library's: a thread gives up a mutex, or
 * sleeps on it, only while it has it. There is but one mutex here. */
static _Thread_local bool has_mutex;
static atomic_uint n_misused;

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __real_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    n_misused += has_mutex;
    has_mutex = true;
    return __real_pthread_mutex_lock(mutex);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    n_misused += !has_mutex;
    has_mutex = false;
    return __real_pthread_mutex_unlock(mutex);
}

int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    n_misused += !has_mutex;
    return __real_pthread_cond_wait(cond, mutex);
}

/* Two work-groups on two threads share a worker; copies are dropped, too. */
static void *group_main(void *argument)
{
    gac_copy_worker *worker = argument;
    fixture *f = malloc(sizeof *f);
    dice d = {(uint64_t)(uintptr_t)f | 1};
    assert_non_null(f);
    gac_copy_queue *q = queue_new(GAC_COPY_THREAD, worker, 0, 64);
    for (unsigned i = 0; i < 60; i++) {
        gac_copy_event e = 0;
        run_copies(f, q, &d);
        for (size_t k = 0; k < 4; k++)
            start_run(q, f->got + k * SIZE / 4, f->source, SIZE / 4, 0, &e);
        if (i % 2)
            gac_copy_queue_finish(q);
        gac_copy_queue_reset(q, i);
    }
    gac_copy_queue_destroy(q);
    free(f);
    return NULL;
}

static void test_shared_worker(void **state)
{
    (void)state;
    gac_copy_worker *worker;
    pthread_t threads[2];
    assert_int_equal(gac_copy_worker_create(NULL, 2, &worker), GAC_OK);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, group_main, worker),
                         0);
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    gac_copy_worker_destroy(worker);
    assert_int_equal(n_misused, 0);
}

/* A worker lands a copy without a wait. */
static void test_worker_lands(void **state)
{
    (void)state;
    static unsigned char from[1 << 20], to[1 << 20];
    gac_copy_worker *worker;
    gac_copy_event e = 0;
    memset(from, 3, sizeof from);
    assert_int_equal(gac_copy_worker_create(NULL, 1, &worker), GAC_OK);
    gac_copy_queue *q = queue_new(GAC_COPY_THREAD, worker, 0, 0);
    start_run(q, to, from, sizeof to, 0, &e);
    uint64_t end = gac__now_ns() + 10000000000u;
    while (gac_copy_queue_poll(q, e) == GAC_ERR_BUSY && gac__now_ns() < end)
        usleep(100);
    assert_int_equal(gac_copy_queue_poll(q, e), GAC_OK);
    assert_memory_equal(to, from, sizeof to);
    gac_copy_queue_destroy(q);
    gac_copy_worker_destroy(worker);
}

/* -- memory ---------------------------------------------------------------- */

typedef struct counted {
    size_t live, calls, allow;
} counted;

static void *counted_resize(void *user, void *old, size_t old_size,
                            size_t new_size)
{
    counted *c = user;
    if (new_size == 0) {
        c->live -= old ? old_size : 0;
        free(old);
        return NULL;
    }
    if (c->calls++ >= c->allow)
        return NULL;
    void *p = realloc(old, new_size);
    if (p)
        c->live += new_size - (old ? old_size : 0);
    return p;
}

static gac_result use_queue(const gac_allocator *a)
{
    unsigned char from[64] = {1}, to[64];
    gac_copy_queue_options o = {
        .size = sizeof o, .mode = GAC_COPY_LATE, .allocator = a};
    gac_copy_queue *q;
    gac_copy_shape s = gac_copy_linear(1, 64);
    gac_copy_plan plan;
    gac_copy_event events[40] = {0};
    GAC__TRY(gac_copy_queue_create(&o, &q));
    gac_copy_plan_make(&plan, &s, 0);
    gac_result r = GAC_OK;
    for (size_t i = 0; i < 40 && r == GAC_OK; i++)
        r = gac_copy_queue_start(q, &plan, to, from, &events[i]);
    gac_copy_queue_destroy(q);
    return r;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    gac_result r = GAC_ERR_MEMORY;
    for (size_t allow = 0; r != GAC_OK; allow++) {
        counted c = {0, 0, allow};
        gac_allocator a = {counted_resize, &c};
        r = use_queue(&a);
        assert_true(r == GAC_OK || r == GAC_ERR_MEMORY);
        assert_int_equal(c.live, 0);
        assert_true(allow < 100);
    }
    counted c = {0, 0, 1};
    gac_allocator a = {counted_resize, &c};
    gac_copy_worker *w;
    assert_int_equal(gac_copy_worker_create(&a, 2, &w), GAC_ERR_MEMORY);
    assert_int_equal(c.live, 0);
}

/* A queue that has seen its load allocates no more. */
static void test_steady_state(void **state)
{
    (void)state;
    static unsigned char from[64 * 20], to[64 * 20];
    counted c = {0, 0, SIZE_MAX};
    gac_allocator a = {counted_resize, &c};
    gac_copy_queue_options o = {
        .size = sizeof o, .mode = GAC_COPY_RANDOM, .allocator = &a};
    gac_copy_queue *q;
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_OK);
    size_t after_first = 0;
    for (int turn = 0; turn < 50; turn++) {
        gac_copy_event events[20] = {0};
        for (size_t i = 0; i < 20; i++)
            start_run(q, to + 64 * i, from + 64 * i, 64, 0, &events[i]);
        assert_int_equal(gac_copy_queue_wait(q, events, 20), GAC_OK);
        gac_copy_queue_reset(q, (uint64_t)turn);
        if (turn == 9)
            after_first = c.calls;
    }
    assert_true(c.calls <= after_first + 2); /* more may be in flight at once */
    gac_copy_queue_destroy(q);
    assert_int_equal(c.live, 0);
}

/* -- limits ---------------------------------------------------------------- */

#define LARGE ((size_t)16 << 20)

/* Counts how often it is asked; says no from call number `most` on. */
typedef struct asked {
    unsigned calls, most;
} asked;

static bool ask(void *user)
{
    asked *a = user;
    return ++a->calls < a->most;
}

/* Starts a large copy and waits for it; the bytes that it has changed. */
static size_t copy_large(const gac_copy_shape *shape, gac_copy_mode mode,
                         asked *a, gac_result expected)
{
    gac_copy_queue_options o = {
        .size = sizeof o, .mode = mode, .go_on = ask, .user = a};
    char *to = calloc(LARGE, 1), *from = malloc(LARGE);
    gac_copy_queue *q;
    gac_copy_plan plan;
    gac_copy_event event = 0;
    size_t n = 0;
    memset(from, 1, LARGE);
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_OK);
    assert_int_equal(gac_copy_plan_make(&plan, shape, 0), GAC_OK);
    gac_result result = gac_copy_queue_start(q, &plan, to, from, &event);
    if (result == GAC_OK)
        result = gac_copy_queue_wait(q, &event, 1);
    assert_int_equal(result, expected);
    if (result == GAC_OK) {
        assert_int_equal(gac_copy_queue_events(q), 0);
    } else { /* until it is reset */
        event = 0;
        assert_int_equal(gac_copy_queue_start(q, &plan, to, from, &event),
                         GAC_ERR_CANCELLED);
        a->most = UINT_MAX;
        gac_copy_queue_reset(q, 0);
        event = 0;
        gac_copy_shape byte = gac_copy_linear(1, 1);
        assert_int_equal(gac_copy_plan_make(&plan, &byte, 0), GAC_OK);
        assert_int_equal(gac_copy_queue_start(q, &plan, to, from, &event),
                         GAC_OK);
        assert_int_equal(gac_copy_queue_wait(q, &event, 1), GAC_OK);
    }
    for (size_t i = 0; i < LARGE; i++)
        n += to[i] == 1;
    gac_copy_queue_destroy(q);
    free(to);
    free(from);
    return n;
}

/* There are at most two MiB of work between two questions: of one run, of lines
 * of a byte, of long lines, of planes, and of what lies one over another. */
static void test_large_copies_ask(void **state)
{
    (void)state;
    const size_t n = LARGE;
    const struct {
        gac_copy_shape shape;
        size_t copied, work;
    } cases[] = {
        {gac_copy_linear(1, n), n, n},
        {{1, 1, n / 2, 1, 2, 0, 2, 0}, n / 2, n / 2},
        {{1, 1, n / 4, 1, 1, 0, 4, 0}, n / 4, n / 4},
        {{1, n / 4 - 1, 4, 1, n / 4, 0, n / 4, 0}, n - 4, n - 4},
        {{1, 1, 2048, 2048, 2, 8192, 2, 8192}, 4194304, 4194304},
        {{1, 2, n - 1, 1, 1, 0, 1, 0}, n, n}, /* each line hides a byte */
        {{1, n / 2, 2, 1, 0, 0, n / 4, 0}, n * 3 / 4, n * 3 / 4},
        {{1, 1, 4096, 4096, 0, 0, 2, 1}, 12286, 4096 * 4096},
    };
    const gac_copy_mode modes[] = {GAC_COPY_EAGER, GAC_COPY_LATE,
                                   GAC_COPY_RANDOM};
    for (size_t i = 0; i < GAC__COUNT_OF(cases); i++)
        for (size_t m = 0; m < (i % 3 ? 1 : GAC__COUNT_OF(modes)); m++) {
            asked all = {.most = UINT_MAX}, some = {.most = 2};
            size_t copied = copy_large(&cases[i].shape, modes[m], &all, GAC_OK);
            assert_int_equal(copied, cases[i].copied);
            assert_true(all.calls >= cases[i].work >> 21);
            copied =
                copy_large(&cases[i].shape, modes[m], &some, GAC_ERR_CANCELLED);
            assert_true(copied <= (size_t)4 << 20);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eager),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_late_tiles),
        cmocka_unit_test(test_thread),
        cmocka_unit_test(test_thread_tiles),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_tiles),
        cmocka_unit_test(test_when_it_lands),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_bad_events),
        cmocka_unit_test(test_old_handles),
        cmocka_unit_test(test_empty_copies),
        cmocka_unit_test(test_many_events),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_shared_worker),
        cmocka_unit_test(test_worker_lands),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_steady_state),
        cmocka_unit_test(test_large_copies_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
