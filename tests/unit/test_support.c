/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory, arenas, vectors, hashing, random numbers, half floats, UTF-8. */
#include "../under/under.h"
#include "support/bytes.h"
#include "support/maps.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

/* -- an allocator that counts, and refuses on request ---------------------- */

typedef struct counter {
    size_t live_bytes, calls;
    size_t refuse_at; /* this call and all after it; 0: none */
} counter;

static void *count_resize(void *user, void *old, size_t old_size,
                          size_t new_size)
{
    counter *c = user;
    if (new_size == 0) {
        free(old);
        c->live_bytes -= old_size;
        return NULL;
    }
    if (c->refuse_at && ++c->calls >= c->refuse_at)
        return NULL;
    void *memory = realloc(old, new_size);
    assert_non_null(memory);
    if (!old) /* so that nothing relies on zeroes */
        memset(memory, 0xA5, new_size);
    c->live_bytes += new_size - old_size;
    return memory;
}

static bool is_zero(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static void memory_is_counted(void **state)
{
    (void)state;
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    void *p = gac__alloc_zero(&a, 10, 7);
    assert_true(is_zero(p, 70));
    assert_int_equal(c.live_bytes, 70);
    p = gac__resize_array(&a, p, 10, 20, 7);
    assert_int_equal(c.live_bytes, 140);
    assert_null(gac__resize_array(&a, p, 20, SIZE_MAX / 4, 7));
    gac__free(&a, p, 20, 7);
    p = gac__alloc_zero(&a, 0, 8);
    assert_non_null(p);
    gac__free(&a, p, 0, 8);
    gac__free(&a, NULL, 3, 8);
    assert_int_equal(c.live_bytes, 0);
    assert_null(gac__alloc_zero(&a, SIZE_MAX / 2, 3));
    assert_null(gac__alloc_zero(&gac__malloc_allocator, SIZE_MAX / 2, 3));
}

static void arena_hands_out(void **state)
{
    (void)state;
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    gac__arena arena;
    gac__arena_init(&arena, &a);
    unsigned char *pieces[400];
    for (size_t i = 0; i < 400; i++) {
        size_t size = i % 50 == 49 ? 5000 : i;
        pieces[i] = gac__arena_alloc(&arena, size, 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        assert_true(is_zero(pieces[i], size));
        memset(pieces[i], (int)(i & 0xFF), size);
    }
    for (size_t i = 0; i < 400;
         i++) /* no allocation overwrote another's bytes */
        for (size_t j = 0; j < (i % 50 == 49 ? 5000 : i); j++)
            assert_int_equal(pieces[i][j], i & 0xFF);
    assert_int_equal(arena.total_bytes, c.live_bytes);
    assert_string_equal(gac__arena_string(&arena, "abcdef", 3), "abc");
    assert_string_equal(gac__arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
    assert_null(gac__arena_alloc(&arena, SIZE_MAX / 2, 3));
    assert_null(gac__arena_alloc(&arena, SIZE_MAX, 1));
    gac__arena_free(&arena);
    assert_int_equal(c.live_bytes, 0);
}

static void arena_keeps_its_limit(void **state)
{
    (void)state;
    gac__arena arena;
    gac__arena_init(&arena, &gac__malloc_allocator);
    arena.max_bytes = 100000;
    assert_non_null(gac__arena_alloc(&arena, 50000, 1));
    assert_null(gac__arena_alloc(&arena, 50001, 1));
    size_t n = 0;
    while (gac__arena_alloc(&arena, 64, 1))
        n++;
    assert_true(arena.total_bytes <= 100000);
    assert_true(n > 100);
    gac__arena_free(&arena);
    counter c = {.refuse_at = 1};
    gac_allocator a = {count_resize, &c};
    gac__arena_init(&arena, &a);
    assert_null(gac__arena_alloc(&arena, 1, 1));
    assert_null(gac__arena_string(&arena, "x", 1));
    assert_null(gac__arena_printf(&arena, "x"));
    gac__arena_free(&arena);
}

static void vectors_grow(void **state)
{
    (void)state;
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    GAC__VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(GAC__VEC_PUSH(&a, &v, i * 3));
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(v.items[i], i * 3);
    assert_false(GAC__VEC_RESERVE(&a, &v, SIZE_MAX));
    c.refuse_at = 1;
    assert_false(GAC__VEC_RESERVE(&a, &v, 100000));
    assert_int_equal(v.n, 1000);
    c.refuse_at = 0;
    GAC__VEC_FREE(&a, &v);
    assert_int_equal(c.live_bytes, 0);
}

/* -- numbers --------------------------------------------------------------- */

static void random_is_splitmix64(void **state)
{
    (void)state;
    uint64_t s = 1234567; /* the published test vector of that seed */
    assert_int_equal(gac__random_next(&s), UINT64_C(6457827717110365317));
    assert_int_equal(gac__random_next(&s), UINT64_C(3203168211198807973));
    assert_int_equal(gac__random_next(&s), UINT64_C(9817491932198370423));
    assert_int_equal(gac__random_next(&s), UINT64_C(4593380528125082431));
    assert_int_equal(gac__random_next(&s), UINT64_C(16408922859458223821));
}

static void hashes_differ(void **state)
{
    (void)state;
    uint64_t hashes[64];
    char text[64] = {0};
    for (size_t i = 0; i < 64; i++) { /* zeroes of every length */
        hashes[i] = gac__hash_bytes(text, i, 1);
        for (size_t j = 0; j < i; j++)
            assert_true(hashes[i] != hashes[j]);
    }
    uint64_t plain = gac__hash_bytes(text, 64, 1);
    for (size_t i = 0; i < 64; i++) {
        text[i] = 1;
        assert_true(gac__hash_bytes(text, 64, 1) != plain);
        text[i] = 0;
    }
    assert_true(gac__hash_bytes(text, 64, 2) != plain);
    assert_int_equal(gac__hash_bytes(text, 64, 1), plain);
}

static void time_goes_on(void **state)
{
    (void)state;
    uint64_t before = gac__now_ns();
    assert_true(gac__now_ns() >= before);
}

/* -- half floats: against the format's definition -------------------------- */

static double half_value(uint32_t bits)
{
    double sign = bits & 0x8000 ? -1 : 1;
    int exponent = (int)(bits >> 10 & 31);
    double mantissa = bits & 0x3FF;
    if (exponent == 31)
        return mantissa != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign
           * (exponent ? ldexp(1024 + mantissa, exponent - 25)
                       : ldexp(mantissa, -24));
}

static void halves_widen(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        float f = gac__half_to_float((uint16_t)i);
        double expected = half_value(i);
        if (isnan(expected)) {
            assert_true(isnan(f));
            continue;
        }
        assert_true((double)f == expected);
        assert_int_equal(signbit(f) != 0, i >> 15);
        for (int r = 0; r < 4; r++) /* what a half holds is not rounded */
            assert_int_equal(gac__half_from_double((double)f, (gac__rounding)r),
                             i);
    }
}

/* The two halves around a value, by search, and the choice between them by the
 * definition of the mode. */
static uint32_t round_by_definition(double value, gac__rounding rounding)
{
    double magnitude = fabs(value);
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    uint32_t low = 0, high = 0x7C00; /* low <= magnitude < high */
    if (isinf(value))
        return sign | 0x7C00;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (half_value(middle) <= magnitude)
            low = middle;
        else
            high = middle;
    }
    if (half_value(low) == magnitude)
        return sign | low;
    /* Past the largest half, the next one would be 65536. */
    double above = high == 0x7C00 ? 65536.0 : half_value(high);
    double down = magnitude - half_value(low), up = above - magnitude;
    bool away = rounding == GAC__ROUND_RTP   ? !sign
                : rounding == GAC__ROUND_RTN ? sign != 0
                : rounding == GAC__ROUND_RTZ
                    ? false
                    : up < down || (up == down && (low & 1));
    return sign | (away ? high : low);
}

static void expect_half(double value)
{
    for (int r = 0; r < 4; r++) {
        gac__rounding mode = (gac__rounding)r;
        assert_int_equal(gac__half_from_double(value, mode),
                         round_by_definition(value, mode));
    }
}

static void halves_round(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x7C00; i++) { /* around each half and midpoint */
        double a = half_value(i);
        double b = i == 0x7BFF ? 65536 : half_value(i + 1);
        double middle = (a + b) / 2;
        double points[] = {a,      nextafter(a, b),      nextafter(middle, a),
                           middle, nextafter(middle, b), nextafter(b, a)};
        for (size_t j = 0; j < GAC__COUNT_OF(points); j++) {
            expect_half(points[j]);
            expect_half(-points[j]);
        }
    }
    static const double ends[] = {0,     1e-320, 4.9e-324, 1e-30, 65504,
                                  65520, 65536,  70000,    1e38,  1e308};
    for (size_t i = 0; i < GAC__COUNT_OF(ends); i++) {
        expect_half(ends[i]);
        expect_half(-ends[i]);
    }
    expect_half((double)INFINITY);
    expect_half(-(double)INFINITY);
    uint16_t nan = gac__half_from_double((double)NAN, GAC__ROUND_RTZ);
    assert_true((nan & 0x7C00) == 0x7C00 && (nan & 0x3FF) != 0);
}

