/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Many shapes, mixtures of them, a loop of copies and computation; and the cost
 * of queues. */
#include "bench_copy.h"

#include <stdio.h>
#include <stdlib.h>

/* -- sweeps ---------------------------------------------------------------- */

static void sweep_add(const char *name, const gac_copy_shape *s, place where,
                      bool out)
{
    char text[72];
    snprintf(
        text, sizeof text, "%s %s: %llu B x %llu x %llu at %llu", name,
        out ? "out" : "in", (unsigned long long)s->element_bytes,
        (unsigned long long)s->elements_per_line, (unsigned long long)s->lines,
        (unsigned long long)(out ? s->dst_line_length : s->src_line_length));
    measure_and_report(text, s, where, out, out ? GAC_COPY_OUT : GAC_COPY_IN,
                       NULL);
}

/* The shapes of OpenCL's conformance tests: 13 element sizes, few elements and
 * lines, gaps of 0, 10 or 100 elements on the global side. */
static void sweep_conformance(const char *name)
{
    static const uint64_t sizes[] = {1, 2,  3,  4,  5,  6, 7,
                                     8, 13, 16, 32, 47, 64};
    static const uint64_t shapes[][3] = {
        /* elements, lines, gap */
        {10, 16, 0},  {10, 16, 10},  {10, 16, 100}, {16, 10, 10},
        {13, 10, 10}, {16, 16, 100}, {1, 13, 10},   {30, 10, 100}};
    for (size_t i = 0; i < GAC__COUNT_OF(sizes); i++)
        for (size_t k = 0; k < GAC__COUNT_OF(shapes); k++) {
            uint64_t e = shapes[k][0], far = e + shapes[k][2];
            gac_copy_shape in = {sizes[i], e, shapes[k][1], 1, far, 0, e, 0};
            gac_copy_shape out = {sizes[i], e, shapes[k][1], 1, e, 0, far, 0};
            sweep_add(name, &in, HOT, false);
            sweep_add(name, &out, HOT, true);
        }
}

static void sweep_strided(const char *name)
{
    static const uint64_t sizes[] = {1,  2,  3,  4,  6,  8,  12,
                                     16, 20, 24, 32, 48, 64, 128};
    static const uint64_t strides[] = {2,  3,  4,   5,   8,   16,
                                       17, 64, 100, 240, 256, 272};
    static const place places[] = {HOT, L2, DRAM};
    for (size_t i = 0; i < GAC__COUNT_OF(sizes); i++)
        for (size_t k = 0; k < GAC__COUNT_OF(strides); k++)
            for (size_t p = 0; p < GAC__COUNT_OF(places); p++) {
                uint64_t n = places[p] == HOT ? 128 : 1024;
                gac_copy_shape in = gac_copy_gather(sizes[i], n, strides[k]);
                gac_copy_shape out = gac_copy_scatter(sizes[i], n, strides[k]);
                sweep_add(name, &in, places[p], false);
                sweep_add(name, &out, places[p], true);
            }
}

static void sweep_widths(const char *name)
{
    static const place places[] = {HOT, L2, L3, DRAM};
    static const uint64_t widths[] = {
        1,   2,   3,   4,   5,    6,    7,    8,    10,   12,   14,  15,  16,
        17,  20,  24,  28,  31,   32,   33,   36,   40,   48,   56,  63,  64,
        65,  72,  80,  96,  100,  112,  127,  128,  160,  192,  224, 256, 300,
        384, 500, 512, 768, 1024, 1536, 2048, 4096, 8192, 16384};
    for (size_t i = 0; i < GAC__COUNT_OF(widths); i++)
        for (size_t p = 0; p < GAC__COUNT_OF(places); p++) {
            uint64_t width = widths[i], lines = width >= 384 ? 16 : 64;
            uint64_t pitch = width < 7000 ? 7680 : 2 * width + 192;
            gac_copy_shape in = {1, width, lines, 1, pitch, 0, width, 0};
            gac_copy_shape out = {1, width, lines, 1, width, 0, pitch, 0};
            sweep_add(name, &in, places[p], false);
            sweep_add(name, &out, places[p], true);
        }
}

