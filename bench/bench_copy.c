/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The copy engine against memcpy, element loops and libyuv: one interleaved
 * run.
 *
 * First a table: nanoseconds a copy of every contender. Then the sweeps. A case
 * is measured against its best peer: the median over the rounds of the peer's
 * time divided by ours. Goal: 95 of 100 cases reach 0.95, at the processor's
 * own level; the others are listed. Then the same at the lesser levels, each in
 * a process of its own whose libc has no more. usage: bench_copy [--quick|--all
 * [WORD]]: the single cases only; only the cases and sweeps whose names have
 * WORD. */
#include "bench_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* clang-format off */
#define IMAGE 7680u /* bytes from line to line of an image */

/* A tile of a compact local buffer in an image: e-byte elements, n a line. */
#define TILE(e, n, lines) {e, n, lines, 1, IMAGE / (e), 0, n, 0}
#define TILE_OUT(e, n, lines) {e, n, lines, 1, n, 0, IMAGE / (e), 0}
#define GATHER(e, n, stride) {e, 1, n, 1, stride, 0, 1, 0}
#define SCATTER(e, n, stride) {e, 1, n, 1, 1, 0, stride, 0}
#define RUN(bytes) {1, bytes, 1, 1, 0, 0, 0, 0}

typedef struct one_case {
    const char *name;
    gac_copy_shape shape;
    place where;
    bool out;
    unsigned flags;
} one_case;

static const one_case cases[] = {
    {"tile 16x16 f32", TILE(4, 16, 16), HOT, false, GAC_COPY_IN},
    {"tile 16x16 u8", TILE(1, 16, 16), HOT, false, GAC_COPY_IN},
    {"tile 3x64 f32", TILE(4, 3, 64), HOT, false, GAC_COPY_IN},
    {"tile 16x16 u8x3", TILE(3, 16, 16), HOT, false, GAC_COPY_IN},
    {"halo 10x10 f32", TILE(4, 10, 10), HOT, false, GAC_COPY_IN},
    {"halo 18x18 f32", TILE(4, 18, 18), HOT, false, GAC_COPY_IN},
    {"tile 32x32 f32", TILE(4, 32, 32), HOT, false, GAC_COPY_IN},
    {"block 8x8x8 f32", {4, 8, 8, 8, 48, 48 * 40, 8, 64}, HOT, false, GAC_COPY_IN},
    {"block 16x16x16 f32, tight", {4, 16, 16, 16, 16, 256, 16, 256}, HOT, false, GAC_COPY_IN},
    {"gather u8 stride 4 n 1024", GATHER(1, 1024, 4), L2, false, GAC_COPY_IN},
    {"gather 3 B stride 2 n 1024", GATHER(3, 1024, 2), L2, false, GAC_COPY_IN},
    {"gather f32 stride 2 n 1024", GATHER(4, 1024, 2), L2, false, GAC_COPY_IN},
    {"gather 12 B stride 4 n 1024", GATHER(12, 1024, 4), L2, false, GAC_COPY_IN},
    {"gather f32 stride 17 n 256", GATHER(4, 256, 17), HOT, false, GAC_COPY_IN},
    {"gather f32 stride 272 n 4096", GATHER(4, 4096, 272), DRAM, false, GAC_COPY_IN},
    {"scatter f32 stride 256 n 1024", SCATTER(4, 1024, 256), L2, true, GAC_COPY_OUT},
    {"tile 64 B x 64", TILE(4, 16, 64), L3, false, GAC_COPY_IN},
    {"tile 64 B x 64, near", TILE(4, 16, 64), L3, false, GAC_COPY_IN | GAC_COPY_NEAR},
    {"tile 64 B x 64, raster", TILE(4, 16, 64), DRAM, false, GAC_COPY_IN},
    {"tile 64 B x 64, shuffled", TILE(4, 16, 64), DRAM_SHUFFLED, false, GAC_COPY_IN},
    {"tile 64 B x 64, out", TILE_OUT(4, 16, 64), L3, true, GAC_COPY_OUT},
    {"tile 64 B x 64, out", TILE_OUT(4, 16, 64), DRAM, true, GAC_COPY_OUT},
    {"tile 24 B x 64", TILE(4, 6, 64), DRAM, false, GAC_COPY_IN},
    {"tile 16 B x 64", TILE(4, 4, 64), L2, false, GAC_COPY_IN},
    {"tile 256 B x 64", TILE(4, 64, 64), DRAM, false, GAC_COPY_IN},
    {"tile 256 B x 64, out", TILE_OUT(4, 64, 64), DRAM, true, GAC_COPY_OUT},
    {"tile 256 B x 64, out, streamed", TILE_OUT(4, 64, 64), DRAM, true, GAC_COPY_OUT | GAC_COPY_STREAM},
    {"tile 256 B x 64, out, shuffled", TILE_OUT(4, 64, 64), DRAM_SHUFFLED, true, GAC_COPY_OUT},
    {"tile 256 B x 64, streamed, shuffled", TILE_OUT(4, 64, 64), DRAM_SHUFFLED, true, GAC_COPY_OUT | GAC_COPY_STREAM},
    {"run 16 KiB, out", RUN(16384), DRAM, true, GAC_COPY_OUT},
    {"run 16 KiB, out, streamed", RUN(16384), DRAM, true, GAC_COPY_OUT | GAC_COPY_STREAM},
    {"run 4 KiB", RUN(4096), HOT, false, GAC_COPY_IN},
    {"run 4 KiB", RUN(4096), L3, false, GAC_COPY_IN},
    {"run 4 KiB", RUN(4096), DRAM, false, GAC_COPY_IN},
    {"run 4 KiB, out", RUN(4096), L3, true, GAC_COPY_OUT},
    {"run 64 KiB", RUN(65536), L3, false, GAC_COPY_IN},
    {"run 4 MiB", RUN(4 << 20), HOT, false, 0},
    {"run 64 B", RUN(64), HOT, false, GAC_COPY_IN},
    {"gather f32 stride 272 n 1024, near", GATHER(4, 1024, 272), L2, false, GAC_COPY_IN | GAC_COPY_NEAR},
};
/* clang-format on */