/* -- UTF-8 ----------------------------------------------------------------- */

/* -- threads that are kept ------------------------------------------------- */

#define JOBS 200

static void add_one(void *user)
{
    atomic_fetch_add((atomic_uint *)user, 1);
}

static void wait_for_two(void *user)
{
    while (atomic_load((atomic_uint *)user) < 2)
        ;
}

/* Two at a time: jobs are done once or, when they are taken back, never. */
static void jobs_are_done_once(void **state)
{
    (void)state;
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    gac__crew *crew = gac__crew_create(&a);
    assert_non_null(crew);
    static atomic_uint done[JOBS];
    for (size_t n = 0; n + 1 < JOBS; n += 2) {
        gac__helper *one = gac__crew_give(crew, add_one, &done[n]);
        gac__helper *two = gac__crew_give(crew, add_one, &done[n + 1]);
        assert_non_null(one);
        assert_non_null(two);
        assert_ptr_not_equal(one, two);
        for (size_t k = 0; n % 3 == 0 && k < 2; k++)
            while (atomic_load(&done[n + k]) == 0)
                ;
        gac__crew_finish(crew, one);
        gac__crew_finish(crew, two);
        unsigned after[2] = {atomic_load(&done[n]), atomic_load(&done[n + 1])};
        assert_true(after[0] <= 1 && after[1] <= 1);
        if (n >= 2) /* not later either */
            assert_true(atomic_load(&done[n - 2]) <= 1);
    }
    gac__crew_destroy(crew);
    assert_int_equal(c.live_bytes, 0);
    gac__crew_destroy(NULL);
}

