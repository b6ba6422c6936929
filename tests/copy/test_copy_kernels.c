/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every kernel of every level against the byte-by-byte model: random shapes,
 * alignments and hints, guard pages at both ends, gaps compared.
 *
 * Time-boxed; GAC_COPY_SHAPES=1000000 does that many shapes a level instead,
 * GAC_COPY_SEED begins elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "copy_model.h"
#include "support/support.h"

#define ARENA (3u << 20)
#define EDGE 96u /* bytes around the destination that are compared */

static uint64_t pick(dice *d, const uint64_t *values, size_t n)
{
    return values[roll(d, n)];
}

static uint64_t element_size(dice *d)
{
    static const uint64_t sizes[] = {1, 1, 2,  3,  4,  4,  4,  5,  6,  7,
                                     8, 8, 12, 13, 16, 16, 24, 32, 47, 64};
    return roll(d, 8) ? pick(d, sizes, GAC__COUNT_OF(sizes)) : 1 + roll(d, 80);
}

/* Pitches: often tight, often a little more, now and then a lot. */
static uint64_t margin(dice *d)
{
    switch (roll(d, 8)) {
    case 0:
    case 1:
    case 2: return 0;
    case 3: return roll(d, 300);
    default: return roll(d, 20);
    }
}

static void areas(dice *d, gac_copy_shape *s)
{
    s->src_plane_area = s->src_line_length * s->lines + margin(d);
    s->dst_plane_area = s->dst_line_length * s->lines + margin(d);
}

static void shape_tile(dice *d, gac_copy_shape *s)
{
    s->element_bytes = element_size(d);
    s->elements_per_line = 1 + roll(d, 1 + 320 / s->element_bytes);
    s->lines = 1 + roll(d, roll(d, 3) ? 20 : 70);
    s->planes = 1 + (roll(d, 2) ? roll(d, 7) : 0);
    s->src_line_length = s->elements_per_line + margin(d);
    s->dst_line_length = s->elements_per_line + margin(d);
    areas(d, s);
}

static void shape_column(dice *d, gac_copy_shape *s)
{
    *s = (gac_copy_shape){element_size(d), 1, 1 + roll(d, 400), 1, 1, 1, 1, 1};
    if (roll(d, 4))
        s->element_bytes = 1 + roll(d, 16);
    if (roll(d, 4))
        s->src_line_length = 1 + roll(d, 70);
    else
        s->dst_line_length = 1 + roll(d, 70);
    s->planes = roll(d, 4) ? 1 : 1 + roll(d, 5);
    areas(d, s);
}

static void shape_long_column(dice *d, gac_copy_shape *s)
{
    static const uint64_t sizes[] = {1, 2, 4, 8, 16};
    *s = (gac_copy_shape){
        pick(d, sizes, 5), 1, 2048 + roll(d, 300), 1, 0, 0, 1, 0};
    s->src_line_length = (256 + roll(d, 400)) / s->element_bytes;
}

/* A pitch of a power of two, on either side. */
static void shape_conflict(dice *d, gac_copy_shape *s)
{
    static const uint64_t sizes[] = {1, 2, 4, 8, 16};
    uint64_t e = pick(d, sizes, 5), pitch = (1024u << roll(d, 4)) / e;
    *s = (gac_copy_shape){e, 1, 1 + roll(d, 100), 1, 1, 0, 1, 0};
    if (roll(d, 2))
        s->dst_line_length = pitch;
    else
        s->src_line_length = pitch;
}

static void shape_long_lines(dice *d, gac_copy_shape *s)
{
    s->element_bytes = 1 + roll(d, 5);
    s->elements_per_line = 1 + roll(d, roll(d, 2) ? 600 : 12000);
    s->lines = 1 + roll(d, 9);
    s->planes = 1 + roll(d, 2);
    s->src_line_length = s->elements_per_line + margin(d);
    s->dst_line_length = s->elements_per_line + margin(d);
    areas(d, s);
}

static void shape_run(dice *d, gac_copy_shape *s)
{
    static const uint64_t limits[] = {70, 600, 5000, 30000, 140000};
    *s = gac_copy_linear(1, 1 + roll(d, pick(d, limits, 5)));
}

/* What the specification leaves undefined and the engine does not: lines that
 * overlap, on either side or on both. */
static void shape_overlap(dice *d, gac_copy_shape *s)
{
    shape_tile(d, s);
    if (roll(d, 2))
        s->src_line_length = roll(d, s->elements_per_line + 1);
    if (roll(d, 2))
        s->dst_line_length = roll(d, s->elements_per_line + 1);
    if (roll(d, 2))
        s->src_plane_area = roll(d, s->src_plane_area + 1);
    if (roll(d, 2))
        s->dst_plane_area = roll(d, s->dst_plane_area + 1);
}

static void shape_any(dice *d, gac_copy_shape *s)
{
    switch (roll(d, 64)) {
    case 0: shape_long_column(d, s); break;
    case 1:
    case 2: shape_conflict(d, s); break;
    case 3:
    case 4:
    case 5: shape_long_lines(d, s); break;
    case 6:
    case 7:
    case 8: shape_run(d, s); break;
    case 9:
    case 10:
    case 11: shape_overlap(d, s); break;
    default:
        if (roll(d, 3))
            shape_tile(d, s);
        else
            shape_column(d, s);
    }
}

/* The first byte of a span of `size` bytes: against either guard page, or
 * anywhere. */
static size_t place(dice *d, size_t size)
{
    switch (roll(d, 4)) {
    case 0: return 0;
    case 1: return roll(d, ARENA - size + 1);
    default: return ARENA - size;
    }
}

