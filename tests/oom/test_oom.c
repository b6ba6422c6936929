/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Each allocation in turn fails, in all that the library does with a module.
 *
 * usage: test_oom [MODULE..]   every allocation, of these modules
 * With GAC_TEST_FULL=1 (make oom) every allocation, of many modules; else some
 * of a few, but every one of the modules that are made for this. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fixtures.h"
#include "../worker/worker.h"
#include "oom_steps.h"

/* Of what is tried: every so many-th. */
typedef struct some {
    const char *pattern;
    size_t every;
} some;

static const some many[] = {
    {"tests/valid/*.spvasm", 8},
    {"tests/invalid/*.spvasm", 10},
    {"tests/warnings/*.spvasm", 3},
    {"tests/check/*.spvasm", 6},
    {"tests/kernels/*/*.spvasm", 24},
    {"tests/instructions/*.spvasm", 10},
    {"tests/fuzz/corpus/run/*", 8},
    {"tests/fuzz/corpus/validate/*", 8},
    {"tests/fuzz/corpus/module/*", 8},
    {"tests/oom/*.spvasm", 1},
    {NULL, 0},
};
static const some few[] = {
    {"tests/valid/kernels_tiles.clang14.O2.spvasm", 1},
    {"tests/invalid/missing-wait_faulty_ways.clang14.O0.spvasm", 1},
    {"tests/invalid/core_several.spvasm", 1},
    {"tests/check/constants.spvasm", 1},
    {"tests/fuzz/corpus/validate/copy2d.spv", 1},
    {"tests/oom/decisions.spvasm", 1},
    {NULL, 0},
};

static glob_t modules;
static unsigned long long most = 1000000000; /* allocations of a scene */
static uint32_t most_kernels = 2;            /* of a module */

static bool try_kind(const oom_kind *kind, oom_scene *s, uint32_t n_kernels)
{
    char name[512];
    bool ok = true;
    s->steps = kind->steps;
    s->close = oom_close;
    s->checks = kind->checks;
    s->n_threads = kind->n_threads;
    s->loose = kind->loose;
    for (s->kernel = 0; s->kernel < n_kernels; s->kernel++) {
        snprintf(name, sizeof name, "%s, %s, kernel %u", s->path, kind->name,
                 s->kernel);
        s->name = name;
        ok &= oom_try(s, strstr(s->path, "/oom/") ? ULLONG_MAX : most);
    }
    return ok;
}

/* The module's number of kernels that are tried; at least 1. */
static uint32_t count_kernels(gac_context *context, const oom_scene *s)
{
    gac_module *m = NULL;
    uint32_t n = 0;
    if (s->words
        && gac_module_parse(context, s->words, s->size_bytes, NULL, &m)
               == GAC_OK)
        n = gac_module_kernel_count(m);
    gac_module_destroy(m);
    return n < 1 ? 1 : n < most_kernels ? n : most_kernels;
}

static bool try_module(const char *path)
{
    oom_scene s = {.path = path};
    gac_context *context = NULL;
    gac_input *input = NULL;
    bool ok = true;
    if (gac_context_create(NULL, &context) != GAC_OK)
        return false;
    if (gac_input_load(context, path, NULL, &input) == GAC_OK)
        s.words = gac_input_data(input, &s.size_bytes);
    uint32_t n_kernels = count_kernels(context, &s);
    for (const oom_kind *k = oom_kinds; k->name; k++)
        if (k->of_text ? strstr(path, ".spvasm") != NULL : s.words != NULL)
            ok &= try_kind(k, &s, k->of_kernel ? n_kernels : 1);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return ok;
}

/* The copies' modes come first. */
static bool try_case(size_t i)
{
    oom_scene s = {.path = "copies"};
    bool ok = true;
    if (i > 0)
        return try_module(modules.gl_pathv[i - 1]);
    for (const oom_kind *k = oom_copy_kinds; k->name; k++)
        ok &= try_kind(k, &s, 4);
    return ok;
}

static void find(const char *pattern, size_t every)
{
    glob_t found;
    if (fixtures_glob(pattern, 0, &found) != 0)
        return;
    for (size_t k = 0; k < found.gl_pathc; k += every)
        glob(found.gl_pathv[k], modules.gl_pathc ? GLOB_APPEND : 0, NULL,
             &modules);
    globfree(&found);
}

int main(int argc, char **argv)
{
    bool all = argc > 1 || getenv("GAC_TEST_FULL");
    for (int k = 1; k < argc; k++)
        find(argv[k], 1);
    for (const some *x = all ? many : few; argc == 1 && x->pattern; x++)
        find(x->pattern, x->every);
    if (!all) {
        most = 24;
        most_kernels = 1;
    }
    return worker_cases(modules.gl_pathc + 1, 1, try_case);
}