/* The same thread takes the next job; a job that has begun is waited for. */
static void helpers_are_kept(void **state)
{
    (void)state;
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    gac__crew *crew = gac__crew_create(&a);
    assert_non_null(crew);
    size_t before = 0;
    gac__helper *first = NULL;
    for (size_t n = 0; n < 10; n++) {
        atomic_uint count = 1;
        gac__helper *h = gac__crew_give(crew, wait_for_two, &count);
        assert_non_null(h);
        if (n == 0) {
            first = h;
            before = c.live_bytes;
        }
        assert_ptr_equal(h, first);
        assert_int_equal(c.live_bytes, before);
        atomic_store(&count, 2);
        gac__crew_finish(crew, h);
    }
    gac__crew_destroy(crew);
    assert_int_equal(c.live_bytes, 0);
}

static void note_rounding(void *user)
{
    atomic_store((atomic_int *)user, fegetround());
}

/* Also where the caller has changed its mind since the thread was started. */
static void helpers_round_as_their_callers(void **state)
{
    (void)state;
    static const int ways[] = {FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO};
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    gac__crew *crew = gac__crew_create(&a);
    assert_non_null(crew);
    for (size_t n = 0; n < GAC__COUNT_OF(ways); n++) {
        atomic_int seen = -1;
        assert_int_equal(fesetround(ways[n]), 0);
        gac__helper *h = gac__crew_give(crew, note_rounding, &seen);
        fesetround(FE_TONEAREST);
        assert_non_null(h);
        while (atomic_load(&seen) == -1)
            ;
        gac__crew_finish(crew, h);
        assert_int_equal(atomic_load(&seen), ways[n]);
    }
    gac__crew_destroy(crew);
}

static uint8_t *protected_page;

static void unprotect(int signal)
{
    (void)signal;
    mprotect(protected_page, 1, PROT_READ | PROT_WRITE);
}

static void write_to_page(void *user)
{
    *(volatile uint8_t *)protected_page = 1;
    atomic_store((atomic_uint *)user, 1);
}

/* A program may pass buffers whose pages it fetches when they are touched. */
static void helpers_leave_faults_to_the_program(void **state)
{
    (void)state;
    if (under_valgrind())
        skip();
    counter c = {0};
    gac_allocator a = {count_resize, &c};
    gac__crew *crew = gac__crew_create(&a);
    struct sigaction handler = {.sa_handler = unprotect}, before;
    atomic_uint done = 0;
    assert_non_null(crew);
    protected_page =
        mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(protected_page, MAP_FAILED);
    assert_int_equal(sigaction(SIGSEGV, &handler, &before), 0);
    gac__helper *h = gac__crew_give(crew, write_to_page, &done);
    assert_non_null(h);
    while (atomic_load(&done) == 0)
        ;
    gac__crew_finish(crew, h);
    sigaction(SIGSEGV, &before, NULL);
    assert_int_equal(*protected_page, 1);
    munmap(protected_page, 1);
    gac__crew_destroy(crew);
}

