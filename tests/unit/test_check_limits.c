/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The checker's work on large buffers and many lines checks the watch: the
 * checks are counted (by a function of the linker's), not time. Work of n steps
 * checks it at least once in STEPS of them; when a check says stop, the work
 * ends, and its findings are dropped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "check/accesses.h"

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

static gac__cell_arena arena;

static gac__checker *make(gac__watch *watch)
{
    static uint32_t iteration[2] = {1, 1};
    static gac__ir_inst phi = {
        .op = GAC__IR_PHI, .n_args = 2, .args = iteration};
    static gac__ir_value values[2] = {
        [1] = {.kind = GAC__VALUE_INST, .def = &phi}};
    static const gac__ir ir = {.values = values, .n_values = 2};
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
                                .most_bytes = UINT64_MAX,
                                .arena = &arena,
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
    return (gac__box){buffer, 0, bytes, 1, 1, 0, 0, false};
}

/* Every second byte, each a line. */
static gac__box dots(uint32_t buffer)
{
    return (gac__box){buffer, 0, 1, SIZE / 8, 1, 2, 0, false};
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
    while (n-- && gac__watch_result(c->config.watch) == GAC_OK) {
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
    gac__shadow_map *p = gac__shadow_map_of(c, LOCAL);
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

/* All epochs are in use: cells get others. */
static void renumber(gac__checker *c)
{
    copy_out(c);
    uint64_t before = n_looks;
    gac__epochs_renumber(c);
    assert_true(stop_at
                || n_looks
                       > before + SIZE / 4 / GAC__CHUNK_BYTES * 1024 / STEPS);
}

static void begin_again(gac__checker *c)
{
    for (uint32_t k = 0; k < 4; k++)
        begin(c);
}

/* Planes that lie within each other, as two combs. */
static void combs(gac__checker *c)
{
    uint64_t first, end;
    gac__box a = {GLOBAL, 0, 1, 2, 4096, SIZE / 2, 2, false};
    gac__box b = {GLOBAL, 1, 1, 2, 4096, SIZE / 2, 2, false};
    assert_false(gac__boxes_overlap(c->config.watch, &a, &b, &first, &end));
}

static bool goes_on(const gac__checker *c)
{
    return gac__watch_result(c->config.watch) == GAC_OK;
}

/* -- faults ---------------------------------------------------------------- */

static void tell(gac__checker *c, gac__rule_id rule, uint32_t site)
{
    gac__fault f = gac__fault_make(rule, site, 0);
    f.other_site = 1;
    gac__fault_add(c, &f, "does it");
}

/* One of each of many instructions. */
static void tell_many(gac__checker *c, uint32_t n)
{
    for (uint32_t k = 0; k < n && goes_on(c); k++)
        tell(c, GAC__RULE_uninitialized, k);
}

static void faults(gac__checker *c)
{
    for (uint32_t k = 0; k < STEPS / 4 && goes_on(c); k++)
        tell(c, GAC__RULE_arithmetic, 0);
}

/* Each race looks for what follows from it. */
static void races(gac__checker *c)
{
    tell_many(c, 1024);
    for (uint32_t k = 0; k < 256 && goes_on(c); k++)
        tell(c, GAC__RULE_data_race, 0);
}

/* Without buffers, which take steps as well. */
static void partings(gac__checker *c)
{
    uint32_t n_buffers = c->config.n_buffers;
    tell_many(c, 1024);
    c->config.n_buffers = 1;
    for (uint32_t k = 0; k < 256 && goes_on(c); k++)
        gac__check_parted(c, false);
    c->config.n_buffers = n_buffers;
}

/* The origin of a value that a loop carries. */
static void origins(gac__checker *c)
{
    for (uint32_t k = 0; k < 64 && goes_on(c); k++) {
        gac__fault f = gac__fault_make(GAC__RULE_uninitialized, 0, 0);
        gac__check_origin(c, 1, &f);
    }
}

static void log_reads(gac__checker *c)
{
    uint64_t offset[LANES];
    gac__check_lanes l = {
        .buffer = LOCAL, .size = 4, .end = LANES, .offset = offset};
    for (uint32_t k = 0; k < LANES; k++)
        offset[k] = 4 * k;
    for (uint32_t k = 0; k < 512 && goes_on(c); k++)
        gac__check_read(c, &l, false, NULL, false);
}

static void applied_reads(gac__checker *c)
{
    log_reads(c);
    gac__log_apply(c);
}

static void logged_reads(gac__checker *c)
{
    log_reads(c);
    for (uint32_t k = 0; k < 64 && goes_on(c); k++) {
        gac__fault f = gac__fault_make(GAC__RULE_data_race, 0, 0);
        f.bytes = (gac__bytes){LOCAL, 4096, 4};
        gac__log_find(c, &f);
    }
}

/* Each release is made by who knows of the one before. */
static void releases(gac__checker *c)
{
    uint64_t offset[1] = {0};
    gac__check_lanes l = {
        .buffer = LOCAL, .size = 4, .end = 1, .offset = offset};
    gac__check_atomic_use use = {.reads = true,
                                 .writes = true,
                                 .order =
                                     GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE};
    access(c, 1);
    for (uint32_t k = 0; k < 8192 && goes_on(c); k++)
        gac__check_atomic(c, &l, &use, NULL);
    for (uint32_t k = 0; k < 16 && goes_on(c); k++)
        gac__is_ordered(c, true, 0, UINT32_MAX);
}

/* -- many flights ---------------------------------------------------------- */

#define FLIGHTS 140000u

/* Each on an event of its own, or all on one, and at another distance from the
 * last one. */
static void fly_on(gac__checker *c, bool same)
{
    for (uint64_t k = 0; k < FLIGHTS && goes_on(c); k++) {
        gac__box to = {LOCAL, k * 40 + k % 3, 1, 1, 1, 0, 0, false};
        gac__box from = {OTHER, k * 40 + k % 5, 1, 1, 1, 0, 0, false};
        gac__check_copy_start(
            c, &(gac__check_copy){.element_bytes = 1, .dst = to, .src = from},
            same ? 1 : k + 1);
    }
}

static void fly(gac__checker *c)
{
    fly_on(c, false);
}

/* Four bytes of all that is copied. */
static void access_all(gac__checker *c)
{
    uint64_t offset[2] = {0, FLIGHTS * 40};
    gac__check_lanes l = {
        .buffer = LOCAL, .size = 4, .end = 2, .offset = offset};
    gac__check_read(c, &l, false, NULL, false);
}

/* All are put in order at the first access. */
static void sorting(gac__checker *c)
{
    c->disabled[GAC__RULE_copy_race] = true;
    fly(c);
    uint64_t before = n_looks;
    access_all(c);
    assert_true(stop_at || n_looks >= before + 4 * FLIGHTS / STEPS);
}

static void unwaited(gac__checker *c)
{
    fly(c);
    uint64_t before = n_looks;
    gac__check_group_end(c);
    assert_true(stop_at || n_looks >= before + FLIGHTS / STEPS);
}

static void landings(gac__checker *c)
{
    fly(c);
    uint64_t before = n_looks;
    for (uint64_t k = 0; k < FLIGHTS && goes_on(c); k++)
        gac__check_event_done(c, k + 1, 0);
    assert_true(stop_at || n_looks >= before + 8 * FLIGHTS / STEPS);
}

static void landing(gac__checker *c)
{
    fly_on(c, true); /* some of them as one */
    uint64_t before = n_looks, n = c->flights.n;
    gac__check_event_done(c, 1, 0);
    assert_true(stop_at || n_looks >= before + 5 * n / STEPS);
}

/* -- other memory ---------------------------------------------------------- */

static void copies_of_items(gac__checker *c)
{
    uint64_t to[LANES], from[LANES];
    gac__check_lanes l = {.buffer = PRIVATE,
                          .size = SIZE / LANES / 2,
                          .end = LANES,
                          .offset = to};
    for (uint32_t k = 0; k < LANES; k++) {
        to[k] = SIZE / LANES * k;
        from[k] = to[k] + SIZE / LANES / 2;
    }
    gac__check_lanes m = l;
    m.offset = from;
    gac__check_copymem(c, &l, &m, 1);
}

static void written(gac__checker *c)
{
    for (uint32_t k = 0; k < 4 && goes_on(c); k++)
        gac__check_are_written(c, PRIVATE, 0, 0, SIZE / LANES, LANES,
                               SIZE / LANES);
}

static void objects(gac__checker *c)
{
    for (uint32_t iteration = 0; iteration < 4 && goes_on(c); iteration++) {
        for (uint64_t k = 0; k < SIZE / 64 && goes_on(c); k++)
            gac__object_put(c, c->buffers[LOCAL].map, k * 64, 1, false);
        gac__objects_clear(c);
    }
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
    {"new epochs", renumber, SIZE / 4 / GAC__CHUNK_BYTES * 1024},
    {"groups", begin_again, SIZE / 4 / 64 * 3 * 4},
    {"combs", combs, (uint64_t)4096 * 4096 / 4},
    {"faults", faults, STEPS / 4 * 16},
    {"races behind many findings", races, 1024 * 256},
    {"partings behind many findings", partings, 1024 * 256},
    {"origins", origins, 64 * 4096},
    {"logged reads", applied_reads, 512 * LANES * 16},
    {"logged reads that are sought", logged_reads, 512 * 64 * LANES / 4},
    {"releases", releases, 8192 * 4 * 16},
    {"copies in flight that are sorted", sorting, 2 * FLIGHTS},
    {"copies without a wait", unwaited, FLIGHTS},
    {"copies that land", landings, FLIGHTS},
    {"copies that land together", landing, FLIGHTS / 2},
    {"copies by work-items", copies_of_items, SIZE / 2 / 4},
    {"words that are written", written, SIZE / 16 * 4},
    {"atomic objects", objects, SIZE / 64},
};

/* Whether it is the work that tells of faults. */
static bool tells(const work *w)
{
    return w->run == faults || w->run == races || w->run == partings;
}

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
        uint64_t budget = 1;
        stop_at = 0;
        gac__checker *c = make(&watch);
        gac__checker_limit(c, &budget);
        begin(c);
        n_looks = 0;
        stop_at = 2;
        works[k].run(c);
        if (n_looks < stop_at || n_looks > stop_at + FEW)
            fail_msg("%s: %llu looks", works[k].name,
                     (unsigned long long)n_looks);
        if (!tells(&works[k]))
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

/* -- many buffers ---------------------------------------------------------- */

#define MANY 8192u
#define CHUNKS (1u << 20) /* of one of them */

/* What is done for each chunk of a large one; what a group's beginning and new
 * epochs do for each of them. */
static void test_many_buffers(void **unused)
{
    static const gac__ir ir = {0};
    gac__watch watch = {0};
    gac__check_buffer *b = calloc(MANY, sizeof *b);
    gac__checker *c;
    (void)unused;
    assert_non_null(b);
    for (uint32_t k = 1; k < MANY; k++)
        b[k] = (gac__check_buffer){.size = 4,
                                   .kind = GAC_MEMORY_GLOBAL,
                                   .host = (uintptr_t)k * 64,
                                   .read = true};
    b[MANY - 1].size = (uint64_t)CHUNKS * GAC__CHUNK_BYTES;
    b[MANY - 1].written = true;
    gac__check_config config = {.allocator = &gac__malloc_allocator,
                                .ir = &ir,
                                .kernel = "k",
                                .buffers = b,
                                .n_buffers = MANY,
                                .groups = {64, 1, 1},
                                .max_items = LANES,
                                .sub_group_size = LANES,
                                .width = LANES,
                                .n_strips = 1,
                                .isa = GAC__ISA_BASELINE,
                                .most_bytes = UINT64_MAX,
                                .arena = &arena,
                                .watch = &watch};
    stop_at = 0;
    n_looks = 0;
    assert_int_equal(gac__checker_create(&config, &c), GAC_OK);
    assert_true(n_looks >= CHUNKS / STEPS);
    n_looks = 0;
    for (uint32_t k = 0; k < 64; k++)
        begin(c);
    assert_true(n_looks >= 64 * MANY / STEPS);
    n_looks = 0;
    for (uint32_t k = 0; k < 64; k++)
        gac__epochs_renumber(c);
    assert_true(n_looks >= 64 * MANY / STEPS);
    gac__checker_destroy(c);
    free(b);
}

/* -- how work grows with the copies in flight ------------------------------ */

static void start(gac__checker *c, uint64_t to, uint64_t lines, uint64_t pitch,
                  uint64_t from, uint64_t event)
{
    gac__check_copy_start(
        c,
        &(gac__check_copy){.element_bytes = 1,
                           .dst = {LOCAL, to, 1, lines, 1, pitch, 0, 0},
                           .src = {OTHER, from, 1, lines, 1, 2, 0, 0}},
        event);
}

/* Onto the same bytes. */
static void pile(gac__checker *c, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++)
        start(c, 0, 1, 0, 3 * k, 1);
}

/* The same, each ordered by a fence, so that none races; behind that is one
 * that meets none. */
static void fence(gac__checker *c, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) {
        start(c, 0, 1, 0, 3 * k, 1);
        gac__check_copy_fence(c,
                              GAC__COPY_FENCE_LOCAL | GAC__COPY_FENCE_GLOBAL);
        start(c, 3 * k + 3, 1, 0, 3 * k + 1, 1);
    }
    assert_int_equal(c->findings.n, 0);
}

/* Of different pitches, each around those before it. */
static void nest(gac__checker *c, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++)
        start(c, 4 * n - 3 * k, 4, 4 * n + 2 + 2 * k, 0, 1);
    assert_int_equal(c->findings.n, 0);
}

