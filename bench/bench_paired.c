/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Two builds of gac, and PoCL, on many kernels, by turns in one process.
 *
 * usage: bench_paired [OPTION...] FOLDER FILE.cl...
 *   FOLDER         where NAME.clang14.spv and NAME.clang22.spv of FILE.cl are
 *   --now FILE     a libgac.so (default: the one that this is linked with)
 *   --before FILE  the libgac.so to compare it with
 *   --pocl         the first OpenCL device is compared with it, too
 *   --rounds N     pairs of windows for each kernel (default 7)
 *   --threads N    (default 1)
 *   --wall         time on the clock, not the processor's
 *   --busy         beside a process on each processor that is always busy
 *   --long         the kernels' long runs, of those that have one
 *
 * All contenders run in the same buffers. A window is as many runs as take
 * WINDOW_MS; windows alternate, each round in the other order, and the median
 * of the rounds' ratios is told, above 1 where this build is faster. A kernel
 * that works in place gets its first contents before each run, outside the
 * time. Exit code 1: the builds' results differ in a bit, or PoCL's by more
 * than the kernel's tolerance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

#include "exec_run.h"

#define WINDOW_MS 4.0
#define MOST_ROUNDS 101
#define MOST_ROWS 4096
#define N_WORST 8

typedef enum contender { NOW, BEFORE, POCL, N_CONTENDERS } contender;

static exec_library libraries[POCL];
static bool present[N_CONTENDERS] = {[NOW] = true};
static uint32_t rounds = 7, threads = 1;
static const char *line = "RUN";
static clockid_t timer = CLOCK_PROCESS_CPUTIME_ID;

/* A kernel as one compiler made it, ready to run. */
typedef struct entry {
    exec_case *c;
    exec_gac *gac[POCL];
    exec_ocl *ocl;
    bool in_place;
} entry;

typedef struct row {
    char name[96];
    double ratio[N_CONTENDERS]; /* a contender's time to this build's */
} row;

static row rows[MOST_ROWS];
static uint32_t n_rows;

static double time_run(const entry *e, contender who)
{
    if (e->in_place)
        exec_case_restore(e->c);
    double start = exec_clock_ms(timer);
    if (who == POCL)
        exec_ocl_run(e->ocl);
    else
        exec_gac_run(e->gac[who]);
    return exec_clock_ms(timer) - start;
}

/* A run's mean time in a window of `n` runs. */
static double time_window(const entry *e, contender who, uint32_t n)
{
    double sum = 0;
    for (uint32_t k = 0; k < n; k++)
        sum += time_run(e, who);
    return sum / n;
}

/* Runs each contender from the same contents: false if results differ. */
static bool compare(entry *e)
{
    bool same = true;
    exec_gac_setup(e->gac[NOW]);
    exec_case_start_here(e->c);
    exec_gac_run(e->gac[NOW]);
    exec_case_keep(e->c);
    exec_gac_run(e->gac[NOW]);
    e->in_place = !exec_case_is_same(e->c);
    for (contender who = BEFORE; who < N_CONTENDERS; who++) {
        if (!present[who])
            continue;
        exec_case_restore(e->c);
        time_run(e, who);
        if (!(who == POCL ? exec_case_is_near(e->c) : exec_case_is_same(e->c)))
            same = false;
    }
    return same;
}

static void measure(const entry *e, row *r)
{
    static double ratios[N_CONTENDERS][MOST_ROUNDS];
    double least[N_CONTENDERS], times[N_CONTENDERS];
    uint32_t n[N_CONTENDERS];
    for (contender who = NOW; who < N_CONTENDERS; who++) {
        least[who] = INFINITY;
        double once = present[who] ? time_run(e, who) : WINDOW_MS;
        n[who] = once < WINDOW_MS ? (uint32_t)(WINDOW_MS / once) : 1;
    }
    for (uint32_t k = 0; k < rounds; k++) {
        for (int place = 0; place < N_CONTENDERS; place++) {
            contender who = (contender)(k % 2 ? POCL - place : place);
            if (!present[who])
                continue;
            times[who] = time_window(e, who, n[who]);
            least[who] = fmin(least[who], times[who]);
        }
        for (contender who = BEFORE; who < N_CONTENDERS; who++)
            if (present[who])
                ratios[who][k] = times[who] / times[NOW];
    }
    printf("%-32s %8.3f", r->name, least[NOW]);
    for (contender who = BEFORE; who < N_CONTENDERS; who++) {
        if (!present[who])
            continue;
        r->ratio[who] = exec_median(ratios[who], rounds);
        printf(" %8.3f %6.3f", least[who], r->ratio[who]);
    }
}

