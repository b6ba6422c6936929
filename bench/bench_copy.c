/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The copy engine against memcpy, element loops and libyuv: one interleaved
 * run.
 *
 * First a table: nanoseconds a copy of every contender. Then the goals G1 to
 * G22 with their thresholds, one figure a level: the median over the rounds of
 * the peer's time divided by ours. usage: bench_copy [--quick|--all [WORD]]:
 * the single cases only; only the cases and sweeps whose names have WORD. */
#include "bench_copy.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
#define IMAGE 7680u /* bytes from line to line of an image */

/* A tile of a compact local buffer in an image: e-byte elements, n a line. */
#define TILE(e, n, lines) {e, n, lines, 1, IMAGE / (e), 0, n, 0}
#define TILE_OUT(e, n, lines) {e, n, lines, 1, n, 0, IMAGE / (e), 0}
#define GATHER(e, n, stride) {e, 1, n, 1, stride, 0, 1, 0}
#define SCATTER(e, n, stride) {e, 1, n, 1, 1, 0, stride, 0}
#define RUN(bytes) {1, bytes, 1, 1, 0, 0, 0, 0}

typedef struct one_goal {
    const char *id;
    contender ours, peer;
    double floors[GAC__ISA_COUNT]; /* baseline, AVX2, AVX-512; 0: none */
} one_goal;

typedef struct one_case {
    const char *name;
    gac_copy_shape shape;
    place where;
    bool out;
    unsigned flags;
    one_goal goals[3];
} one_case;