/* Half of them by some work-items only; the others read what these write. */
static void part(gac__checker *c, uint64_t n)
{
    gac__check_arrival(c, false);
    pile(c, n / 2);
    gac__check_arrival(c, true);
    for (uint64_t k = 0; k < n / 2; k++)
        copy(c, (gac__box){OTHER, SIZE / 2 + 3 * k, 1, 1, 1, 0, 0, false},
             line(LOCAL, 1));
    assert_int_equal(c->findings.n, 0);
}

/* What has landed is among the others. */
static void slide(gac__checker *c, uint64_t n)
{
    for (uint64_t k = 0; k < 2 * n; k++) {
        if (k >= n)
            gac__check_event_done(c, k - n + 1, 0);
        start(c, k % (n + 1), 1, 0, 0, k + 1);
    }
    assert_int_equal(c->findings.n, 0);
}

/* Work-items meet all of them. */
static void meet(gac__checker *c, uint64_t n)
{
    uint64_t offset[2] = {0, 0};
    gac__check_lanes l = {
        .buffer = LOCAL, .size = 4, .end = 2, .offset = offset};
    pile(c, n);
    for (uint64_t k = 0; k < n; k++)
        gac__check_read(c, &l, false, NULL, false);
}

/* What work-items access has landed, and is less than half of all. */
static void land(gac__checker *c, uint64_t n)
{
    uint64_t offset[1] = {0};
    gac__check_lanes l = {
        .buffer = LOCAL, .size = 1, .end = 1, .offset = offset};
    for (uint64_t k = 0; k < n; k++) {
        start(c, k % 2 ? 0 : k + 1, 1, 0, 3 * k, 1 + k % 2);
        gac__check_copy_fence(c,
                              GAC__COPY_FENCE_LOCAL | GAC__COPY_FENCE_GLOBAL);
    }
    start(c, n + 1, 1, 0, 3 * n, 1);
    gac__check_event_done(c, 2, 0);
    for (uint64_t k = 0; k < n; k++)
        gac__check_read(c, &l, false, NULL, false);
    assert_int_equal(c->findings.n, 0);
}

