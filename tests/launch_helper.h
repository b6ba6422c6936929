/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* For tests through the library: a kernel of a file of the tree or of the
 * archive (fixtures.h), ready for its arguments. */
#ifndef GAC_TESTS_LAUNCH_HELPER_H
#define GAC_TESTS_LAUNCH_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/text.h>

#include "fixtures.h"

typedef struct opened_kernel {
    gac_context *context;
    gac_input *input;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
} opened_kernel;

/* From an input on; `kernel` NULL: the first one. */
static inline void finish_kernel(opened_kernel *o, const char *kernel)
{
    size_t size;
    const void *data = gac_input_data(o->input, &size);
    assert_int_equal(gac_module_parse(o->context, data, size, NULL, &o->module),
                     GAC_OK);
    assert_int_equal(gac_program_create(o->module, NULL, 0, &o->program),
                     GAC_OK);
    if (!kernel)
        kernel = gac_module_kernel_name(o->module, 0);
    assert_int_equal(gac_launch_create(o->program, kernel, &o->launch), GAC_OK);
}

/* `options` NULL: none; `kernel` NULL: the first one. */
static inline opened_kernel open_kernel(const gac_context_options *options,
                                        const char *path, const char *kernel)
{
    opened_kernel o;
    assert_int_equal(gac_context_create(options, &o.context), GAC_OK);
    assert_int_equal(
        gac_input_load(o.context, fixture_path(path), NULL, &o.input), GAC_OK);
    finish_kernel(&o, kernel);
    return o;
}

/* The first kernel of an assembled text; `options` NULL: none. */
static inline opened_kernel open_text(const gac_context_options *options,
                                      const char *text)
{
    opened_kernel o;
    assert_int_equal(gac_context_create(options, &o.context), GAC_OK);
    assert_int_equal(
        gac_input_load_memory(o.context, text, strlen(text), NULL, &o.input),
        GAC_OK);
    finish_kernel(&o, NULL);
    return o;
}

/* The same at a level of the processor's. */
static inline opened_kernel open_at(const char *text, gac_cpu_level level)
{
    return open_text(&(gac_context_options){.size = sizeof(gac_context_options),
                                            .cpu_level = level},
                     text);
}

/* Calls a function for the processor's own level and the lesser ones. */
static inline void at_each_level(void (*run)(gac_cpu_level level))
{
    static const gac_cpu_level levels[] = {GAC_CPU_BEST, GAC_CPU_AVX2,
                                           GAC_CPU_BASELINE};
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        run(levels[k]);
}

static inline void set_buffer(const opened_kernel *o, uint32_t k, void *data,
                              size_t size)
{
    assert_int_equal(gac_launch_set_buffer(o->launch, k, data, size, 0),
                     GAC_OK);
}

static inline void close_kernel(const opened_kernel *o)
{
    gac_launch_destroy(o->launch);
    gac_program_destroy(o->program);
    gac_module_destroy(o->module);
    gac_input_destroy(o->input);
    gac_context_destroy(o->context);
}

#endif