void bench_sweeps(const char *only)
{
    static const struct {
        const char *name;
        void (*run)(const char *name);
    } sweeps[] = {{"conformance", sweep_conformance},
                  {"strided", sweep_strided},
                  {"widths", sweep_widths}};
    for (size_t i = 0; i < GAC__COUNT_OF(sweeps); i++)
        if (!only || strstr(sweeps[i].name, only))
            sweeps[i].run(sweeps[i].name);
}

/* -- copies and computation ------------------------------------------------ */

#define TILE_LINES 64u
#define TILE_WORDS (TILE_LINES * 8u)

static volatile uint64_t sink;

/* About 100 ns of work on a tile of 4 KiB. */
static void compute(const char *tile)
{
    const uint64_t *words = (const uint64_t *)(const void *)tile;
    uint64_t a = 0, b = 0, c = 0, d = 0;
    for (size_t i = 0; i < TILE_WORDS; i += 4) {
        a = (a ^ words[i]) + 1, b = (b ^ words[i + 1]) + 1;
        c = (c ^ words[i + 2]) + 1, d = (d ^ words[i + 3]) + 1;
    }
    sink = a ^ b ^ c ^ d;
}

typedef enum pipeline { PIPE_PER_LINE, PIPE_EAGER, PIPE_AHEAD } pipeline;

/* Tile after tile: copied and then computed on, or with the next one's source
 * fetched meanwhile. */
static void run_pipeline(bench_case *c, pipeline kind, const position *at,
                         size_t n)
{
    contender_fn *per_line = peer_find(PER_LINE, &c->shape);
    for (size_t i = 0; i < n; i++) {
        if (kind == PIPE_PER_LINE)
            per_line(c, at + i, 1);
        else
            gac_copy_plan_run(&c->plan, c->dst, c->src + at[i].src);
        if (kind == PIPE_AHEAD && i + 1 < n)
            gac_copy_prefetch(&c->plan, c->src + at[i + 1].src);
        compute(c->dst);
    }
}

static double time_pipeline(bench_case *c, pipeline kind)
{
    size_t n = 256;
    if (c->cursor + n > c->n_at)
        c->cursor = 0;
    uint64_t start = gac__now_ns();
    run_pipeline(c, kind, c->at + c->cursor, n);
    c->cursor += n;
    return (double)(gac__now_ns() - start) / (double)n;
}

static void pipelines(void)
{
    const gac_copy_shape tile = {4, 16, TILE_LINES, 1, 1920, 0, 16, 0};
    double line[ROUNDS], eager[ROUNDS], ahead[ROUNDS], to_line[ROUNDS],
        to_eager[ROUNDS];
    gac_copy_plan plain;
    bench_case c;
    case_begin(&c, &tile, DRAM_SHUFFLED, false, GAC_COPY_IN | GAC_COPY_NEAR);
    gac_copy_plan near = c.plan;
    gac_copy_plan_make(&plain, &tile,
                       GAC_COPY_IN
                           | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)level));
    for (size_t r = 0; r < ROUNDS; r++) {
        line[r] = time_pipeline(&c, PIPE_PER_LINE);
        c.plan = plain;
        eager[r] = time_pipeline(&c, PIPE_EAGER);
        c.plan = near;
        ahead[r] = time_pipeline(&c, PIPE_AHEAD);
        to_line[r] = line[r] / ahead[r], to_eager[r] = eager[r] / ahead[r];
    }
    case_end(&c);
    double ns = median(ahead, ROUNDS);
    report("tiles fetched ahead, and computation", median(to_line, ROUNDS),
           contender_names[PER_LINE], ns, median(line, ROUNDS), 0);
    report("tiles fetched ahead, and computation", median(to_eager, ROUNDS),
           "the same at once", ns, median(eager, ROUNDS), 0);
}

/* -- a mixture ------------------------------------------------------------- */

#define MIXED 8u

static const gac_copy_shape mixed[MIXED] = {
    {4, 16, 16, 1, 1920, 0, 16, 0}, {1, 16, 16, 1, 7680, 0, 16, 0},
    {4, 10, 10, 1, 1920, 0, 10, 0}, {4, 3, 64, 1, 1920, 0, 3, 0},
    {3, 16, 16, 1, 2560, 0, 16, 0}, {4, 8, 8, 1, 1920, 0, 8, 0},
    {1, 1024, 1, 1, 0, 0, 0, 0},    {4, 1, 64, 1, 17, 0, 1, 0}};

