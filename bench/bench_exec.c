/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The executor against an OpenCL implementation that compiles (PoCL), on two
 * threads each.
 *
 * usage: bench_exec [--rounds N] [--cpu] [--cold] [--oclgrind] FOLDER
 * FILE.cl...
 *   FOLDER        build/bench: where exec_once_* are
 *   --rounds N    runs of each kernel (default 21)
 *   --cpu         processor time instead, on a machine that others use
 *   --cold        also: process start to result, PoCL's cache empty
 *   --oclgrind    also: against Oclgrind, on a few work-groups
 *
 * Warm runs alternate between the two in one process; medians are compared.
 * Outputs are compared too. Exit code 1: they differ. */
#include "exec_run.h"

#include <gac/gac.h>
#include <gac/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KERNELS "bench/kernels"
#define FEW_GROUPS 4u
#define MOST_GROUPS 4096u
#define LONG_MS 2000
#define MOST_ROUNDS 201

static const char *folder;
static uint32_t rounds = 21;
static bool cold, oclgrind;
static clockid_t timer = CLOCK_MONOTONIC;

/* -- modules --------------------------------------------------------------- */

/* Assembles a kernel's text and leaves the binary beside the programs. */
static gac_assembly *assemble(const exec_case *c, char path_out[400])
{
    gac_assembly *assembly = exec_assemble(c);
    snprintf(path_out, 400, "%s/%s.spv", folder, c->name);
    size_t n;
    const uint32_t *words = gac_assembly_words(assembly, &n);
    FILE *file = fopen(path_out, "wb");
    if (file == NULL || fwrite(words, 4, n, file) != n || fclose(file)) {
        perror(path_out);
        exit(2);
    }
    return assembly;
}

/* -- cold ------------------------------------------------------------------ */

/* The time of a command, by the shell's exec, without the shell's own start. */
static double time_command(const char *command)
{
    double start = exec_clock_ms(CLOCK_MONOTONIC);
    pid_t pid = fork();
    if (pid == 0) {
        char *args[8], *copy = strdup(command);
        int n = 0;
        for (char *p = strtok(copy, " "); p && n < 7; p = strtok(NULL, " "))
            args[n++] = p;
        args[n] = NULL;
        execvp(args[0], args);
        _exit(127);
    }
    int status;
    waitpid(pid, &status, 0);
    if (status != 0)
        fprintf(stderr, "%s: status %d\n", command, status);
    return exec_clock_ms(CLOCK_MONOTONIC) - start;
}

static double time_gac(const exec_case *c, const char *module, uint32_t groups)
{
    char command[1000];
    double times[5];
    snprintf(command, sizeof command, "%s/exec_once_gac %s/%s.cl %s %u", folder,
             KERNELS, c->name, module, groups);
    for (uint32_t k = 0; k < 5; k++)
        times[k] = time_command(command);
    return exec_median(times, 5);
}

static double time_cold_ocl(const exec_case *c)
{
    char command[1000], rest[200];
    double times[3];
    snprintf(command, sizeof command, "%s/exec_once_ocl %s/%s.cl 0", folder,
             KERNELS, c->name);
    for (uint32_t k = 0; k < 3; k++) {
        char cache[] = "/tmp/bench_exec.XXXXXX";
        if (mkdtemp(cache) == NULL)
            exit(2);
        setenv("POCL_CACHE_DIR", cache, 1);
        times[k] = time_command(command);
        snprintf(rest, sizeof rest, "rm -rf %s", cache);
        if (system(rest) != 0)
            fprintf(stderr, "%s is left\n", cache);
    }
    unsetenv("POCL_CACHE_DIR");
    return exec_median(times, 3);
}

static double time_oclgrind(const exec_case *c, uint32_t groups)
{
    char command[1000];
    snprintf(command, sizeof command, "oclgrind %s/exec_once_ocl %s/%s.cl %u",
             folder, KERNELS, c->name, groups);
    return time_command(command);
}

/* As many work-groups in a dimension as Oclgrind needs a few seconds for: with
 * less, the start of processes would be compared. */
static double time_long_oclgrind(const exec_case *c, uint32_t *groups_out)
{
    uint32_t groups = FEW_GROUPS;
    double ms = time_oclgrind(c, groups);
    while (ms < LONG_MS && groups < MOST_GROUPS)
        ms = time_oclgrind(c, groups *= 2);
    *groups_out = groups;
    return ms;
}

