/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What each of the executor's features gains: the kernels of bench_paired with
 * all of them, and with one off, by turns. Built with -DGAC_ABLATION.
 *
 * usage: bench_ablation [--rounds N] [--feature NAME] FOLDER FILE.cl...
 *   FOLDER      where NAME.clang14.spv and NAME.clang22.spv of FILE.cl are; of
 * a kernel one of them is run, by turns the one and the other
 *   --rounds N  pairs of windows for each kernel and feature (default 5)
 *
 * A row a feature: on how many kernels something asked for it, the geometric
 * mean over all kernels of the time without to the time with it (above 1: it
 * gains), how many kernels it makes faster or slower by more than 5 %, and
 * which most. Exit code 1: a result differs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"
#include "support/features.h"
#include "support/support.h"

#define WINDOW_MS 3.0
#define MOST_ROUNDS 101
#define MOST_CASES 1024
#define N_SHOWN 3

static const char *const names[] = {
#define X(name, text) #name,
    GAC__FEATURES(X)
#undef X
};

static const char *const texts[] = {
#define X(name, text) text,
    GAC__FEATURES(X)
#undef X
};

static uint32_t rounds = 5, n_cases;
static char case_names[MOST_CASES][64];
static double ratios[GAC__FEATURE_COUNT][MOST_CASES]; /* 0: not asked for */
static bool same = true;

static double time_run(exec_case *c, exec_gac *g, uint64_t off, bool in_place)
{
    if (in_place)
        exec_case_restore(c);
    gac__features_off = off;
    double start = exec_clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    exec_gac_run(g);
    double ms = exec_clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    gac__features_off = 0;
    return ms;
}

static double time_window(exec_case *c, exec_gac *g, uint64_t off,
                          bool in_place, uint32_t n)
{
    double sum = 0;
    for (uint32_t k = 0; k < n; k++)
        sum += time_run(c, g, off, in_place);
    return sum;
}

static exec_gac *open_without(const exec_case *c, const void *words,
                              size_t bytes, uint64_t off)
{
    gac__features_off = off;
    exec_gac *g = exec_gac_open(&exec_linked, c, words, bytes, 0);
    gac__features_off = 0;
    exec_gac_set(g, 1, NULL);
    return g;
}

static void measure(exec_case *c, const void *words, size_t bytes,
                    const char *only)
{
    gac__features_asked = 0;
    exec_gac *with = open_without(c, words, bytes, 0);
    exec_gac_setup(with);
    exec_case_start_here(c);
    exec_gac_run(with);
    uint64_t asked = gac__features_asked;
    exec_case_keep(c);
    exec_gac_run(with);
    bool in_place = !exec_case_is_same(c);
    double once = time_run(c, with, 0, in_place);
    uint32_t n = once < WINDOW_MS ? (uint32_t)(WINDOW_MS / once) : 1;
    for (uint32_t f = 0; f < GAC__FEATURE_COUNT; f++) {
        double pairs[MOST_ROUNDS];
        uint64_t off = (uint64_t)1 << f;
        if (!(asked & off) || (only != NULL && strcmp(only, names[f]) != 0))
            continue;
        exec_gac *without = open_without(c, words, bytes, off);
        exec_case_restore(c);
        time_run(c, without, off, in_place);
        if (!exec_case_is_same(c)) {
            printf("%s: another result without %s\n", c->name, names[f]);
            same = false;
        }
        for (uint32_t k = 0; k < rounds; k++) {
            double x = k % 2 ? time_window(c, with, 0, in_place, n) : 0;
            pairs[k] = time_window(c, without, off, in_place, n);
            x = k % 2 ? x : time_window(c, with, 0, in_place, n);
            pairs[k] /= x;
        }
        ratios[f][n_cases] = exec_median(pairs, rounds);
        exec_gac_close(without);
    }
    exec_gac_close(with);
}

static void run_file(const char *folder, const char *source, const char *only)
{
    exec_case *c = exec_case_open(source, "RUN");
    if (c == NULL)
        return;
    void *words = NULL;
    size_t bytes;
    for (uint32_t k = 0; k < EXEC_COMPILERS && words == NULL; k++)
        words = exec_case_module(
            c, folder, exec_compilers[(n_cases + k) % EXEC_COMPILERS], &bytes);
    if (words != NULL && n_cases < MOST_CASES) {
        measure(c, words, bytes, only);
        snprintf(case_names[n_cases++], sizeof case_names[0], "%s", c->name);
    }
    free(words);
    exec_case_close(c);
}

static const double *sorted_by;

static int by_ratio(const void *a, const void *b)
{
    double x = sorted_by[*(const uint32_t *)a],
           y = sorted_by[*(const uint32_t *)b];
    return (x < y) - (x > y);
}

static void print_feature(uint32_t f)
{
    static uint32_t order[MOST_CASES];
    uint32_t n = 0, faster = 0, slower = 0;
    double logs = 0;
    for (uint32_t k = 0; k < n_cases; k++) {
        double ratio = ratios[f][k];
        if (ratio == 0)
            continue;
        order[n++] = k;
        logs += log(ratio);
        faster += ratio > 1.05;
        slower += ratio < 0.95;
    }
    sorted_by = ratios[f];
    qsort(order, n, sizeof *order, by_ratio);
    printf("| %s | %s | %u | %.3f | %u | %u |", names[f], texts[f], n,
           exp(logs / GAC__MAX(n_cases, 1)), faster, slower);
    for (uint32_t k = 0; k < N_SHOWN && k < n; k++)
        printf(" %s %.2f", case_names[order[k]], ratios[f][order[k]]);
    if (n > 0)
        printf(" | %s %.2f", case_names[order[n - 1]], ratios[f][order[n - 1]]);
    printf(" |\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        if (strcmp(argv[at], "--rounds") == 0)
            rounds = (uint32_t)atoi(argv[at + 1]);
        else if (strcmp(argv[at], "--feature") == 0)
            only = argv[at + 1];
        else
            break;
    }
    if (argc - at < 2 || argv[at][0] == '-' || rounds < 1
        || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: bench_ablation [--rounds N] [--feature NAME] "
                        "FOLDER FILE.cl...\n");
        return 2;
    }
    const char *folder = argv[at++];
    for (; at < argc; at++)
        run_file(folder, argv[at], only);
    printf(
        "| feature | what | kernels | without / with | > 1.05 | < 0.95 | "
        "most | least |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (uint32_t f = 0; f < GAC__FEATURE_COUNT; f++)
        if (only == NULL || strcmp(only, names[f]) == 0)
            print_feature(f);
    return !same;
}
