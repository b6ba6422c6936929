/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Interleaved measurement: in each round every contender runs once, ratios are
 * formed inside the round, and the medians are taken over the rounds. Absolute
 * times of a shared machine wander; paired ratios do not. */
#include "bench_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define FAR_BYTES ((size_t)256 << 20)
#define MAX_POSITIONS 65536u

gac__isa level;
const char *const level_names[GAC__ISA_COUNT] = {"baseline", "AVX2", "AVX-512"};
const char *const contender_names[CONTENDERS] = {
    "plan",          "made",         "site",      "memcpy",
    "memcpy a line", "a typed loop", "CopyPlane", "probe"};

static char *far_arena, *near_arena;

/* Positions go around in a footprint of this size. */
static size_t footprint(place where)
{
    switch (where) {
    case HOT: return 1;
    case L2: return (size_t)400 << 10;
    case L3: return (size_t)8 << 20;
    default: return FAR_BYTES;
    }
}

void arenas_make(void)
{
    size_t near_bytes = (size_t)16 << 20;
    far_arena = mmap(NULL, FAR_BYTES + near_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (far_arena == MAP_FAILED)
        abort();
    memset(far_arena, 1, FAR_BYTES + near_bytes);
    near_arena = far_arena + FAR_BYTES + 2112;
}

/* The far side's positions: tiles of an image from left to right and down, or
 * pieces of a run. A column walks over its lines before it moves on. */
static size_t make_positions(const gac_copy_shape *s, bool out, place where,
                             size_t *at)
{
    gac_copy_desc desc = {*s, 0, 0};
    gac_copy_span dst, src;
    gac_copy_spans(&desc, &dst, &src);
    size_t span = out ? dst.size_bytes : src.size_bytes;
    size_t pitch =
        (out ? s->dst_line_length : s->src_line_length) * s->element_bytes;
    size_t w = s->elements_per_line * s->element_bytes;
    size_t limit = footprint(where), n = 0;
    size_t across = s->lines > 1 && pitch > w ? pitch / w : 1;
    size_t across_step = w;
    if (across > 1 && w < 64) {
        /* Narrow lines: the next tile begins at the next cache line. */
        across_step = pitch >= 128 ? 64 : pitch;
        across = pitch / across_step;
    }
    size_t rows_step = s->lines > 1 ? s->lines * s->planes * pitch : w;
    rows_step = GAC__MAX(rows_step, span);
    /* The lines that one copy touches may be all that the footprint takes. */
    size_t touched = s->lines * s->planes * GAC__MAX(w, 64);
    if (where == L2 || where == L3)
        across = GAC__MIN(across, GAC__MAX(1, limit / touched));
    for (size_t row = 0; n < MAX_POSITIONS; row++) {
        if (row > 0
            && (row * rows_step + span > limit
                || (where < DRAM && (row + 1) * across * touched > limit)))
            break;
        for (size_t x = 0; x < across && n < MAX_POSITIONS; x++) {
            size_t first = row * rows_step + x * across_step;
            if (first + span <= FAR_BYTES)
                at[n++] = first;
        }
        if (where == HOT)
            return 1;
    }
    return n;
}

/* A hot copy's local side moves through all places in a page: a load just ahead
 * of a store to the same place in another page waits for it, and how far ahead
 * is no competitor's merit. */
#define PHASES 16u
#define PHASE_TURNS 64u

static size_t make_hot_positions(bool out, size_t bytes, position *at)
{
    size_t n = bytes <= 8192 ? PHASES * PHASE_TURNS : 1;
    for (size_t i = 0; i < n; i++) {
        size_t phase = n > 1 ? i * 5 % PHASES * 256 : 0;
        at[i] = out ? (position){0, phase} : (position){phase, 0};
    }
    return n;
}

static void shuffle(size_t *at, size_t n)
{
    uint64_t random = 1;
    for (size_t i = n; i > 1; i--) {
        size_t j = gac__random_next(&random) % i, t = at[i - 1];
        at[i - 1] = at[j];
        at[j] = t;
    }
}

void case_begin(bench_case *c, const gac_copy_shape *shape, place where,
                bool out, unsigned flags)
{
    size_t *at = malloc(MAX_POSITIONS * sizeof *at);
    *c = (bench_case){
        .shape = *shape, .out = out, .where = where, .flags = flags};
    c->bytes = shape->elements_per_line * shape->element_bytes * shape->lines
               * shape->planes;
    size_t n = make_positions(shape, out, where, at);
    if (where == DRAM_SHUFFLED)
        shuffle(at, n);
    position *positions =
        malloc(GAC__MAX(n, PHASES * PHASE_TURNS) * sizeof *positions);
    for (size_t i = 0; i < n; i++)
        positions[i] = out ? (position){at[i], 0} : (position){0, at[i]};
    if (where == HOT)
        n = make_hot_positions(out, c->bytes, positions);
    free(at);
    c->at = positions;
    c->n_at = n;
    c->dst = out ? far_arena : near_arena;
    c->src = out ? near_arena : far_arena;
    gac_copy_plan_make(&c->plan, shape,
                       flags | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)level));
    c->site.shape = *shape;
    c->site.plan = c->plan;
}

