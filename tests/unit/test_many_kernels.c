/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A module of thousands of kernels: to ask for all of them and for what their
 * parameters are takes time and memory that grow as their number does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../launch_helper.h"

#define FEW 500u
/* How many times as many, and how many times as long they may take: ten times
 * what is linear, since machines differ in what they make of caches. */
#define TIMES 16u
#define MOST_TIME 160
#define RUNS 3u /* of which the fastest counts */

/* -- memory that is counted ------------------------------------------------ */

static void *resize(void *user, void *p, size_t old_size, size_t new_size)
{
    uint64_t *total = user;
    if (!new_size) {
        free(p);
        return NULL;
    }
    *total += new_size > old_size ? new_size - old_size : 0;
    return realloc(p, new_size);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- modules --------------------------------------------------------------- */

/* All that tells of kernels and parameters stands once for each kernel: their
 * names, modes, decorations, and strings of their types. */
static char *write_module(unsigned n)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    fputs("OpCapability Addresses\nOpCapability Kernel\n"
          "OpMemoryModel Physical64 OpenCL\n",
          f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "OpEntryPoint Kernel %%k%u \"kernel_%u\"\n", k, k);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "OpExecutionMode %%k%u LocalSizeHint 8 1 1\n", k);
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "%%s%u = OpString \"kernel_arg_type.kernel_%u.t%u*,\"\n"
                "%%q%u = OpString \"kernel_arg_type_qual.kernel_%u.const,\"\n",
                k, k, k, k, k);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "OpName %%p%u \"out\"\n", k);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "OpDecorate %%p%u FuncParamAttr NoCapture\n", k);
    fputs("%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n"
          "%seven = OpConstant %uint 7\n"
          "%pointer = OpTypePointer CrossWorkgroup %uint\n"
          "%type = OpTypeFunction %void %pointer\n",
          f);
    for (unsigned k = 0; k < n; k++)
        fprintf(f,
                "%%k%u = OpFunction %%void None %%type\n"
                "%%p%u = OpFunctionParameter %%pointer\n%%l%u = OpLabel\n"
                "OpStore %%p%u %%seven\nOpReturn\nOpFunctionEnd\n",
                k, k, k, k);
    assert_int_equal(fclose(f), 0);
    return text;
}

/* Looks at each kernel as gac-run --list does. */
static void list(const gac_module *m)
{
    const char *name;
    char want[32];
    gac_program *program;
    assert_int_equal(gac_program_create(m, NULL, 0, &program), GAC_OK);
    for (uint32_t k = 0; (name = gac_module_kernel_name(m, k)) != NULL; k++) {
        gac_launch *launch;
        gac_param_info info;
        assert_int_equal(gac_launch_create(program, name, &launch), GAC_OK);
        assert_int_equal(gac_launch_param(launch, 0, &info), GAC_OK);
        snprintf(want, sizeof want, "t%u*", k);
        assert_string_equal(info.type_name, want);
        assert_true(info.is_const);
        gac_launch_destroy(launch);
    }
    gac_program_destroy(program);
}

typedef struct work {
    double seconds;
    uint64_t bytes; /* that were asked for */
} work;

static work measure(unsigned n)
{
    work least = {1e9, 0};
    char *text = write_module(n);
    for (unsigned k = 0; k < RUNS; k++) {
        uint64_t total = 0;
        gac_allocator allocator = {resize, &total};
        gac_context_options options = {.size = sizeof options,
                                       .allocator = allocator};
        gac_context *context;
        gac_input *input;
        gac_module *module;
        size_t size;
        assert_int_equal(gac_context_create(&options, &context), GAC_OK);
        assert_int_equal(
            gac_input_load_memory(context, text, strlen(text), NULL, &input),
            GAC_OK);
        const void *data = gac_input_data(input, &size);
        double start = cpu_seconds();
        total = 0;
        assert_int_equal(gac_module_parse(context, data, size, NULL, &module),
                         GAC_OK);
        list(module);
        double seconds = cpu_seconds() - start;
        least.seconds = seconds < least.seconds ? seconds : least.seconds;
        least.bytes = total;
        gac_module_destroy(module);
        gac_input_destroy(input);
        gac_context_destroy(context);
    }
    free(text);
    return least;
}

static void test_growth(void **state)
{
    (void)state;
    work few = measure(FEW), many = measure(TIMES * FEW);
    if (many.seconds > few.seconds * MOST_TIME
        || many.bytes > few.bytes * TIMES * 6 / 5)
        fail_msg("%u kernels take %.4f s and %llu bytes, %u %.4f s and %llu "
                 "bytes",
                 FEW, few.seconds, (unsigned long long)few.bytes, TIMES * FEW,
                 many.seconds, (unsigned long long)many.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_growth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