typedef struct arenas {
    guarded dst, src;
    unsigned char *expected;
} arenas;

static void run_tiles(dice *d, const gac_copy_plan *plan, void *dst,
                      const void *src)
{
    gac_copy_tiling tiling;
    size_t tile = roll(d, 2) ? 1 + roll(d, 300) : 1 + roll(d, 20000);
    gac_copy_tiling_make(&tiling, plan, tile);
    /* An odd step visits every tile once if the count is a power of two; others
     * are met in rising or falling order. */
    size_t n = tiling.n_tiles, step = (n & (n - 1)) == 0 ? 5 : 1;
    bool falling = roll(d, 2);
    for (size_t i = 0; i < n; i++) {
        size_t tile_index = i * step % n;
        gac_copy_tile_run(plan, &tiling,
                          falling ? n - 1 - tile_index : tile_index, dst, src);
    }
}

/* One copy with the kernels that `hints` ask for; false, with a message, if a
 * byte is wrong. */
static bool try_shape(dice *d, arenas *a, unsigned hints, uint64_t number)
{
    gac_copy_desc desc = {.src_offset = 0};
    gac_copy_span dst_span, src_span;
    gac_copy_plan made, plan;
    shape_any(d, &desc.shape);
    unsigned flags = (unsigned)roll(d, 2) ? (unsigned)roll(d, 32) : 0;
    flags |= hints;
    if (gac_copy_spans(&desc, &dst_span, &src_span) != GAC_OK
        || gac_copy_plan_make(&made, &desc.shape, flags) != GAC_OK) {
        printf("# shape %llu refused\n", (unsigned long long)number);
        return false;
    }
    if (dst_span.size_bytes > ARENA || src_span.size_bytes > ARENA)
        return true;
    size_t to = place(d, dst_span.size_bytes),
           from = place(d, src_span.size_bytes);
    size_t low = to > EDGE ? to - EDGE : 0;
    size_t high = GAC__MIN(ARENA, to + dst_span.size_bytes + EDGE);
    memset(a->dst.data + low, (int)(number & 255), high - low);
    memset(a->expected + low, (int)(number & 255), high - low);
    model_copy(&desc, a->expected + to, a->src.data + from);
    plan = made; /* a plan may be copied */
    memset(&made, 0xA5, sizeof made);
    if (roll(d, 4))
        gac_copy_plan_run(&plan, a->dst.data + to, a->src.data + from);
    else
        run_tiles(d, &plan, a->dst.data + to, a->src.data + from);
    if (memcmp(a->dst.data + low, a->expected + low, high - low) == 0)
        return true;
    const gac_copy_shape *s = &desc.shape;
    printf("# shape %llu wrong: element %llu, %llu x %llu x %llu, source %llu "
           "%llu, destination %llu %llu, flags %u, at %zu from %zu\n",
           (unsigned long long)number, (unsigned long long)s->element_bytes,
           (unsigned long long)s->elements_per_line,
           (unsigned long long)s->lines, (unsigned long long)s->planes,
           (unsigned long long)s->src_line_length,
           (unsigned long long)s->src_plane_area,
           (unsigned long long)s->dst_line_length,
           (unsigned long long)s->dst_plane_area, flags, to, from);
    return false;
}

static uint64_t number_from_environment(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : 0;
}

static bool try_shapes(unsigned hints)
{
    arenas a = {guarded_new(ARENA), guarded_new(ARENA), malloc(ARENA)};
    uint64_t shapes = number_from_environment("GAC_COPY_SHAPES");
    uint64_t seed = number_from_environment("GAC_COPY_SEED");
    uint64_t box_ns = getenv("GAC_TEST_QUICK") ? 250000000u : 1500000000u;
    dice d = {0x9E3779B97F4A7C15u ^ seed};
    for (size_t i = 0; i < ARENA; i++)
        a.src.data[i] = (unsigned char)dice_next(&d);
    uint64_t end = gac__now_ns() + box_ns, number = 0;
    bool right = true;
    while (right
           && (shapes ? number < shapes : number % 64 || gac__now_ns() < end))
        right = try_shape(&d, &a, hints, number++);
    printf("# %llu shapes\n", (unsigned long long)number);
    fflush(stdout);
    guarded_free(&a.dst);
    guarded_free(&a.src);
    free(a.expected);
    return right;
}

typedef struct level {
    gac_cpu_level cpu;
    unsigned policy;
} level;

static level levels[] = {
    {GAC_CPU_BASELINE, 0}, {GAC_CPU_BASELINE, 1023}, {GAC_CPU_AVX2, 4},
    {GAC_CPU_AVX2, 1023},  {GAC_CPU_AVX512, 0},      {GAC_CPU_AVX512, 1023},
    {GAC_CPU_AVX512, 948}, /* as Intel's: no masks before */
};

static void test_level(void **state)
{
    const level *l = *state;
    if (gac_cpu_best() < l->cpu)
        skip();
    assert_true(
        try_shapes(GAC_COPY_LEVEL(l->cpu) | GAC_COPY_POLICY(l->policy)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"kernels, baseline", test_level, NULL, NULL, &levels[0]},
        {"kernels, baseline, every policy", test_level, NULL, NULL, &levels[1]},
        {"kernels, AVX2", test_level, NULL, NULL, &levels[2]},
        {"kernels, AVX2, every policy", test_level, NULL, NULL, &levels[3]},
        {"kernels, AVX-512", test_level, NULL, NULL, &levels[4]},
        {"kernels, AVX-512, every policy", test_level, NULL, NULL, &levels[5]},
        {"kernels, AVX-512, few stores", test_level, NULL, NULL, &levels[6]},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