/* -- results --------------------------------------------------------------- */

#define MAX_RESULTS 2048u
#define ENOUGH 0.95 /* of the best peer, and of the cases */

typedef struct result {
    char name[72];
    double ratio, ns, peer_ns, probe_ns;
    const char *peer;
} result;

static result results[MAX_RESULTS];
static size_t n_results;

void report(const char *name, double ratio, const char *peer, double ns,
            double peer_ns, double probe_ns)
{
    if (n_results == MAX_RESULTS)
        abort();
    result *r = &results[n_results++];
    *r = (result){.ratio = ratio,
                  .ns = ns,
                  .peer_ns = peer_ns,
                  .probe_ns = probe_ns,
                  .peer = peer};
    snprintf(r->name, sizeof r->name, "%s", name);
}

static const char *place_name(place p)
{
    static const char *const names[] = {"hot", "L2", "L3", "DRAM", "DRAM"};
    return names[p];
}

/* Whether one memcpy does what the case's plan does. */
static bool is_run(const bench_case *c)
{
    return c->plan.n_lines == 1 && c->plan.n_planes == 1;
}

/* The peer whose time is the least part of ours. */
static contender best_peer(const bench_case *c, const measured *m)
{
    contender best = PER_LINE;
    for (contender k = MEMCPY; k <= LIBYUV; k++)
        if (m->ratio[k] > 0 && (k != MEMCPY || is_run(c))
            && m->ratio[k] < m->ratio[best])
            best = k;
    return best;
}

void measure_and_report(const char *name, const gac_copy_shape *shape,
                        place where, bool out, unsigned flags, measured *out_m)
{
    unsigned peers =
        1u << MEMCPY | 1u << PER_LINE | 1u << ELEMENTS | 1u << LIBYUV;
    measured tries[3], *m = &tries[0];
    bench_case c;
    case_begin(&c, shape, where, out, flags);
    measure(&c, peers | (out_m ? 1u << BUILT | 1u << SITE | 1u << PROBE : 0u),
            m);
    double first = m->ratio[best_peer(&c, m)];
    if (first < ENOUGH) { /* a neighbour's noise: the median of three counts */
        double ratios[3] = {first};
        for (size_t i = 1; i < 3; i++) {
            measure(&c, peers | 1u << PROBE, &tries[i]);
            ratios[i] = tries[i].ratio[best_peer(&c, &tries[i])];
        }
        double middle = median(ratios, 3);
        for (size_t i = 1; i < 3; i++)
            if (tries[i].ratio[best_peer(&c, &tries[i])] == middle)
                m = &tries[i];
    }
    contender best = best_peer(&c, m);
    char text[72];
    snprintf(text, sizeof text, "%s, %s", name, place_name(where));
    report(text, m->ratio[best], contender_names[best], m->ns[PLAN],
           m->ns[best], m->ns[PROBE]);
    if (out_m)
        *out_m = tries[0];
    case_end(&c);
}