void case_end(bench_case *c)
{
    free((void *)(uintptr_t)c->at);
}

double median(double *values, size_t n)
{
    return percentile(values, n, 0.5);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double percentile(double *values, size_t n, double p)
{
    qsort(values, n, sizeof *values, compare);
    return n ? values[(size_t)((double)(n - 1) * p + 0.5)] : 0;
}

/* -- our own contenders ---------------------------------------------------- */

static void copy_plan(bench_case *c, const position *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        gac_copy_plan_run(&c->plan, c->dst + at[i].dst, c->src + at[i].src);
}

static void copy_built(bench_case *c, const position *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gac_copy_plan plan;
        gac_copy_plan_make(&plan, &c->shape,
                           c->flags
                               | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)level));
        gac_copy_plan_run(&plan, c->dst + at[i].dst, c->src + at[i].src);
    }
}

static void copy_site(bench_case *c, const position *at, size_t n)
{
    gac_copy_desc desc = {c->shape, 0, 0};
    for (size_t i = 0; i < n; i++)
        gac_copy_at_site(&c->site, &desc, c->flags, c->dst + at[i].dst,
                         c->src + at[i].src);
}

contender_fn *peer_find(contender peer, const gac_copy_shape *shape)
{
    static peer_find_fn *const finds[GAC__ISA_COUNT] = {
        peer_find_baseline, peer_find_avx2, peer_find_avx512};
    return finds[level](peer, shape);
}

static contender_fn *find_contender(contender k, const gac_copy_shape *shape)
{
    static contender_fn *const own[3] = {copy_plan, copy_built, copy_site};
    return k < MEMCPY ? own[k] : peer_find(k, shape);
}

/* Runs `copies` copies where the last sample ended; returns ns a copy. */
static double sample(bench_case *c, contender_fn *run, size_t copies)
{
    uint64_t start = gac__now_ns();
    for (size_t left = copies; left > 0;) {
        size_t n = GAC__MIN(left, c->n_at - c->cursor);
        if (c->n_at == 1) {
            for (size_t i = 0; i < left; i += GAC__MIN(left - i, 64)) {
                static position same[64];
                run(c, same, GAC__MIN(left - i, 64));
            }
            n = left;
        } else {
            run(c, c->at + c->cursor, n);
            c->cursor = (c->cursor + n) % c->n_at;
        }
        left -= n;
    }
    return (double)(gac__now_ns() - start) / (double)copies;
}

typedef struct series {
    contender_fn *run;
    contender which;
    size_t copies; /* in a sample */
    double ns[ROUNDS];
} series;

/* How many copies of this contender make a sample of about 25 us; beyond the
 * second-level cache, 150 us. Each has its own number: a contender that takes a
 * hundredth of the slowest one's time would else be measured in a handful of
 * copies, mostly its start. */
static size_t sample_size(bench_case *c, const series *s)
{
    double wanted = c->where >= L3 ? 150000 : 25000;
    size_t copies = 3;
    for (int i = 0; i < 3; i++) {
        double quotient = wanted / GAC__MAX(sample(c, s->run, copies), 1);
        copies = quotient < 2 ? 2 : (size_t)quotient;
    }
    return copies;
}

void measure(bench_case *c, unsigned contenders, measured *out)
{
    static series s[CONTENDERS];
    size_t n = 0;
    *out = (measured){.ns = {0}};
    contenders |= 1u << PLAN;
    for (unsigned k = PLAN; k < CONTENDERS; k++) {
        contender_fn *run = find_contender((contender)k, &c->shape);
        if (contenders >> k & 1 && run)
            s[n++] = (series){.run = run, .which = (contender)k};
    }
    for (size_t i = 0; i < n; i++)
        s[i].copies = sample_size(c, &s[i]);
    /* Each round begins with another contender, and each sample somewhere else:
     * no competitor always has the same pages, or follows the same neighbour.
     */
    uint64_t random = 1;
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t k = 0; k < n; k++) {
            series *x = &s[(k + round) % n];
            c->cursor = gac__random_next(&random) % c->n_at;
            if (c->where == HOT) /* warm again after the others */
                sample(c, x->run, 1 + x->copies / 16);
            x->ns[round] = sample(c, x->run, x->copies);
        }
    for (size_t i = n; i-- > 0;) { /* PLAN, which is first, is sorted last */
        double values[ROUNDS];
        for (size_t r = 0; r < ROUNDS; r++)
            values[r] = s[i].ns[r] / s[0].ns[r];
        out->ratio[s[i].which] = median(values, ROUNDS);
        out->ns[s[i].which] = median(s[i].ns, ROUNDS);
    }
}
