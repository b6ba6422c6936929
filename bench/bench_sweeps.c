/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Goals over many shapes (G11, G12, G20), over mixtures (G19), over a loop of
 * copies and computation (G18); and the cost of queues. */
#include "bench_copy.h"

#include <stdio.h>
#include <stdlib.h>

/* -- sweeps ---------------------------------------------------------------- */

#define MAX_CASES 1200u

typedef struct sweep {
    const char *name;
    contender peer;
    size_t n;
    double ratios[GAC__ISA_COUNT][MAX_CASES];
    bool verbose;
} sweep;

static void sweep_add(sweep *w, const gac_copy_shape *shape, place where,
                      bool out)
{
    bench_case c;
    measured m;
    case_begin(&c, shape, where, out, out ? GAC_COPY_OUT : GAC_COPY_IN);
    measure(&c, 1u << PLAN, 1u << w->peer, &m);
    for (int i = 0; i < GAC__ISA_COUNT; i++)
        w->ratios[i][w->n] = m.ratio[i][PLAN][w->peer];
    if (w->verbose)
        printf("%s: %llu x %llu x %llu, %llu %llu, %d %s, %.1f %.1f: "
               "%.2f %.2f %.2f\n",
               w->name, (unsigned long long)shape->element_bytes,
               (unsigned long long)shape->elements_per_line,
               (unsigned long long)shape->lines,
               (unsigned long long)shape->src_line_length,
               (unsigned long long)shape->dst_line_length, (int)where,
               out ? "out" : "in", m.ns[2][PLAN], m.peer_ns[w->peer],
               m.ratio[2][PLAN][w->peer], m.ratio[1][PLAN][w->peer],
               m.ratio[0][PLAN][w->peer]);
    w->n++;
    case_end(&c);
}

/* The goal of one percentile of a sweep. */
static void sweep_goal(sweep *w, const char *id, const char *what, double p,
                       const double floors[GAC__ISA_COUNT])
{
    double ratio[GAC__ISA_COUNT];
    char text[80];
    for (int i = 0; i < GAC__ISA_COUNT; i++)
        ratio[i] = percentile(w->ratios[i], w->n, p);
    snprintf(text, sizeof text, "%s, %zu cases: %s", w->name, w->n, what);
    goal(id, text, ratio, floors);
}

/* The shapes of OpenCL's conformance tests: 13 element sizes, few elements and
 * lines, gaps of 0, 10 or 100 elements on the global side. */
static void sweep_conformance(sweep *w)
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
            sweep_add(w, &in, HOT, false);
            sweep_add(w, &out, HOT, true);
        }
}

static void sweep_strided(sweep *w)
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
                sweep_add(w, &in, places[p], false);
                sweep_add(w, &out, places[p], true);
            }
}

static void sweep_widths(sweep *w)
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
            sweep_add(w, &in, places[p], false);
            sweep_add(w, &out, places[p], true);
        }
}

/* Floors: baseline, AVX2, AVX-512. */
typedef struct sweep_kind {
    const char *name, *id, *low_name, *middle_name;
    contender peer;
    void (*run)(sweep *w);
    double low; /* the percentile of the first goal */
    double low_floors[GAC__ISA_COUNT], middle_floors[GAC__ISA_COUNT];
} sweep_kind;

static const sweep_kind sweeps[] = {
    {"conformance shapes",
     "G11",
     "worst : memcpy a line",
     "median : memcpy a line",
     PER_LINE,
     sweep_conformance,
     0,
     {0.95, 0.9, 1.05},
     {1.3, 2.0, 2.2}},
    {"gathers, scatters",
     "G12",
     "5th % : a typed loop",
     "median : a typed loop",
     ELEMENTS,
     sweep_strided,
     0.05,
     {0.8, 0.88, 0.9},
     {1.0, 1.05, 1.12}},
    {"line widths",
     "G20",
     "5th % : memcpy a line",
     "median : memcpy a line",
     PER_LINE,
     sweep_widths,
     0.05,
     {0.95, 0.93, 0.97},
     {1.15, 1.5, 1.6}},
};

