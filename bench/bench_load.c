/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How long modules take to load and to compile, all their kernels.
 *
 * usage: bench_load [--rounds N] MODULE...    binaries or assembly text
 *
 * "first" is what a process does once, page faults of code and memory included,
 * the median of processes started for it; "again" the median of repetitions in
 * one. Wall time. The goal is MOST_MS for as many bytes; what is larger has as
 * much more. */
#include "exec_run.h"

#include <gac/gac.h>
#include <gac/text.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_ROUNDS 1001u
#define MOST_MS 1.0
#define FOR_BYTES 20480.0

static uint32_t rounds = 101;

/* Milliseconds for one module from its bytes to kernels that want their
 * arguments; negative: it cannot be run. */
static double load_once(const void *data, size_t bytes)
{
    gac_context *context;
    gac_module *module = NULL;
    gac_program *program = NULL;
    const char *name;
    bool ok = true;
    if (gac_context_create(NULL, &context) != GAC_OK)
        return -1;
    double start = exec_clock_ms(CLOCK_MONOTONIC);
    ok =
        gac_module_parse(context, data, bytes,
                         &(gac_parse_options){.size = sizeof(gac_parse_options),
                                              .tolerate_producers = true},
                         &module)
            == GAC_OK
        && gac_program_create(module, NULL, 0, &program) == GAC_OK;
    for (uint32_t k = 0;
         ok && (name = gac_module_kernel_name(module, k)) != NULL; k++) {
        gac_launch *launch = NULL;
        ok = gac_launch_create(program, name, &launch) == GAC_OK;
        gac_launch_destroy(launch);
    }
    double ms = exec_clock_ms(CLOCK_MONOTONIC) - start;
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_context_destroy(context);
    return ok ? ms : -1;
}

/* What a process of its own prints: the time for the binary module in a file.
 */
static int print_once(const char *path)
{
    size_t bytes;
    void *data = exec_read_file(path, &bytes);
    double ms = load_once(data, bytes);
    free(data);
    printf("%.6f\n", ms);
    return ms < 0;
}

static double load_first(const char *program, const char *path)
{
    char command[1000], line[64] = "-1";
    snprintf(command, sizeof command, "exec %s --once %s", program, path);
    FILE *child = popen(command, "r");
    if (child == NULL)
        return -1;
    if (fgets(line, sizeof line, child) == NULL)
        line[0] = '\0';
    bool ok = pclose(child) == 0 && line[0];
    return ok ? atof(line) : -1;
}

/* Leaves a module's binary in a file of its own. */
static bool write_binary(char path[], const void *data, size_t bytes)
{
    int file = mkstemp(path);
    if (file < 0)
        return false;
    bool ok = write(file, data, bytes) == (ssize_t)bytes;
    return close(file) == 0 && ok;
}

/* A path without its folders. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool measure(const char *program, const char *path)
{
    char binary[] = "/tmp/bench_load.XXXXXX";
    static double first[MOST_ROUNDS], again[MOST_ROUNDS];
    gac_context *context;
    gac_input *input;
    size_t bytes;
    if (gac_context_create(NULL, &context) != GAC_OK
        || gac_input_load(context, path, NULL, &input) != GAC_OK) {
        fprintf(stderr, "cannot read %s\n", path);
        return false;
    }
    const void *data = gac_input_data(input, &bytes);
    bool ok = write_binary(binary, data, bytes);
    for (uint32_t k = 0; k < rounds && ok; k++)
        ok = (first[k] = load_first(program, binary)) >= 0;
    for (uint32_t k = 0; k < rounds && ok; k++)
        ok = (again[k] = load_once(data, bytes)) >= 0;
    unlink(binary);
    gac_input_destroy(input);
    gac_context_destroy(context);
    if (!ok) {
        fprintf(stderr, "cannot compile %s\n", path);
        return false;
    }
    double goal =
        MOST_MS * ((double)bytes > FOR_BYTES ? (double)bytes / FOR_BYTES : 1);
    double ms = exec_median(first, rounds);
    printf("%-40s %7.1f %9.3f %9.3f %7.2f %s\n", short_name(path),
           (double)bytes / 1024, ms, exec_median(again, rounds), goal,
           ms <= goal ? "ok" : "short");
    return true;
}

int main(int argc, char **argv)
{
    int k = 1;
    bool ok = true;
    if (argc == 3 && strcmp(argv[1], "--once") == 0)
        return print_once(argv[2]);
    if (k + 1 < argc && strcmp(argv[k], "--rounds") == 0) {
        rounds = (uint32_t)atoi(argv[k + 1]);
        k += 2;
    }
    if (k >= argc || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: bench_load [--rounds N] MODULE...\n");
        return 2;
    }
    printf("%-40s %7s %9s %9s %7s\n", "load and compile (ms)", "KB", "first",
           "again", "goal");
    for (; k < argc; k++)
        ok = measure(argv[0], argv[k]) && ok;
    return !ok;
}
