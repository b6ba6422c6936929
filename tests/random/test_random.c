/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The fixed set of random kernels: their results are those that an OpenCL
 * device recorded (refresh.sh), at every level, strip width and number of
 * threads. Run from the project's folder. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gac/text.h>

#include "random_run.h"

#define FOLDER "tests/random/fixed"
#define MOST_PROGRAMS 100

static const struct setting {
    gac_cpu_level cpu;
    random_how how;
} settings[] = {
    {GAC_CPU_BEST, {2, GAC_ASYNC_DEFAULT, NULL, 0}},
    {GAC_CPU_AVX2, {1, GAC_ASYNC_LATE, NULL, 128}},
    {GAC_CPU_BASELINE, {2, GAC_ASYNC_RANDOM, NULL, 64}},
    {GAC_CPU_BEST, {1, GAC_ASYNC_DEFAULT, "", 0}},
    {GAC_CPU_BASELINE, {2, GAC_ASYNC_LATE, "", 64}},
};

typedef struct program_file {
    char path[300];
    uint64_t seed;
    uint64_t digests[RANDOM_KERNELS];
    random_range ranges[RANDOM_KERNELS];
} program_file;

static void read_expected(program_file *file)
{
    FILE *f = fopen(FOLDER "/expected", "r");
    unsigned long long seed, digest;
    unsigned kernel;
    random_range r;
    assert_non_null(f);
    while (fscanf(f, "%llu k%u %llx %u %u %u %u %u %u", &seed, &kernel, &digest,
                  &r.global[0], &r.global[1], &r.global[2], &r.local[0],
                  &r.local[1], &r.local[2])
           == 9)
        if (seed == file->seed && kernel < RANDOM_KERNELS) {
            file->digests[kernel] = digest;
            file->ranges[kernel] = r;
        }
    fclose(f);
}

/* Returns the number of kernels that gave something else. */
static int run_all(const program_file *file, const struct setting *s)
{
    gac_context *context;
    gac_assembly *assembly;
    gac_module *module;
    gac_program *program;
    size_t n;
    int wrong = 0;
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_context_options options = {.size = sizeof options, .cpu_level = s->cpu};
    if (gac_context_create(&options, &context) != GAC_OK
        || gac_assemble_file(context, file->path, NULL, &assembly) != GAC_OK)
        return 99;
    const uint32_t *words = gac_assembly_words(assembly, &n);
    if (gac_module_parse(context, words, n * 4, &parse, &module) != GAC_OK
        || gac_program_create(module, NULL, 0, &program) != GAC_OK)
        return 99;
    for (uint32_t k = 0; k < RANDOM_KERNELS; k++) {
        random_input input;
        random_data_init(&input, file->seed, k, &file->ranges[k]);
        gac_result r =
            random_run_gac(program, k, &file->ranges[k], &s->how, &input);
        uint64_t digest = random_data_digest(&input);
        if (r != GAC_OK || digest != file->digests[k]) {
            fprintf(stderr, "%s: k%u: %s\n", file->path, k,
                    r != GAC_OK ? gac_result_text(r) : "another result");
            wrong++;
        }
        random_data_free(&input);
    }
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
    return wrong;
}

static void results_are_the_devices(void **state)
{
    program_file *file = *state;
    read_expected(file);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++)
        assert_int_equal(run_all(file, &settings[k]), 0);
}

int main(void)
{
    static program_file files[MOST_PROGRAMS];
    static struct CMUnitTest tests[MOST_PROGRAMS];
    size_t n = 0;
    DIR *folder = opendir(FOLDER);
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL && n < MOST_PROGRAMS) {
        if (!strstr(entry->d_name, ".spvasm"))
            continue;
        snprintf(files[n].path, sizeof files[n].path, FOLDER "/%s",
                 entry->d_name);
        files[n].seed = strtoull(entry->d_name, NULL, 10);
        tests[n] = (struct CMUnitTest){files[n].path, results_are_the_devices,
                                       NULL, NULL, &files[n]};
        n++;
    }
    if (folder)
        closedir(folder);
    return n == 0 || _cmocka_run_group_tests("random", tests, n, NULL, NULL);
}