static void test_growth(void **unused)
{
    (void)unused;
    void (*const kinds[])(gac__checker * c, uint64_t n) = {
        pile, fence, nest, part, slide, meet, land};
    stop_at = 0;
    for (size_t k = 0; k < GAC__COUNT_OF(kinds); k++) {
        uint64_t looks[2];
        for (uint32_t twice = 0; twice < 2; twice++) {
            gac__watch watch = {0};
            gac__checker *c = make(&watch);
            begin(c);
            n_looks = 0;
            kinds[k](c, (uint64_t)16384 << twice);
            looks[twice] = n_looks;
            gac__checker_destroy(c);
        }
        if (looks[1] > looks[0] * 5 / 2)
            fail_msg("kind %zu: %llu looks, then %llu", k,
                     (unsigned long long)looks[0],
                     (unsigned long long)looks[1]);
    }
}

/* A group knows nothing of the events of the one before it. */
static void test_many_events(void **unused)
{
    (void)unused;
    stop_at = 0;
    gac__watch watch = {0};
    gac__checker *c = make(&watch);
    begin(c);
    for (uint64_t k = 1; k < 100000; k++)
        gac__check_event_part(c, k);
    assert_true(c->flights.events.capacity > 100000);
    begin(c);
    assert_int_equal(c->flights.events.capacity, 0);
    assert_false(gac__check_event_is(c, 1, GAC__EVENT_PARTED));
    gac__checker_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),       cmocka_unit_test(test_stops),
        cmocka_unit_test(test_create),      cmocka_unit_test(test_many_buffers),
        cmocka_unit_test(test_many_events), cmocka_unit_test(test_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