/* -- kernels --------------------------------------------------------------- */

static double total[3]; /* logarithms of ratios: warm, cold, Oclgrind */

static bool run_case(const char *source)
{
    static double gac_ms[MOST_ROUNDS], ocl_ms[MOST_ROUNDS];
    char module[400];
    size_t n;
    exec_case *c = exec_case_open(source, "RUN");
    if (c == NULL)
        return true;
    gac_assembly *assembly = assemble(c, module);
    const uint32_t *words = gac_assembly_words(assembly, &n);
    exec_gac *g = exec_gac_open(&exec_linked, c, words, n * 4, 0);
    exec_ocl *o = exec_ocl_open(c, source, 0);
    exec_gac_set(g, 2, NULL);
    exec_gac_setup(g);
    exec_gac_run(g);
    exec_case_keep(c);
    exec_ocl_run(o);
    bool ok = exec_case_is_near(c);
    for (uint32_t k = 0; k < rounds; k++) {
        double start = exec_clock_ms(timer);
        exec_gac_run(g);
        double between = exec_clock_ms(timer);
        exec_ocl_run(o);
        ocl_ms[k] = exec_clock_ms(timer) - between;
        gac_ms[k] = between - start;
    }
    ok = ok && exec_case_is_near(c);
    exec_gac_close(g);
    exec_ocl_close(o);
    double mine = exec_median(gac_ms, rounds),
           theirs = exec_median(ocl_ms, rounds);
    total[0] += log(theirs / mine);
    printf("%-14s %9.3f %9.3f %7.2f", c->name, mine, theirs, theirs / mine);
    if (cold) {
        mine = time_gac(c, module, 0);
        theirs = time_cold_ocl(c);
        total[1] += log(theirs / mine);
        printf(" | %8.2f %9.1f %7.1f", mine, theirs, theirs / mine);
    }
    if (oclgrind) {
        uint32_t groups;
        theirs = time_long_oclgrind(c, &groups);
        mine = time_gac(c, module, groups);
        total[2] += log(theirs / mine);
        printf(" | %8.2f %9.1f %7.1f", mine, theirs, theirs / mine);
    }
    printf("%s\n", ok ? "" : "  RESULTS DIFFER");
    fflush(stdout);
    gac_assembly_destroy(assembly);
    exec_case_close(c);
    return ok;
}

static void print_head(void)
{
    printf("%-14s %9s %9s %7s", "kernel (ms)", "gac", "OpenCL", "ratio");
    if (cold)
        printf(" | %8s %9s %7s", "gac cold", "OpenCL", "ratio");
    if (oclgrind)
        printf(" | %8s %9s %7s", "gac part", "Oclgrind", "ratio");
    printf("\n");
}

static void print_foot(size_t n)
{
    printf("%-14s %9s %9s %7.2f", "geometric mean", "", "",
           exp(total[0] / (double)n));
    if (cold)
        printf(" | %8s %9s %7.1f", "", "", exp(total[1] / (double)n));
    if (oclgrind)
        printf(" | %8s %9s %7.1f", "", "", exp(total[2] / (double)n));
    printf("\n%s\n", exec_ocl_device());
}

int main(int argc, char **argv)
{
    size_t n = 0;
    bool ok = true;
    int k = 1;
    for (; k < argc && argv[k][0] == '-'; k++) {
        if (strcmp(argv[k], "--cold") == 0)
            cold = true;
        else if (strcmp(argv[k], "--oclgrind") == 0)
            oclgrind = true;
        else if (strcmp(argv[k], "--cpu") == 0)
            timer = CLOCK_PROCESS_CPUTIME_ID;
        else if (strcmp(argv[k], "--rounds") == 0 && k + 1 < argc)
            rounds = (uint32_t)atoi(argv[++k]);
    }
    if (argc - k < 2 || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: bench_exec [--rounds N] [--cpu] [--cold] "
                        "[--oclgrind] FOLDER FILE.cl...\n");
        return 2;
    }
    folder = argv[k++];
    exec_ocl_limit(2);
    print_head();
    for (; k < argc; k++, n++)
        ok = run_case(argv[k]) && ok;
    print_foot(n);
    return !ok;
}