typedef enum mix { MIX_PER_LINE, MIX_PLANS, MIX_BUILT } mix;

static double time_mixture(bench_case *c, mix kind, const unsigned char *order,
                           size_t n)
{
    contender_fn *per_line = peer_find(PER_LINE, &mixed[0]);
    static const position zero;
    uint64_t start = gac__now_ns();
    for (size_t i = 0; i < n; i++) {
        unsigned k = order[i];
        if (kind == MIX_PER_LINE) {
            per_line(&c[k], &zero, 1);
        } else if (kind == MIX_PLANS) {
            gac_copy_plan_run(&c[k].plan, c->dst, c->src);
        } else {
            gac_copy_plan plan;
            gac_copy_plan_make(
                &plan, &mixed[k],
                GAC_COPY_IN | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)level));
            gac_copy_plan_run(&plan, c->dst, c->src);
        }
    }
    return (double)(gac__now_ns() - start) / (double)n;
}

static void mixture(void)
{
    static unsigned char order[2048];
    double line[ROUNDS], run[ROUNDS], built[ROUNDS], to_run[ROUNDS],
        to_built[ROUNDS];
    uint64_t random = 7;
    bench_case c[MIXED];
    for (size_t i = 0; i < sizeof order; i++)
        order[i] = (unsigned char)(gac__random_next(&random) % MIXED);
    for (size_t k = 0; k < MIXED; k++)
        case_begin(&c[k], &mixed[k], HOT, false, GAC_COPY_IN);
    for (size_t r = 0; r < ROUNDS; r++) {
        line[r] = time_mixture(c, MIX_PER_LINE, order, sizeof order);
        run[r] = time_mixture(c, MIX_PLANS, order, sizeof order);
        built[r] = time_mixture(c, MIX_BUILT, order, sizeof order);
        to_run[r] = line[r] / run[r], to_built[r] = line[r] / built[r];
    }
    for (size_t k = 0; k < MIXED; k++)
        case_end(&c[k]);
    double line_ns = median(line, ROUNDS);
    report("8 shapes mixed, plans", median(to_run, ROUNDS),
           contender_names[PER_LINE], median(run, ROUNDS), line_ns, 0);
    report("8 shapes mixed, plans made each time", median(to_built, ROUNDS),
           contender_names[PER_LINE], median(built, ROUNDS), line_ns, 0);
}

/* -- queues ---------------------------------------------------------------- */

/* What a start and a wait cost over the copy itself, by mode. */
static void time_queues(void)
{
    static const char *const names[] = {"eager", "late", "thread", "random"};
    const gac_copy_shape tile = {4, 16, 16, 1, 1920, 0, 16, 0};
    gac_copy_worker *worker;
    bench_case c;
    if (gac_copy_worker_create(NULL, 1, &worker) != GAC_OK)
        return;
    case_begin(&c, &tile, HOT, false, GAC_COPY_IN);
    printf("\ntile 16x16 f32 through a queue, start and wait:");
    for (int mode = GAC_COPY_EAGER; mode <= GAC_COPY_RANDOM; mode++) {
        gac_copy_queue_options o = {
            .size = sizeof o, .worker = worker, .mode = (gac_copy_mode)mode};
        gac_copy_queue *q;
        double ns[ROUNDS];
        if (gac_copy_queue_create(&o, &q) != GAC_OK)
            continue;
        for (size_t r = 0; r < ROUNDS; r++) {
            uint64_t start = gac__now_ns();
            for (int i = 0; i < 500; i++) {
                gac_copy_event e = 0;
                gac_copy_queue_start(q, &c.plan, c.dst, c.src, &e);
                gac_copy_queue_wait(q, &e, 1);
            }
            ns[r] = (double)(gac__now_ns() - start) / 500;
        }
        printf(" %s %.1f ns", names[mode], median(ns, ROUNDS));
        gac_copy_queue_destroy(q);
    }
    printf("\n");
    case_end(&c);
    gac_copy_worker_destroy(worker);
}

void bench_pipelines(void)
{
    time_queues();
    pipelines();
    mixture();
}
