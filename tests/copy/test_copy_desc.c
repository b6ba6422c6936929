/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Descriptors: spans, bounds, overflow, equivalences, empty and undefined
 * copies, call sites, visits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "copy/copy_internal.h"
#include "copy_model.h"
#include "support/support.h"

#define SIZE 8192u

static unsigned char source[SIZE], got[SIZE], expected[SIZE];

static void fill(void)
{
    dice d = {12345};
    for (size_t i = 0; i < SIZE; i++)
        source[i] = (unsigned char)dice_next(&d);
    memset(got, 0xEE, SIZE);
    memset(expected, 0xEE, SIZE);
}

/* Copies and compares with the model. */
static void check_copy(const gac_copy_desc *d)
{
    fill();
    model_copy(d, expected, source);
    assert_int_equal(gac_copy(d, 0, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
}

static gac_copy_desc tile(void)
{
    return (gac_copy_desc){{.element_bytes = 4,
                            .elements_per_line = 5,
                            .lines = 6,
                            .planes = 3,
                            .src_line_length = 9,
                            .src_plane_area = 60,
                            .dst_line_length = 7,
                            .dst_plane_area = 50},
                           .src_offset = 11,
                           .dst_offset = 3};
}

static void test_offsets(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    check_copy(&d);
    d.shape.element_bytes = 13;
    check_copy(&d);
    d.src_offset = d.dst_offset = 0;
    check_copy(&d);
}

/* Pitches of extents of 1 are garbage in real callers. */
static void test_unused_pitches(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    d.shape.planes = 1;
    d.shape.src_plane_area = d.shape.dst_plane_area = UINT64_MAX;
    fill();
    gac_copy_desc plain = d;
    plain.shape.src_plane_area = plain.shape.dst_plane_area = 0;
    model_copy(&plain, expected, source);
    assert_int_equal(gac_copy(&d, GAC_COPY_STRICT, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
    d.shape.lines = 1;
    d.shape.src_line_length = d.shape.dst_line_length = UINT64_MAX / 2;
    plain.shape.lines = 1;
    fill();
    model_copy(&plain, expected, source);
    assert_int_equal(gac_copy(&d, GAC_COPY_STRICT, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
}

/* "async_work_group_strided_copy(dst, src, num_gentypes, src_stride, event) is
 * equal to async_work_group_copy_2D2D(dst, 0, src, 0, sizeof(gentype), 1,
 * num_gentypes, src_stride, 1, event)" */
static void test_strided_is_2d(void **state)
{
    (void)state;
    for (uint64_t stride = 1; stride < 20; stride++)
        for (uint64_t e = 1; e < 18; e++) {
            gac_copy_desc d = {gac_copy_gather(e, 20, stride), 0, 0};
            fill();
            for (size_t i = 0; i < 20; i++)
                memcpy(expected + i * e, source + i * stride * e, e);
            assert_int_equal(gac_copy(&d, 0, got, source), GAC_OK);
            assert_memory_equal(got, expected, SIZE);
            d.shape = gac_copy_scatter(e, 20, stride);
            fill();
            for (size_t i = 0; i < 20; i++)
                memcpy(expected + i * stride * e, source + i * e, e);
            assert_int_equal(gac_copy(&d, 0, got, source), GAC_OK);
            assert_memory_equal(got, expected, SIZE);
        }
}

static void test_linear(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 600; n++) {
        gac_copy_desc d = {gac_copy_linear(3, n), 7, 5};
        fill();
        memcpy(expected + 15, source + 21, 3 * n);
        assert_int_equal(gac_copy(&d, 0, got, source), GAC_OK);
        assert_memory_equal(got, expected, SIZE);
    }
}

/* A 3D copy is its planes' 2D copies, which are their lines' linear copies. */
static void test_3d_is_planes_of_lines(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    fill();
    assert_int_equal(gac_copy(&d, 0, expected, source), GAC_OK);
    for (uint64_t p = 0; p < d.shape.planes; p++) {
        gac_copy_desc plane = d;
        plane.shape.planes = 1;
        plane.src_offset += p * d.shape.src_plane_area;
        plane.dst_offset += p * d.shape.dst_plane_area;
        assert_int_equal(gac_copy(&plane, 0, got, source), GAC_OK);
    }
    assert_memory_equal(got, expected, SIZE);
    memset(got, 0xEE, SIZE);
    for (uint64_t i = 0; i < d.shape.planes * d.shape.lines; i++) {
        uint64_t p = i / d.shape.lines, l = i % d.shape.lines;
        gac_copy_desc line = {gac_copy_linear(4, d.shape.elements_per_line),
                              d.src_offset + p * d.shape.src_plane_area
                                  + l * d.shape.src_line_length,
                              d.dst_offset + p * d.shape.dst_plane_area
                                  + l * d.shape.dst_line_length};
        assert_int_equal(gac_copy(&line, 0, got, source), GAC_OK);
    }
    assert_memory_equal(got, expected, SIZE);
}

static void test_empty(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        gac_copy_desc d = tile();
        gac_copy_plan plan;
        gac_copy_tiling tiling;
        gac_copy_span dst = {1, 1}, src = {1, 1};
        gac_copy_memory none = {0, 0, 0};
        d.shape.src_line_length = d.shape.dst_plane_area = UINT64_MAX;
        d.src_offset = UINT64_MAX;
        *(which == 0   ? &d.shape.elements_per_line
          : which == 1 ? &d.shape.lines
                       : &d.shape.planes) = 0;
        assert_int_equal(gac_copy(&d, GAC_COPY_STRICT, NULL, NULL), GAC_OK);
        assert_int_equal(gac_copy_plan_make(&plan, &d.shape, 0), GAC_OK);
        gac_copy_plan_run(&plan, NULL, NULL);
        gac_copy_prefetch(&plan, NULL);
        assert_int_equal(gac_copy_plan_bytes(&plan), 0);
        gac_copy_tiling_make(&tiling, &plan, 0);
        assert_int_equal(tiling.n_tiles, 0);
        assert_int_equal(gac_copy_spans(&d, &dst, &src), GAC_OK);
        assert_int_equal(dst.size_bytes, 0);
        assert_int_equal(src.size_bytes, 0);
        assert_int_equal(gac_copy_check(&d, 32, &none, &none), GAC_OK);
    }
}

static void test_no_element_bytes(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    gac_copy_plan plan;
    d.shape.element_bytes = 0;
    assert_int_equal(gac_copy(&d, 0, got, source), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_spans(&d, NULL, NULL), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_plan_make(&plan, &d.shape, 0), GAC_ERR_ARGUMENT);
    gac_copy_plan_run(&plan, NULL, NULL); /* copies nothing */
}

static void test_spans(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    gac_copy_span dst, src;
    assert_int_equal(gac_copy_spans(&d, &dst, &src), GAC_OK);
    /* elements: (planes - 1) * area + (lines - 1) * length + line */
    assert_int_equal(src.first_byte, 44);
    assert_int_equal(src.size_bytes, (2 * 60 + 5 * 9 + 5) * 4);
    assert_int_equal(dst.first_byte, 12);
    assert_int_equal(dst.size_bytes, (2 * 50 + 5 * 7 + 5) * 4);
}

static void test_overflow(void **state)
{
    (void)state;
    gac_copy_plan plan;
    const uint64_t big[] = {UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 4 + 1,
                            (uint64_t)1 << 62, (uint64_t)1 << 61};
    for (size_t i = 0; i < GAC__COUNT_OF(big); i++)
        for (int which = 0; which < 10; which++) {
            gac_copy_desc d = tile();
            uint64_t *fields[] = {&d.shape.element_bytes,
                                  &d.shape.elements_per_line,
                                  &d.shape.lines,
                                  &d.shape.planes,
                                  &d.shape.src_line_length,
                                  &d.shape.src_plane_area,
                                  &d.shape.dst_line_length,
                                  &d.shape.dst_plane_area,
                                  &d.src_offset,
                                  &d.dst_offset};
            *fields[which] = big[i];
            if (which >= 8) {
                assert_int_equal(gac_copy(&d, 0, NULL, NULL), GAC_ERR_OVERFLOW);
                continue;
            }
            assert_int_equal(gac_copy_plan_make(&plan, &d.shape, 0),
                             GAC_ERR_OVERFLOW);
            gac_copy_plan_run(&plan, NULL, NULL);
            assert_int_equal(gac_copy(&d, 0, NULL, NULL), GAC_ERR_OVERFLOW);
        }
    /* Products that fit, and a sum that does not: of lines, of planes. */
    const uint64_t half = (uint64_t)1 << 63;
    const gac_copy_shape sums[] = {{1, half - 1, 2, 1, 0, 0, half + 1, 0},
                                   {1, half - 1, 2, 1, half + 1, 0, 0, 0},
                                   {1, half - 1, 1, 2, 0, 0, 0, half + 1},
                                   {1, half - 1, 1, 2, 0, half + 1, 0, 0}};
    for (size_t i = 0; i < GAC__COUNT_OF(sums); i++)
        assert_int_equal(gac_copy_plan_make(&plan, &sums[i], 0),
                         GAC_ERR_OVERFLOW);
    /* One more byte than there are. */
    gac_copy_desc last = {gac_copy_linear(1, 2), UINT64_MAX - 2, 0};
    assert_int_equal(gac_copy_spans(&last, NULL, NULL), GAC_OK);
    last.src_offset++;
    assert_int_equal(gac_copy_spans(&last, NULL, NULL), GAC_ERR_OVERFLOW);
}

static void test_bounds(void **state)
{
    (void)state;
    gac_copy_desc d = tile();
    gac_copy_span s, t;
    gac_copy_spans(&d, &t, &s);
    uint64_t dst_end = t.first_byte + t.size_bytes;
    uint64_t src_end = s.first_byte + s.size_bytes;
    /* Pointers 100 bytes into memory that begins at 1000. */
    gac_copy_memory dst = {1100, 1000, 100 + dst_end};
    gac_copy_memory src = {1100, 1000, 100 + src_end};
    assert_int_equal(gac_copy_check(&d, 64, &dst, &src), GAC_OK);
    assert_int_equal(gac_copy_check(&d, 32, &dst, &src), GAC_OK);
    src.memory_bytes--;
    assert_int_equal(gac_copy_check(&d, 64, &dst, &src), GAC_ERR_BOUNDS);
    src.memory_bytes++;
    dst.memory_bytes--;
    assert_int_equal(gac_copy_check(&d, 64, &dst, &src), GAC_ERR_BOUNDS);
    dst.memory_bytes++;
    src.address = 999 - s.first_byte;
    assert_int_equal(gac_copy_check(&d, 64, &dst, &src), GAC_ERR_BOUNDS);
    src.address++;
    assert_int_equal(gac_copy_check(&d, 64, &dst, &src), GAC_OK);
    assert_int_equal(gac_copy_check(&d, 0, &dst, &src), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_check(&d, 65, &dst, &src), GAC_ERR_ARGUMENT);
}

/* The last byte at the last address of a space fits, one more does not. */
static void test_address_space(void **state)
{
    (void)state;
    static const unsigned widths[] = {16, 32, 48, 63, 64};
    gac_copy_memory dst = {0, 0, 100};
    for (size_t i = 0; i < GAC__COUNT_OF(widths); i++) {
        uint64_t top = UINT64_MAX >> (64 - widths[i]);
        gac_copy_desc d = {gac_copy_gather(4, 3, 5), 2, 0};
        uint64_t span = 2 * 20 + 4;
        gac_copy_memory src = {top - span + 1 - 8, 1, UINT64_MAX};
        assert_int_equal(gac_copy_check(&d, widths[i], &dst, &src), GAC_OK);
        src.address++;
        assert_int_equal(gac_copy_check(&d, widths[i], &dst, &src),
                         GAC_ERR_OVERFLOW);
        /* An offset that wraps around to a valid address is an overflow too. */
        src.address = 0;
        d.src_offset = (top >> 2) + 1;
        assert_int_equal(gac_copy_check(&d, widths[i], &dst, &src),
                         GAC_ERR_OVERFLOW);
    }
}

static void test_strict(void **state)
{
    (void)state;
    gac_copy_plan plan;
    gac_copy_shape good = {4, 5, 6, 3, 5, 30, 5, 30}, s;
    assert_int_equal(gac_copy_plan_make(&plan, &good, GAC_COPY_STRICT), GAC_OK);
    uint64_t *fields[] = {&s.src_line_length, &s.src_plane_area,
                          &s.dst_line_length, &s.dst_plane_area};
    for (size_t i = 0; i < 4; i++) {
        s = good;
        --*fields[i];
        assert_int_equal(gac_copy_plan_make(&plan, &s, GAC_COPY_STRICT),
                         GAC_ERR_ARGUMENT);
        assert_int_equal(gac_copy_plan_make(&plan, &s, 0), GAC_OK);
    }
    /* Two lines that overlap, two planes that do. */
    gac_copy_shape pair = {4, 5, 2, 1, 5, 0, 4, 0};
    assert_int_equal(gac_copy_plan_make(&plan, &pair, GAC_COPY_STRICT),
                     GAC_ERR_ARGUMENT);
    pair = (gac_copy_shape){4, 5, 1, 2, 0, 5, 0, 4};
    assert_int_equal(gac_copy_plan_make(&plan, &pair, GAC_COPY_STRICT),
                     GAC_ERR_ARGUMENT);
}

/* Undefined copies of absurd length end at once, or are refused. */
static void test_overlap_is_bounded(void **state)
{
    (void)state;
    uint64_t huge = (uint64_t)1 << 60;
    gac_copy_desc same = {{4, 1, huge, 1, 0, 0, 0, 0}, 1, 2};
    fill();
    memcpy(expected + 8, source + 4, 4);
    assert_int_equal(gac_copy(&same, 0, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
    gac_copy_desc planes = {{4, 1, 1, huge, 0, 0, 0, 0}, 1, 2};
    assert_int_equal(gac_copy(&planes, 0, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
    /* Two lines that overlap: the later one is seen. Its planes lie apart. */
    gac_copy_desc two = {{1, 8, 2, 2, 20, 50, 4, 30}, 0, 0};
    fill();
    for (size_t plane = 0; plane < 2; plane++)
        for (size_t line = 0; line < 2; line++)
            memcpy(expected + 30 * plane + 4 * line,
                   source + 50 * plane + 20 * line, 8);
    assert_int_equal(gac_copy(&two, 0, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
}

/* Every small one that overlaps, and many that do not: the last one stays. */
static void test_overlap_is_exact(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 6u * 6 * 6 * 9 * 24; i++) {
        uint64_t w = 1 + i % 6, lines = 1 + i / 6 % 6, planes = 1 + i / 36 % 6;
        uint64_t pitch = i / 216 % 9, area = i / 1944 % 24;
        gac_copy_desc d = {{1, w, lines, planes, 7, 41, pitch, area}, 1, 2};
        fill();
        model_copy(&d, expected, source);
        assert_int_equal(gac_copy(&d, 0, got, source), GAC_OK);
        assert_memory_equal(got, expected, SIZE);
    }
}

typedef struct work {
    uint64_t bytes, runs;
} work;

static bool count_work(void *user, size_t bytes)
{
    work *w = user;
    w->bytes += bytes;
    w->runs++;
    return true;
}

/* Lines and planes that hide each other are copied as far as they show, however
 * many they are. */
static void test_overlap_work_is_bounded(void **state)
{
    (void)state;
    static const gac_copy_shape shapes[] = {
        /* element, elements, lines, planes, source's lengths, destination's */
        {1, 1u << 20, 1, 1u << 20, 0, 0, 0, 1},
        {1, 64, 8000, 8000, 0, 0, 64, 64},
        {1, 64, 8192, 8192, 0, 0, 64, 64},
        {1, 64, 8192, 8192, 0, 0, 64, 640},
        {1, 64, 8192, 8192, 0, 0, 64, 65},
        {1, 64, 1u << 16, 1u << 16, 0, 0, 64, 1},
        {1, 4096, 1000, 1000, 0, 0, 4097, 4096},
        {1, 4096, 1000, 1000, 0, 0, 1, 4096},
        {8, 512, 1000, 1u << 20, 0, 0, 0, 1}};
    for (size_t i = 0; i < GAC__COUNT_OF(shapes); i++) {
        gac_copy_desc d = {shapes[i], 0, 0};
        gac_copy_span dst, src;
        gac_copy_plan plan;
        work done = {0, 0};
        assert_int_equal(gac_copy_spans(&d, &dst, &src), GAC_OK);
        char *to = calloc(1, dst.size_bytes), *from = calloc(1, src.size_bytes);
        assert_non_null(to);
        assert_non_null(from);
        assert_int_equal(gac_copy_plan_make(&plan, &shapes[i], 0), GAC_OK);
        assert_true(gac__copy_in_pieces(&plan, to, from, count_work, &done));
        assert_in_range(done.bytes + done.runs, 1, 32 * dst.size_bytes);
        free(to);
        free(from);
    }
    /* The plane after next hides most of a line here, the next one nothing. */
    gac_copy_shape many = {1, 1000, 10000, 10000, 0, 0, 2000, 20999};
    gac_copy_plan plan;
    assert_int_equal(gac_copy_plan_make(&plan, &many, 0), GAC_ERR_LIMIT);
    assert_int_equal(gac_copy_plan_bytes(&plan), 0);
}

static void test_site(void **state)
{
    (void)state;
    static gac_copy_site site;
    gac_copy_desc d = {.src_offset = 0};
    assert_int_equal(gac_copy_at_site(&site, &d, 0, NULL, NULL),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_copy_site_plan(&site, &d.shape, 0), GAC_ERR_ARGUMENT);
    d = tile();
    for (int i = 0; i < 40; i++) {
        d.src_offset = (uint64_t)i;
        if (i % 8 == 7)
            d.shape.lines = 1 + (uint64_t)i % 5;
        if (i % 8 == 5)
            d.shape.element_bytes = 1 + (uint64_t)i % 7;
        fill();
        model_copy(&d, expected, source);
        assert_int_equal(
            gac_copy_at_site(&site, &d, i % 3 ? 0u : GAC_COPY_IN, got, source),
            GAC_OK);
        assert_memory_equal(got, expected, SIZE);
    }
    gac_copy_desc bad = d;
    bad.shape.element_bytes = 0;
    assert_int_equal(gac_copy_at_site(&site, &bad, 0, got, source),
                     GAC_ERR_ARGUMENT);
    bad = d;
    bad.src_offset = UINT64_MAX;
    assert_int_equal(gac_copy_at_site(&site, &bad, 0, got, source),
                     GAC_ERR_OVERFLOW);
    fill();
    model_copy(&d, expected, source);
    assert_int_equal(gac_copy_at_site(&site, &d, 0, got, source), GAC_OK);
    assert_memory_equal(got, expected, SIZE);
}

static gac_result visit_copy(void *user, uint64_t dst, uint64_t src,
                             uint64_t size)
{
    size_t *runs = user;
    memcpy(got + dst, source + src, size);
    return ++*runs > 100 ? GAC_ERR_LIMIT : GAC_OK;
}

static void test_visit(void **state)
{
    (void)state;
    dice d99 = {99};
    for (int i = 0; i < 500; i++) {
        gac_copy_shape s = {.element_bytes = 1 + roll(&d99, 5),
                            .elements_per_line = 1 + roll(&d99, 6),
                            .lines = 1 + roll(&d99, 6),
                            .planes = 1 + roll(&d99, 4)};
        s.src_line_length = s.elements_per_line + roll(&d99, 2);
        s.dst_line_length = s.elements_per_line + roll(&d99, 2);
        s.src_plane_area = s.src_line_length * s.lines + roll(&d99, 2);
        s.dst_plane_area = s.dst_line_length * s.lines + roll(&d99, 2);
        gac_copy_desc d = {s, roll(&d99, 9), roll(&d99, 9)};
        size_t runs = 0;
        fill();
        model_copy(&d, expected, source);
        assert_int_equal(gac_copy_visit(&d, visit_copy, &runs), GAC_OK);
        assert_memory_equal(got, expected, SIZE);
    }
    gac_copy_desc d = {{1, 1, 500, 1, 2, 0, 3, 0}, 0, 0};
    size_t runs = 0;
    assert_int_equal(gac_copy_visit(&d, visit_copy, &runs), GAC_ERR_LIMIT);
    assert_int_equal(runs, 101);
    d.shape.dst_line_length = 0;
    assert_int_equal(gac_copy_visit(&d, visit_copy, &runs), GAC_ERR_ARGUMENT);
}

/* Long runs of every kind, also past the caches. */
static void test_long_runs(void **state)
{
    (void)state;
    size_t size = (size_t)5 << 20;
    unsigned char *from = malloc(size), *to = malloc(size);
    static const size_t lengths[] = {511,   8191,    8192,    16384,
                                     16447, 24575,   24576,   40000,
                                     65537, 1000003, 4u << 20};
    static const unsigned flags[] = {0, GAC_COPY_OUT, GAC_COPY_STREAM};
    assert_non_null(from);
    assert_non_null(to);
    for (size_t i = 0; i < size; i++)
        from[i] = (unsigned char)(i * 7 + (i >> 8));
    for (size_t i = 0; i < GAC__COUNT_OF(lengths) * 12; i++) {
        size_t n = lengths[i / 12], at = i % 4 * 13;
        gac_copy_shape s = gac_copy_linear(1, n);
        gac_copy_plan plan;
        memset(to, 0xEE, GAC__MIN(size, n + 256));
        assert_int_equal(gac_copy_plan_make(&plan, &s, flags[i / 4 % 3]),
                         GAC_OK);
        gac_copy_plan_run(&plan, to + at, from + 3 * at);
        gac_copy_fence();
        assert_int_equal(memcmp(to + at, from + 3 * at, n), 0);
        assert_int_equal(to[at + n], 0xEE);
        assert_true(at == 0 || to[at - 1] == 0xEE);
    }
    free(from);
    free(to);
}

/* Tiles of long lines, whole cache lines and others, out of step with them too.
 */
static void test_long_lines(void **state)
{
    static const size_t widths[] = {1024, 1027, 1151, 2048, 4096, 5000, 8256};
    static const size_t lines[] = {4, 7, 16, 33};
    size_t pitch = 8320, size = 40 * pitch;
    unsigned char *from = malloc(size), *to = malloc(size),
                  *want = malloc(size);
    (void)state;
    assert_true(from && to && want);
    for (size_t i = 0; i < size; i++)
        from[i] = (unsigned char)(i * 7 + (i >> 8));
    for (size_t i = 0; i < 7 * 4 * 24; i++) {
        size_t w = widths[i % 7], n = lines[i / 7 % 4], at = i / 28 % 6 * 21;
        size_t dst_pitch = i / 28 % 4 ? pitch : w;
        unsigned flags = i & 1 ? GAC_COPY_OUT : i & 2 ? GAC_COPY_STREAM : 0;
        gac_copy_shape s = {1, w, n, 1, pitch, 0, dst_pitch, 0};
        gac_copy_plan plan;
        memset(to, 0xEE, size);
        memset(want, 0xEE, size);
        for (size_t l = 0; l < n; l++)
            memcpy(want + at + l * dst_pitch, from + 3 * at + l * pitch, w);
        assert_int_equal(gac_copy_plan_make(&plan, &s, flags), GAC_OK);
        gac_copy_plan_run(&plan, to + at, from + 3 * at);
        gac_copy_fence();
        assert_int_equal(memcmp(to, want, size), 0);
    }
    free(from);
    free(to);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_unused_pitches),
        cmocka_unit_test(test_strided_is_2d),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_3d_is_planes_of_lines),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_no_element_bytes),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_address_space),
        cmocka_unit_test(test_strict),
        cmocka_unit_test(test_overlap_is_bounded),
        cmocka_unit_test(test_overlap_is_exact),
        cmocka_unit_test(test_overlap_work_is_bounded),
        cmocka_unit_test(test_site),
        cmocka_unit_test(test_visit),
        cmocka_unit_test(test_long_runs),
        cmocka_unit_test(test_long_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
