/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs that their context or their launch is asked to stop return CANCELLED,
 * and those of a context that was cancelled before, too. */
#include "../launch_helper.h"

#define MODULE "examples/tutorial.spvasm"
#define ITEMS 4096

typedef struct fixture {
    opened_kernel k;
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
    f = (fixture){.how = {.size = sizeof f.how,
                          .global = {ITEMS},
                          .local = {64},
                          .threads = 1,
                          .progress = step,
                          .progress_user = &f}};
    f.k = open_kernel(NULL, MODULE, NULL);
    for (uint32_t n = 0; n < 3; n++)
        assert_int_equal(gac_launch_set_buffer(f.k.launch, n, f.buffers[n],
                                               sizeof f.buffers[n], 0),
                         GAC_OK);
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    close_kernel(&f->k);
    return 0;
}

static void cancel_context(fixture *f)
{
    gac_context_cancel(f->k.context);
}

static void cancel_launch(fixture *f)
{
    gac_launch_cancel(f->k.launch);
}

static void test_context(void **state)
{
    fixture *f = *state;
    assert_int_equal(gac_launch_run(f->k.launch, &f->how, NULL), GAC_OK);
    assert_true(f->n_steps > 1);
    f->n_steps = 0;
    f->stop = cancel_context;
    assert_int_equal(gac_launch_run(f->k.launch, &f->how, NULL),
                     GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
    f->stop = NULL; /* for good */
    assert_int_equal(gac_launch_run(f->k.launch, &f->how, NULL),
                     GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
}

static void test_launch(void **state)
{
    fixture *f = *state;
    f->stop = cancel_launch;
    assert_int_equal(gac_launch_run(f->k.launch, &f->how, NULL),
                     GAC_ERR_CANCELLED);
    assert_int_equal(f->n_steps, 1);
    f->stop = NULL; /* a run that follows is not stopped */
    assert_int_equal(gac_launch_run(f->k.launch, &f->how, NULL), GAC_OK);
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
