/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the dynamic checker costs: the executor's kernels with it and without.
 *
 * usage: bench_check [--rounds N] [--threads N] [--wall] [--oclgrind] FOLDER
 *        FILE.cl...
 *   FOLDER        build/bench: where exec_once_ocl is
 *   --rounds N    runs of each kernel (default 9)
 *   --threads N   of unchecked runs (default 1; checked runs have one)
 *   --wall        time on the clock, not the processor's
 *   --oclgrind    also: Oclgrind with its own checks, on a few work-groups
 *
 * Checked and unchecked runs alternate in one process; medians are compared.
 * Exit code 1: a kernel is found at fault. */
#include "exec_run.h"

#include <gac/gac.h>
#include <gac/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FEW_GROUPS 2u
#define MOST_ROUNDS 101

static const char *folder;
static uint32_t rounds = 9, threads = 1;
static bool oclgrind;
static clockid_t timer = CLOCK_PROCESS_CPUTIME_ID;

static double time_run(exec_gac *g, uint32_t n_threads, const char *checks)
{
    exec_gac_set(g, n_threads, checks);
    double start = exec_clock_ms(timer);
    exec_gac_run(g);
    return exec_clock_ms(timer) - start;
}

/* Bytes that a kernel's buffers and a group's local memory have. */
static double memory_of(const exec_case *c)
{
    double bytes = 0;
    for (uint32_t n = 0; n < c->run.n_args; n++)
        if (c->run.args[n].kind != GAC__RUN_VALUE)
            bytes += (double)c->run.args[n].size_bytes;
    return bytes;
}

/* Oclgrind on a few groups, less what it takes for its start: an empty run's.
 */
static double time_oclgrind(const char *path)
{
    char command[1000];
    snprintf(command, sizeof command,
             "oclgrind --data-races --uninitialized "
             "%s/exec_once_ocl %s %u >/dev/null 2>&1",
             folder, path, FEW_GROUPS);
    double start = exec_clock_ms(CLOCK_MONOTONIC);
    return system(command) == 0 ? exec_clock_ms(CLOCK_MONOTONIC) - start : NAN;
}

typedef struct sum {
    double logs, most;
    uint32_t n;
} sum;

static void add(sum *s, double ratio)
{
    s->logs += log(ratio);
    s->n++;
    if (ratio > s->most)
        s->most = ratio;
}

static bool measure(const char *path, sum *ratios, sum *peers)
{
    double plain[MOST_ROUNDS], checked[MOST_ROUNDS];
    size_t n_words;
    exec_case *c = exec_case_open(path, "RUN");
    if (c == NULL)
        return true;
    gac_assembly *assembly = exec_assemble(c);
    const uint32_t *words = gac_assembly_words(assembly, &n_words);
    /* Each its own launch, so that neither compiles again. */
    exec_gac *g = exec_gac_open(&exec_linked, c, words, n_words * 4, 0);
    exec_gac *h = exec_gac_open(&exec_linked, c, words, n_words * 4, 0);
    exec_gac_setup(g);
    time_run(g, threads, NULL);
    time_run(h, threads, "");
    for (uint32_t k = 0; k < rounds; k++) {
        plain[k] = time_run(g, threads, NULL);
        checked[k] = time_run(h, threads, "");
    }
    const gac_run_stats *stats = exec_gac_stats(h);
    uint64_t findings = stats->findings;
    double x = exec_median(plain, rounds), y = exec_median(checked, rounds);
    printf("%-14s %9.3f %9.3f %7.2f %7.2f %5llu", c->name, x, y, y / x,
           (double)stats->shadow_bytes / memory_of(c),
           (unsigned long long)findings);
    add(ratios, y / x);
    exec_gac_close(g);
    exec_gac_close(h);
    if (oclgrind) {
        exec_gac *few =
            exec_gac_open(&exec_linked, c, words, n_words * 4, FEW_GROUPS);
        double start = exec_clock_ms(CLOCK_MONOTONIC);
        exec_gac_set(few, 1, "");
        exec_gac_run(few);
        double own = exec_clock_ms(CLOCK_MONOTONIC) - start,
               its = time_oclgrind(path);
        printf(" %9.3f %9.1f %8.0f", own, its, its / own);
        if (!isnan(its))
            add(peers, its / own);
        exec_gac_close(few);
    }
    printf("\n");
    fflush(stdout);
    gac_assembly_destroy(assembly);
    exec_case_close(c);
    return findings == 0;
}

int main(int argc, char **argv)
{
    int at = 1;
    bool fine = true;
    sum ratios = {0}, peers = {0};
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--wall") == 0)
            timer = CLOCK_MONOTONIC;
        else if (strcmp(argv[at], "--oclgrind") == 0)
            oclgrind = true;
        else if (strcmp(argv[at], "--rounds") == 0 && at + 1 < argc)
            rounds = (uint32_t)atoi(argv[++at]);
        else if (strcmp(argv[at], "--threads") == 0 && at + 1 < argc)
            threads = (uint32_t)atoi(argv[++at]);
        else
            at = argc;
    }
    if (argc - at < 2 || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: bench_check [--rounds N] [--threads N] "
                        "[--wall] [--oclgrind] FOLDER FILE.cl...\n");
        return 2;
    }
    folder = argv[at++];
    printf("%-14s %9s %9s %7s %7s %5s%s\n", "kernel", "plain ms", "checked",
           "ratio", "shadow", "found",
           oclgrind ? "    few ms  Oclgrind    ratio" : "");
    for (; at < argc; at++)
        fine &= measure(argv[at], &ratios, &peers);
    printf("geometric mean %.2f, most %.2f\n", exp(ratios.logs / ratios.n),
           ratios.most);
    if (peers.n)
        printf("Oclgrind takes %.0f times as long (geometric mean)\n",
               exp(peers.logs / peers.n));
    return fine ? 0 : 1;
}
