/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs that their context or their launch is asked to stop return CANCELLED, and those
 * of a context that was cancelled before, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gac/gac.h>
#include <gac/text.h>

#define MODULE "examples/tutorial.spvasm"
#define ITEMS 4096

typedef struct fixture {
    gac_context *context;
    gac_input *input;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    gac_run_options how;
    int32_t buffers[3][ITEMS];
    uint32_t n_steps;
    void (*stop)(struct fixture *f);
} fixture;

/* The first groups that are done have the others stopped. */
static void step(void *user, uint64_t done, uint64_t n_groups)
{
    fixture *f = user;
    (void)done, (void)n_groups;
    if (f->n_steps++ == 0 && f->stop)
        f->stop(f);
}

static int begin(void **state)
{
    static fixture f;
    size_t size;
    f = (fixture){ .how = { .size = sizeof f.how, .global = { ITEMS },
                            .local = { 64 }, .threads = 1, .progress = step,
                            .progress_user = &f } };
    assert_int_equal(gac_context_create(NULL, &f.context), GAC_OK);
    assert_int_equal(gac_input_load(f.context, MODULE, NULL, &f.input), GAC_OK);
    const void *data = gac_input_data(f.input, &size);
    assert_int_equal(gac_module_parse(f.context, data, size, NULL, &f.module),
                     GAC_OK);
    assert_int_equal(gac_program_create(f.module, NULL, 0, &f.program), GAC_OK);
    assert_int_equal(
        gac_launch_create(f.program, gac_module_kernel_name(f.module, 0), &f.launch),
        GAC_OK);
    for (uint32_t k = 0; k < 3; k++)
        assert_int_equal(gac_launch_set_buffer(f.launch, k, f.buffers[k],
                                               sizeof f.buffers[k], 0), GAC_OK);
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    gac_launch_destroy(f->launch);
    gac_program_destroy(f->program);
    gac_module_destroy(f->module);
    gac_input_destroy(f->input);
    gac_context_destroy(f->context);
    return 0;
}

static void cancel_context(fixture *f)
{
    gac_context_cancel(f->context);
}

static void cancel_launch(fixture *f)
{
    gac_launch_cancel(f->launch);
}

static void test_context(void **state)
{
    fixture *f = *state;
    assert_int_equal(gac_launch_run(f->launch, &f->how, NULL), GAC_OK);
    assert_true(f->n_steps > 1);
    f->n_steps = 0;
    f->stop = cancel_context;
    assert_int_equal(gac_launch_run(f->launch, &f->how, NULL), GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
    f->stop = NULL; /* for good */
    assert_int_equal(gac_launch_run(f->launch, &f->how, NULL), GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
}

static void test_launch(void **state)
{
    fixture *f = *state;
    f->stop = cancel_launch;
    assert_int_equal(gac_launch_run(f->launch, &f->how, NULL), GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
    f->stop = NULL; /* a run that follows is not stopped */
    assert_int_equal(gac_launch_run(f->launch, &f->how, NULL), GAC_OK);
    assert_true(f->n_steps > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_context, begin, end),
        cmocka_unit_test_setup_teardown(test_launch, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