static const one_case cases[] = {
    {"tile 16x16 f32", TILE(4, 16, 16), HOT, false, GAC_COPY_IN,
     {{"G1", PLAN, PER_LINE, {1.7, 2.4, 3.2}},
      {"G2", PLAN, MEMCPY, {0.42, 0.6, 0.85}},
      {"G3", BUILT, PER_LINE, {1.1, 1.4, 1.5}}}},
    {"tile 16x16 f32 (again)", TILE(4, 16, 16), HOT, false, GAC_COPY_IN,
     {{"G4", SITE, PER_LINE, {1.4, 2.1, 2.7}}}},
    {"tile 16x16 u8", TILE(1, 16, 16), HOT, false, GAC_COPY_IN,
     {{"G5", PLAN, PER_LINE, {5, 5, 5}}}},
    {"tile 3x64 f32", TILE(4, 3, 64), HOT, false, GAC_COPY_IN,
     {{"G5", PLAN, PER_LINE, {7, 6.5, 7.5}}}},
    {"tile 16x16 u8x3", TILE(3, 16, 16), HOT, false, GAC_COPY_IN,
     {{"G6", PLAN, PER_LINE, {1.9, 2.5, 3.3}}}},
    {"halo 10x10 f32", TILE(4, 10, 10), HOT, false, GAC_COPY_IN,
     {{"G6", PLAN, PER_LINE, {1.7, 2.5, 2.7}}}},
    {"halo 18x18 f32", TILE(4, 18, 18), HOT, false, GAC_COPY_IN,
     {{"G7", PLAN, PER_LINE, {1.0, 1.55, 1.9}}}},
    {"tile 32x32 f32", TILE(4, 32, 32), HOT, false, GAC_COPY_IN,
     {{"G7", PLAN, PER_LINE, {1.0, 1.8, 2.8}}}},
    {"block 8x8x8 f32", {4, 8, 8, 8, 48, 48 * 40, 8, 64}, HOT, false,
     GAC_COPY_IN,
     {{"G8", PLAN, PER_LINE, {3, 4.2, 4.5}}}},
    {"block 16x16x16 f32, tight", {4, 16, 16, 16, 16, 256, 16, 256}, HOT, false,
     GAC_COPY_IN,
     {{"G9", PLAN, PER_LINE, {3, 3.5, 5.5}},
      {"G9", PLAN, MEMCPY, {0.95, 0.9, 1.35}}}},
    {"gather u8 stride 4 n 1024", GATHER(1, 1024, 4), L2, false, GAC_COPY_IN,
     {{"G10", PLAN, ELEMENTS, {1.8, 4, 8}}}},
    {"gather 3 B stride 2 n 1024", GATHER(3, 1024, 2), L2, false, GAC_COPY_IN,
     {{"G10", PLAN, ELEMENTS, {1.5, 3.3, 5.5}}}},
    {"gather f32 stride 2 n 1024", GATHER(4, 1024, 2), L2, false, GAC_COPY_IN,
     {{"G10", PLAN, ELEMENTS, {0.95, 1.05, 2.2}}}},
    {"gather 12 B stride 4 n 1024", GATHER(12, 1024, 4), L2, false, GAC_COPY_IN,
     {{NULL, PLAN, ELEMENTS, {0}}}},
    {"gather f32 stride 17 n 256", GATHER(4, 256, 17), HOT, false, GAC_COPY_IN,
     {{NULL, PLAN, ELEMENTS, {0}}}},
    {"gather f32 stride 272 n 4096", GATHER(4, 4096, 272), DRAM, false,
     GAC_COPY_IN, {{NULL, PLAN, ELEMENTS, {0}}}},
    {"scatter f32 stride 256 n 1024", SCATTER(4, 1024, 256), L2, true,
     GAC_COPY_OUT, {{"G13", PLAN, ELEMENTS, {2, 2, 2}}}},
    {"tile 64 B x 64", TILE(4, 16, 64), L3, false, GAC_COPY_IN,
     {{"G14", PLAN, PER_LINE, {1.4, 1.8, 1.85}}}},
    {"tile 64 B x 64, near", TILE(4, 16, 64), L3, false,
     GAC_COPY_IN | GAC_COPY_NEAR, {{"G14", PLAN, PER_LINE, {0, 0, 2.3}}}},
    {"tile 64 B x 64, raster", TILE(4, 16, 64), DRAM, false, GAC_COPY_IN,
     {{"G14", PLAN, PER_LINE, {2.1, 2.5, 2.5}}}},
    {"tile 64 B x 64, shuffled", TILE(4, 16, 64), DRAM_SHUFFLED, false,
     GAC_COPY_IN, {{"G14", PLAN, PER_LINE, {1.55, 1.9, 2.0}}}},
    {"tile 64 B x 64, out", TILE_OUT(4, 16, 64), L3, true, GAC_COPY_OUT,
     {{"G15", PLAN, PER_LINE, {1.6, 1.7, 1.7}}}},
    {"tile 64 B x 64, out", TILE_OUT(4, 16, 64), DRAM, true, GAC_COPY_OUT,
     {{"G15", PLAN, PER_LINE, {1.85, 1.9, 2.0}}}},
    {"tile 24 B x 64", TILE(4, 6, 64), DRAM, false, GAC_COPY_IN,
     {{"G15", PLAN, PER_LINE, {2.0, 2.7, 2.3}}}},
    {"tile 16 B x 64", TILE(4, 4, 64), L2, false, GAC_COPY_IN,
     {{"G15", PLAN, PER_LINE, {3.2, 3.2, 3.8}}}},
    {"tile 256 B x 64", TILE(4, 64, 64), DRAM, false, GAC_COPY_IN,
     {{NULL, PLAN, PER_LINE, {0}}}},
    {"tile 256 B x 64, out", TILE_OUT(4, 64, 64), DRAM, true, GAC_COPY_OUT,
     {{NULL, PLAN, PER_LINE, {0}}}},
    {"tile 256 B x 64, out, streamed", TILE_OUT(4, 64, 64), DRAM, true,
     GAC_COPY_OUT | GAC_COPY_STREAM, {{NULL, PLAN, PER_LINE, {0}}}},
    {"tile 256 B x 64, out, shuffled", TILE_OUT(4, 64, 64), DRAM_SHUFFLED, true,
     GAC_COPY_OUT, {{NULL, PLAN, PER_LINE, {0}}}},
    {"tile 256 B x 64, streamed, shuffled", TILE_OUT(4, 64, 64), DRAM_SHUFFLED,
     true, GAC_COPY_OUT | GAC_COPY_STREAM, {{NULL, PLAN, PER_LINE, {0}}}},
    {"run 16 KiB, out", RUN(16384), DRAM, true, GAC_COPY_OUT,
     {{NULL, PLAN, PER_LINE, {0}}}},
    {"run 16 KiB, out, streamed", RUN(16384), DRAM, true,
     GAC_COPY_OUT | GAC_COPY_STREAM, {{NULL, PLAN, PER_LINE, {0}}}},
    {"run 4 KiB", RUN(4096), HOT, false, GAC_COPY_IN,
     {{"G16", PLAN, MEMCPY, {0.95, 0.9, 1.2}}}},
    {"run 4 KiB", RUN(4096), L3, false, GAC_COPY_IN,
     {{"G16", PLAN, MEMCPY, {0.95, 1.35, 1.25}}}},
    {"run 4 KiB", RUN(4096), DRAM, false, GAC_COPY_IN,
     {{"G16", PLAN, MEMCPY, {0.95, 1.6, 1.4}}}},
    {"run 4 KiB, out", RUN(4096), L3, true, GAC_COPY_OUT,
     {{"G16", PLAN, MEMCPY, {0.95, 1.1, 1.1}}}},
    {"run 64 KiB", RUN(65536), L3, false, GAC_COPY_IN,
     {{"G17", PLAN, MEMCPY, {0.97, 0.97, 0.97}}}},
    {"run 4 MiB", RUN(4 << 20), HOT, false, 0,
     {{"G17", PLAN, MEMCPY, {1.0, 1.0, 1.0}}}},
    {"run 64 B", RUN(64), HOT, false, GAC_COPY_IN,
     {{"G17", PLAN, MEMCPY, {0.77, 0.77, 0.77}}}},
    {"gather f32 stride 272 n 1024, near", GATHER(4, 1024, 272), L2, false,
     GAC_COPY_IN | GAC_COPY_NEAR, {{"G22", PLAN, ELEMENTS, {0, 0, 1.3}}}},
};
/* clang-format on */