void bench_sweeps(const char *only)
{
    static sweep w;
    for (size_t i = 0; i < GAC__COUNT_OF(sweeps); i++) {
        const sweep_kind *k = &sweeps[i];
        if (only && !strstr(k->name, only))
            continue;
        w = (sweep){.name = k->name,
                    .peer = k->peer,
                    .verbose = getenv("GAC_BENCH_VERBOSE") != NULL};
        k->run(&w);
        sweep_goal(&w, k->id, k->low_name, k->low, k->low_floors);
        sweep_goal(&w, k->id, k->middle_name, 0.5, k->middle_floors);
    }
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

static void pipeline_goals(void)
{
    const gac_copy_shape tile = {4, 16, TILE_LINES, 1, 1920, 0, 16, 0};
    double to_line[GAC__ISA_COUNT] = {0}, to_eager[GAC__ISA_COUNT] = {0};
    for (int isa = 0; isa < GAC__ISA_COUNT; isa++) {
        bench_case c;
        gac_copy_plan near_plan, plain_plan;
        double line[ROUNDS], eager[ROUNDS];
        if (!levels_present[isa])
            continue;
        case_begin(&c, &tile, DRAM_SHUFFLED, false, GAC_COPY_IN);
        c.isa = gac__copy_isa_at((gac__isa)isa);
        gac__copy_plan_for(&plain_plan, &tile, GAC_COPY_IN, c.isa);
        gac__copy_plan_for(&near_plan, &tile, GAC_COPY_IN | GAC_COPY_NEAR,
                           c.isa);
        for (size_t r = 0; r < ROUNDS; r++) {
            double a = time_pipeline(&c, PIPE_PER_LINE);
            c.plan = plain_plan;
            double b = time_pipeline(&c, PIPE_EAGER);
            c.plan = near_plan;
            double ahead = time_pipeline(&c, PIPE_AHEAD);
            line[r] = a / ahead, eager[r] = b / ahead;
        }
        to_line[isa] = median(line, ROUNDS);
        to_eager[isa] = median(eager, ROUNDS);
        case_end(&c);
    }
    goal("G18", "tiles ahead and compute : memcpy a line", to_line,
         (const double[]){2.0, 2.1, 2.2});
    goal("G18", "tiles ahead and compute : own eager copy", to_eager,
         (const double[]){1.25, 1.22, 1.45});
}

/* -- a mixture ------------------------------------------------------------- */

#define MIXED 8u

static const gac_copy_shape mixed[MIXED] = {
    {4, 16, 16, 1, 1920, 0, 16, 0}, {1, 16, 16, 1, 7680, 0, 16, 0},
    {4, 10, 10, 1, 1920, 0, 10, 0}, {4, 3, 64, 1, 1920, 0, 3, 0},
    {3, 16, 16, 1, 2560, 0, 16, 0}, {4, 8, 8, 1, 1920, 0, 8, 0},
    {1, 1024, 1, 1, 0, 0, 0, 0},    {4, 1, 64, 1, 17, 0, 1, 0}};

typedef enum mix { MIX_PER_LINE, MIX_PLANS, MIX_BUILT } mix;

static double time_mixture(bench_case *c, const gac_copy_plan *plans, mix kind,
                           const unsigned char *order, size_t n)
{
    contender_fn *per_line = peer_find(PER_LINE, &mixed[0]);
    static const position zero;
    uint64_t start = gac__now_ns();
    for (size_t i = 0; i < n; i++) {
        unsigned k = order[i];
        if (kind == MIX_PER_LINE) {
            c[k].shape = mixed[k];
            per_line(&c[k], &zero, 1);
        } else if (kind == MIX_PLANS) {
            gac_copy_plan_run(&plans[k], c->dst, c->src);
        } else {
            gac_copy_plan plan;
            gac__copy_plan_for(&plan, &mixed[k], GAC_COPY_IN, c->isa);
            gac_copy_plan_run(&plan, c->dst, c->src);
        }
    }
    return (double)(gac__now_ns() - start);
}

static void mixture_goals(void)
{
    static unsigned char order[2048];
    double of_plans[GAC__ISA_COUNT] = {0}, of_built[GAC__ISA_COUNT] = {0};
    uint64_t random = 7;
    bench_case c[MIXED];
    for (size_t i = 0; i < sizeof order; i++)
        order[i] = (unsigned char)(gac__random_next(&random) % MIXED);
    for (size_t k = 0; k < MIXED; k++)
        case_begin(&c[k], &mixed[k], HOT, false, GAC_COPY_IN);
    for (int isa = 0; isa < GAC__ISA_COUNT; isa++) {
        gac_copy_plan plans[MIXED];
        double run[ROUNDS], built[ROUNDS];
        if (!levels_present[isa])
            continue;
        c->isa = gac__copy_isa_at((gac__isa)isa);
        for (size_t k = 0; k < MIXED; k++)
            gac__copy_plan_for(&plans[k], &mixed[k], GAC_COPY_IN, c->isa);
        for (size_t r = 0; r < ROUNDS; r++) {
            size_t n = sizeof order;
            double line = time_mixture(c, plans, MIX_PER_LINE, order, n);
            run[r] = line / time_mixture(c, plans, MIX_PLANS, order, n);
            built[r] = line / time_mixture(c, plans, MIX_BUILT, order, n);
        }
        of_plans[isa] = median(run, ROUNDS);
        of_built[isa] = median(built, ROUNDS);
    }
    for (size_t k = 0; k < MIXED; k++)
        case_end(&c[k]);
    goal("G19", "8 shapes mixed, plans : memcpy a line", of_plans,
         (const double[]){0, 2.4, 2.6});
    goal("G19", "8 shapes mixed, plans made each time : memcpy a line",
         of_built, (const double[]){0, 1.5, 1.6});
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
    gac_copy_plan_make(&c.plan, &tile, GAC_COPY_IN);
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
    pipeline_goals();
    mixture_goals();
}