/* Without memory there is no helper, and no crew. */
static void crews_may_be_short_of_memory(void **state)
{
    (void)state;
    counter c = {.refuse_at = 2};
    gac_allocator a = {count_resize, &c};
    gac__crew *crew = gac__crew_create(&a);
    atomic_uint count = 0;
    assert_non_null(crew);
    assert_null(gac__crew_give(crew, add_one, &count));
    gac__crew_destroy(crew);
    c.refuse_at = 1;
    assert_null(gac__crew_create(&a));
    assert_int_equal(c.live_bytes, 0);
}

static void utf8_is_checked(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "plain",
                                       "\xC2\x80",
                                       "\xDF\xBF",
                                       "\xE0\xA0\x80",
                                       "\xED\x9F\xBF",
                                       "\xEE\x80\x80",
                                       "\xF0\x90\x80\x80",
                                       "\xF4\x8F\xBF\xBF",
                                       "a\xC3\xA9z"};
    static const char *const bad[] = {"\x80",
                                      "\xC0\x80",
                                      "\xC1\xBF",
                                      "\xC2",
                                      "\xC2 ",
                                      "\xE0\x9F\xBF",
                                      "\xED\xA0\x80",
                                      "\xE1\x80",
                                      "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xFF",
                                      "ok\xFE"};
    for (size_t i = 0; i < GAC__COUNT_OF(good); i++)
        assert_true(gac__utf8_valid(good[i], strlen(good[i])));
    for (size_t i = 0; i < GAC__COUNT_OF(bad); i++)
        assert_false(gac__utf8_valid(bad[i], strlen(bad[i])));
    assert_false(gac__utf8_valid("\xE1\x80\x80", 2)); /* cut short */
    char text[] = "a\nb\x7F\xC3\xA9\xFFz\xC2\x9B\xC2\xA0 longer than a word\t.";
    gac__utf8_clean(text);
    assert_string_equal(text, "a b \xC3\xA9?z??\xC2\xA0 longer than a word .");
}

/* What is handed out after a reset is zero again, and nothing piles up. */
static void arena_starts_anew(void **state)
{
    gac__arena arena;
    (void)state;
    gac__arena_init(&arena, &gac__malloc_allocator);
    for (int iteration = 0; iteration < 20; iteration++) {
        for (size_t k = 1; k < 200; k++) {
            unsigned char *p = gac__arena_alloc(&arena, k, 7);
            assert_non_null(p);
            for (size_t i = 0; i < 7 * k; i++)
                assert_int_equal(p[i], 0);
            memset(p, 0xA5, 7 * k);
        }
        gac__arena_reset(&arena);
        assert_true(arena.total_bytes <= 70000);
    }
    gac__arena_reset(&arena);
    gac__arena_free(&arena);
    gac__arena_reset(&arena); /* of an empty one */
}

/* What was reserved comes out of one block, and what limits allocations limits
 * that as well. */
static void arena_reserves(void **state)
{
    gac__arena arena;
    (void)state;
#ifdef GAC__WATCHED
    skip(); /* each allocation has a block of its own */
#endif
    gac__arena_init(&arena, &gac__malloc_allocator);
    assert_true(gac__arena_reserve(&arena, 300016));
    size_t total = arena.total_bytes;
    char *a = gac__arena_alloc(&arena, 100001, 1);
    char *b = gac__arena_alloc(&arena, 200000, 1);
    assert_int_equal(a[100000] | b[199999], 0);
    assert_ptr_equal(b, a + 100016);
    assert_int_equal(arena.total_bytes, total);
    assert_non_null(gac__arena_alloc(&arena, 100000, 1));
    assert_true(arena.total_bytes > total);
    arena.max_bytes = arena.total_bytes + 1000;
    assert_false(gac__arena_reserve(&arena, 300000));
    assert_false(gac__arena_reserve(&arena, SIZE_MAX));
    gac__arena_free(&arena);
}