static bool run_module(exec_case *c, const char *source, const void *words,
                       size_t bytes, const char *compiler)
{
    entry e = {.c = c};
    if (n_rows == MOST_ROWS)
        exit(2);
    row *r = &rows[n_rows++];
    snprintf(r->name, sizeof r->name, "%s.%s", c->name, compiler);
    for (contender who = NOW; who < POCL; who++) {
        if (!present[who])
            continue;
        e.gac[who] = exec_gac_open(&libraries[who], c, words, bytes, 0);
        exec_gac_set(e.gac[who], threads, NULL);
    }
    if (present[POCL])
        e.ocl = exec_ocl_open(c, source, 0);
    bool same = compare(&e);
    measure(&e, r);
    printf("%s\n", same ? "" : "  RESULTS DIFFER");
    fflush(stdout);
    for (contender who = NOW; who < POCL; who++)
        if (present[who])
            exec_gac_close(e.gac[who]);
    if (present[POCL])
        exec_ocl_close(e.ocl);
    return same;
}

/* Runs the modules of a source file that are there, each in fresh buffers. */
static bool run_file(const char *folder, const char *source)
{
    bool same = true;
    for (size_t k = 0; k < EXEC_COMPILERS; k++) {
        size_t bytes;
        exec_case *c = exec_case_open(source, line);
        if (c == NULL)
            return true;
        void *words = exec_case_module(c, folder, exec_compilers[k], &bytes);
        if (words != NULL)
            same =
                run_module(c, source, words, bytes, exec_compilers[k]) && same;
        free(words);
        exec_case_close(c);
    }
    return same;
}

/* Starts a process for each processor that is always busy, until this one ends.
 */
static void start_busy(void)
{
    for (long k = sysconf(_SC_NPROCESSORS_ONLN); k > 0; k--)
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (volatile unsigned n = 0;; n++)
                ;
        }
}

static contender sorted_by;

static int by_ratio(const void *a, const void *b)
{
    double x = ((const row *)a)->ratio[sorted_by],
           y = ((const row *)b)->ratio[sorted_by];
    return (x > y) - (x < y);
}

static void summarize(contender who, const char *name)
{
    double logs = 0;
    if (!present[who] || n_rows == 0)
        return;
    sorted_by = who;
    qsort(rows, n_rows, sizeof *rows, by_ratio);
    for (uint32_t k = 0; k < n_rows; k++)
        logs += log(rows[k].ratio[who]);
    printf("%s: %u kernels, geometric mean %.3f\n", name, n_rows,
           exp(logs / n_rows));
    for (uint32_t k = 0; k < N_WORST && k < n_rows; k++)
        printf("  %-32s %6.3f\n", rows[k].name, rows[k].ratio[who]);
    printf("  ...\n");
    for (uint32_t k = n_rows > N_WORST ? n_rows - N_WORST : 0; k < n_rows; k++)
        printf("  %-32s %6.3f\n", rows[k].name, rows[k].ratio[who]);
}

int main(int argc, char **argv)
{
    int at = 1;
    bool same = true;
    libraries[NOW] = exec_linked;
    for (; at < argc && argv[at][0] == '-'; at++) {
        const char *value = at + 1 < argc ? argv[at + 1] : "";
        if (strcmp(argv[at], "--wall") == 0) {
            timer = CLOCK_MONOTONIC;
        } else if (strcmp(argv[at], "--pocl") == 0) {
            present[POCL] = true;
        } else if (strcmp(argv[at], "--busy") == 0) {
            start_busy();
        } else if (strcmp(argv[at], "--long") == 0) {
            line = "LONG";
        } else {
            if (strcmp(argv[at], "--now") == 0)
                libraries[NOW] = exec_library_open(value);
            else if (strcmp(argv[at], "--before") == 0)
                libraries[BEFORE] = exec_library_open(value);
            else if (strcmp(argv[at], "--rounds") == 0)
                rounds = (uint32_t)atoi(value);
            else if (strcmp(argv[at], "--threads") == 0)
                threads = (uint32_t)atoi(value);
            else
                break;
            present[BEFORE] |= strcmp(argv[at], "--before") == 0;
            at++;
        }
    }
    if (argc - at < 2 || argv[at][0] == '-' || rounds < 1
        || rounds > MOST_ROUNDS) {
        fprintf(stderr,
                "usage: bench_paired [--now FILE] [--before FILE] [--pocl] "
                "[--rounds N] [--threads N] [--wall] [--busy] [--long] FOLDER "
                "FILE.cl...\n");
        return 2;
    }
    exec_ocl_limit(threads);
    printf("%-32s %8s%s%s\n", "kernel (ms)", "gac",
           present[BEFORE] ? "   before  ratio" : "",
           present[POCL] ? "     PoCL  ratio" : "");
    const char *folder = argv[at++];
    for (; at < argc; at++)
        same = run_file(folder, argv[at]) && same;
    summarize(BEFORE, "the build before");
    summarize(POCL, "PoCL");
    return !same;
}