static void print_ns(double ns)
{
    if (ns > 0)
        printf("%14.1f", ns);
    else
        printf("%14s", "-");
}

static void run_case(const one_case *k)
{
    measured m;
    measure_and_report(k->name, &k->shape, k->where, k->out, k->flags, &m);
    printf("%-36s %-5s", k->name, place_name(k->where));
    for (size_t i = PLAN; i < CONTENDERS; i++)
        print_ns(m.ns[i]);
    printf("  %5.2f of %s\n", results[n_results - 1].ratio,
           results[n_results - 1].peer);
    fflush(stdout);
}

/* -- what is known to be short --------------------------------------------- */

/* The first whose parts are both in a case's name holds. */
static const struct {
    const char *what, *where, *cause;
} causes[] = {
    {"conformance", "", "the call is a third of 3 to 8 ns"},
    {"strided in", ", hot", "the call; pitches of whole KiB"},
    {"strided out", ", hot", "the call; stores that share few sets"},
    {"strided in", ", L2", "which loads the prefetchers see"},
    {"strided out", ", L2", "stores that share few sets"},
    {"strided out", ", DRAM", "stores that share few sets; else not known"},
    {"", "", "not known"},
};

static const char *find_cause(const char *name)
{
    size_t i = 0;
    while (!strstr(name, causes[i].what) || !strstr(name, causes[i].where))
        i++;
    return causes[i].cause;
}

static int by_ratio(const void *a, const void *b)
{
    double x = ((const result *)a)->ratio, y = ((const result *)b)->ratio;
    return (x > y) - (x < y);
}

static void print_results(bool own_level)
{
    size_t reached = 0;
    qsort(results, n_results, sizeof *results, by_ratio);
    for (size_t i = 0; i < n_results; i++)
        reached += results[i].ratio >= ENOUGH;
    if (reached < n_results)
        printf("\n%s, short of %.2f of the best peer: ratio, ns, the peer's, "
               "the probe's\n",
               level_names[level], ENOUGH);
    for (size_t i = 0; i < n_results - reached; i++) {
        const result *r = &results[i];
        printf("%-58s %5.2f", r->name, r->ratio);
        print_ns(r->ns);
        print_ns(r->peer_ns);
        print_ns(r->probe_ns);
        printf("  %s; %s\n", r->peer, find_cause(r->name));
    }
    double share = (double)reached / (double)GAC__MAX(n_results, 1);
    printf("\n%s: %zu of %zu cases (%.1f %%) reach %.2f of their best peer; "
           "5th percentile %.2f, median %.2f%s\n",
           level_names[level], reached, n_results, 100 * share, ENOUGH,
           results[n_results / 20].ratio, results[n_results / 2].ratio,
           !own_level        ? ""
           : share >= ENOUGH ? "; goal 95 %: ok"
                             : "; goal 95 %: short");
}

/* -- levels ---------------------------------------------------------------- */

/* A lesser level in a process of its own, whose libc is held to it. */
static void run_lesser(gac__isa isa, char **argv)
{
    static const char *const tunables[GAC__ISA_COUNT] = {
        "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD,"
        "-AVX2,-AVX,-AVX_Fast_Unaligned_Load",
        "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD"};
    char number[2] = {(char)('0' + isa), 0};
    pid_t child = fork();
    if (child == 0) {
        setenv("GLIBC_TUNABLES", tunables[isa], 1);
        setenv("BENCH_COPY_LEVEL", number, 1);
        execv("/proc/self/exe", argv);
        _exit(127);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        printf("%s: not measured\n", level_names[isa]);
}

int main(int argc, char **argv)
{
    const char *lesser = getenv("BENCH_COPY_LEVEL");
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const char *only = argc > 2 ? argv[2] : NULL;
    level = lesser ? (gac__isa)(lesser[0] - '0') : gac__isa_best();
    arenas_make();
    printf("%s: ns a copy, median of %d rounds\n\n%-36s %-5s",
           level_names[level], ROUNDS, "case", "far");
    for (size_t i = PLAN; i < CONTENDERS; i++)
        printf("%14s", contender_names[i]);
    printf("\n");
    for (size_t i = 0; i < GAC__COUNT_OF(cases); i++)
        if (!only || strstr(cases[i].name, only))
            run_case(&cases[i]);
    if (!quick) {
        if (!only) {
            bench_pipelines();
            bench_opencl();
        }
        bench_sweeps(only);
    }
    print_results(!lesser);
    fflush(stdout);
    for (int i = (int)level - 1; !lesser && i >= 0; i--)
        run_lesser((gac__isa)i, argv);
    return 0;
}