static unsigned goals_ok, goals_short;
static char goal_lines[96][200];
static size_t n_goal_lines;

void goal(const char *id, const char *what, const double ratio[GAC__ISA_COUNT],
          const double floors[GAC__ISA_COUNT])
{
    char *line = goal_lines[n_goal_lines++ % GAC__COUNT_OF(goal_lines)];
    size_t room = sizeof goal_lines[0];
    int used = snprintf(line, room, "%-4s %-52s", id, what);
    for (int i = GAC__ISA_COUNT - 1; i >= 0; i--) {
        const char *verdict = "-";
        if (levels_present[i] && floors[i] > 0) {
            bool ok = ratio[i] >= floors[i];
            verdict = ok ? "ok" : "short";
            *(ok ? &goals_ok : &goals_short) += 1;
        }
        used += snprintf(line + used, room - (size_t)used,
                         " %6.2f >= %-4.2f %-5s", ratio[i], floors[i], verdict);
    }
}

static const char *place_name(place p)
{
    static const char *const names[] = {"hot", "L2", "L3", "DRAM", "DRAM"};
    return names[p];
}

static void print_case(const char *name, const bench_case *c, const measured *m)
{
    static const contender peers[] = {MEMCPY, PER_LINE, ELEMENTS, LIBYUV};
    printf("%-34s %-5s", name, place_name(c->where));
    for (int i = GAC__ISA_COUNT - 1; i >= 0; i--)
        for (int k = PLAN; k <= SITE; k++)
            printf(k == PLAN ? " |%8.1f" : "%7.1f", m->ns[i][k]);
    printf(" |");
    for (size_t k = 0; k < GAC__COUNT_OF(peers); k++)
        if (m->peer_ns[peers[k]] > 0)
            printf("%9.1f", m->peer_ns[peers[k]]);
        else
            printf("%9s", "-");
    printf("\n");
    fflush(stdout);
}

static const char *const peer_names[CONTENDERS] = {[MEMCPY] = "memcpy",
                                                   [PER_LINE] = "memcpy a line",
                                                   [ELEMENTS] = "a typed loop",
                                                   [LIBYUV] = "CopyPlane"};

static void run_case(const one_case *k)
{
    static const char *const forms[] = {"", ", plan made each time", ", site"};
    bench_case c;
    measured m;
    case_begin(&c, &k->shape, k->where, k->out, k->flags);
    measure(&c, 1u << PLAN | 1u << BUILT | 1u << SITE,
            1u << MEMCPY | 1u << PER_LINE | 1u << ELEMENTS | 1u << LIBYUV, &m);
    print_case(k->name, &c, &m);
    for (size_t g = 0; g < GAC__COUNT_OF(k->goals) && k->goals[g].id; g++) {
        const one_goal *o = &k->goals[g];
        double ratio[GAC__ISA_COUNT];
        char what[96];
        for (int i = 0; i < GAC__ISA_COUNT; i++)
            ratio[i] = m.ratio[i][o->ours][o->peer];
        snprintf(what, sizeof what, "%s %s%s : %s", k->name,
                 place_name(k->where), forms[o->ours], peer_names[o->peer]);
        goal(o->id, what, ratio, o->floors);
    }
    case_end(&c);
}

static void find_levels(void)
{
    gac__isa best = gac__isa_best();
    for (int i = 0; i <= (int)best; i++)
        levels_present[i] = true;
}

int main(int argc, char **argv)
{
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const char *only = argc > 2 ? argv[2] : NULL;
    find_levels();
    arenas_make();
    printf("ns a copy, median of %d rounds; per level: plan run, plan made and "
           "run, call site\n\n%-34s %-5s |%22s |%22s |%22s |%9s%9s%9s%9s\n",
           ROUNDS, "case", "far", level_names[2], level_names[1],
           level_names[0], "memcpy", "per line", "elements", "libyuv");
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
    printf("\ngoals: the peer's time / ours, and the least it should be\n"
           "%-57s %-21s %-21s %s\n",
           "", level_names[2], level_names[1], level_names[0]);
    for (size_t i = 0; i < n_goal_lines && i < GAC__COUNT_OF(goal_lines); i++)
        printf("%s\n", goal_lines[i]);
    printf("\n%u ok, %u short\n", goals_ok, goals_short);
    return 0;
}