/* Slots are another map's secret: keys that crowd in one do not in another. */
static void maps_keep_their_slots_secret(void **state)
{
    (void)state;
    const gac_allocator a = gac__malloc_allocator;
    gac__id_map ids[2] = {{0}};
    gac__name_map names[2] = {{.secret = 0}};
    static const char text[] = "abcdefghijklmnopqrstuvwxyz";
    uint32_t value;
    for (uint32_t m = 0; m < 2; m++) {
        for (uint32_t i = 1; i < 26; i++) {
            assert_true(gac__id_map_put(&a, &ids[m], i, 2 * i));
            assert_true(
                gac__name_map_put(&a, &names[m], (gac__slice){text, i}, i));
        }
        for (uint32_t i = 1; i < 26; i++) {
            assert_true(gac__id_map_get(&ids[m], i, &value));
            assert_int_equal(value, 2 * i);
            assert_true(
                gac__name_map_get(&names[m], (gac__slice){text, i}, &value));
            assert_int_equal(value, i);
        }
        assert_false(gac__id_map_get(&ids[m], 26, &value));
    }
    assert_memory_not_equal(ids[0].slots, ids[1].slots,
                            ids[0].capacity * 2 * sizeof *ids[0].slots);
    assert_memory_not_equal(names[0].first.slots, names[1].first.slots,
                            names[0].first.capacity * 2
                                * sizeof *names[0].first.slots);
    for (uint32_t m = 0; m < 2; m++) {
        gac__id_map_free(&a, &ids[m]);
        gac__name_map_free(&a, &names[m]);
    }
}

/* Numbers that differ in high or low bits; every third one is of no use and may
 * go, so that the map has as many slots as the others need. */
static void key_maps_forget_what_is_of_no_use(void **state)
{
    (void)state;
    const gac_allocator a = gac__malloc_allocator;
    gac__key_map map = {0};
    assert_null(gac__key_map_find(&map, 1));
    for (uint64_t k = 1; k <= 3000; k++) {
        gac__key_slot *s = gac__key_map_add(&a, &map, k << (k % 2 ? 0 : 40));
        assert_non_null(s);
        assert_int_equal(s->value, 0);
        s->value = k % 3 == 1 ? (uint32_t)k : 0;
        s->flags = k % 3 == 2;
    }
    for (uint64_t k = 1; k <= 3000; k++) {
        const gac__key_slot *s = gac__key_map_find(&map, k << (k % 2 ? 0 : 40));
        if (k % 3 == 0)
            continue;
        assert_non_null(s);
        assert_int_equal(s->value, k % 3 == 1 ? k : 0);
        assert_int_equal(s->flags, k % 3 == 2);
    }
    assert_null(gac__key_map_find(&map, 3001));
    assert_null(gac__key_map_find(&map, 0));
    assert_true(map.n < 3000);
    gac__key_map_clear(&map);
    assert_null(gac__key_map_find(&map, 1));
    assert_non_null(gac__key_map_add(&a, &map, 1));
    gac__key_map_free(&a, &map);
    assert_null(gac__key_map_find(&map, 1));
}

/* RFC 8259, 7: quotes, backslashes and control characters are escaped. */
static void strings_of_json(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {NULL, "null"},
        {"", "\"\""},
        {"a\nb\tc\x7F", "\"a\\nb\\u0009c\\u007f\""},
        {"\"\\/", "\"\\\"\\\\/\""},
        {"\xC3\xA9 \xF0\x9F\x98\x80", "\"\xC3\xA9 \xF0\x9F\x98\x80\""},
        {"\xFF\xE1\x80", "\"\\ufffd\\ufffd\\ufffd\""}};
    for (size_t i = 0; i < GAC__COUNT_OF(texts); i++) {
        gac__bytes json = {0};
        gac__json_string(texts[i][0], gac__bytes_write, &json);
        gac__bytes_add(&json, "", 1);
        assert_false(json.failed);
        assert_string_equal((const char *)json.data, texts[i][1]);
        gac__bytes_free(&json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_maps_forget_what_is_of_no_use),
        cmocka_unit_test(arena_reserves),
        cmocka_unit_test(arena_starts_anew),
        cmocka_unit_test(memory_is_counted),
        cmocka_unit_test(arena_hands_out),
        cmocka_unit_test(arena_keeps_its_limit),
        cmocka_unit_test(vectors_grow),
        cmocka_unit_test(random_is_splitmix64),
        cmocka_unit_test(hashes_differ),
        cmocka_unit_test(maps_keep_their_slots_secret),
        cmocka_unit_test(time_goes_on),
        cmocka_unit_test(halves_widen),
        cmocka_unit_test(halves_round),
        cmocka_unit_test(jobs_are_done_once),
        cmocka_unit_test(helpers_are_kept),
        cmocka_unit_test(helpers_round_as_their_callers),
        cmocka_unit_test(helpers_leave_faults_to_the_program),
        cmocka_unit_test(crews_may_be_short_of_memory),
        cmocka_unit_test(utf8_is_checked),
        cmocka_unit_test(strings_of_json),
    };
    return cmocka_run_group_tests_name("support", tests, NULL, NULL);
}
