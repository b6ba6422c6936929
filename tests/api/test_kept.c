/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Variables of program scope that a program keeps:
 * gac_program_keep_variables().
 */
#include <pthread.h>
#include <string.h>

#include "../launch_helper.h"

#define MODULE "tests/api/kept.spvasm"

typedef struct world {
    gac_context *context;
    gac_input *input;
    gac_module *module;
    gac_program *program;
} world;

static char message[512];
static unsigned n_told;

static void hear(void *user, const gac_diagnostic *d)
{
    (void)user;
    if (d->severity == GAC_SEVERITY_NOTE)
        return;
    n_told++;
    snprintf(message, sizeof message, "%s: %s", d->rule, d->message);
}

static world open_world(const char *path, bool keep)
{
    world w;
    size_t size;
    gac_context_options o = {.size = sizeof o, .diagnostic = hear};
    n_told = 0;
    assert_int_equal(gac_context_create(&o, &w.context), GAC_OK);
    assert_int_equal(
        gac_input_load(w.context, fixture_path(path), NULL, &w.input), GAC_OK);
    const void *data = gac_input_data(w.input, &size);
    assert_int_equal(gac_module_parse(w.context, data, size, NULL, &w.module),
                     GAC_OK);
    assert_int_equal(gac_program_create(w.module, NULL, 0, &w.program), GAC_OK);
    if (keep)
        assert_int_equal(gac_program_keep_variables(w.program), GAC_OK);
    return w;
}

static void close_world(const world *w)
{
    gac_program_destroy(w->program);
    gac_module_destroy(w->module);
    gac_input_destroy(w->input);
    gac_context_destroy(w->context);
}

static gac_launch *kernel(const world *w, const char *name)
{
    gac_launch *l;
    assert_int_equal(gac_launch_create(w->program, name, &l), GAC_OK);
    return l;
}

static gac_result run(gac_launch *l, uint64_t n, const char *checks)
{
    gac_run_options o = {
        .size = sizeof o, .global = {n}, .local = {1}, .checks = checks};
    return gac_launch_run(l, &o, NULL);
}

static void bump(gac_launch *l, int32_t by, uint64_t n, const char *checks)
{
    assert_int_equal(gac_launch_set_value(l, 0, &by, sizeof by), GAC_OK);
    assert_int_equal(run(l, n, checks), GAC_OK);
}

static void look(gac_launch *l, int32_t out[3], const char *checks)
{
    gac_launch_set_buffer(l, 0, out, 12, 0);
    assert_int_equal(run(l, 1, checks), GAC_OK);
}

static void test_kept(void **state)
{
    int32_t out[3];
    (void)state;
    world w = open_world(MODULE, true);
    gac_launch *a = kernel(&w, "bump"), *b = kernel(&w, "look");
    bump(a, 3, 10, NULL);
    look(b, out, NULL);
    assert_int_equal(out[0], 35);
    assert_int_equal(out[1], 35); /* the pointer in another one */
    assert_int_equal(out[2], 1);
    bump(a, 1, 5, "");
    look(b, out, "");
    assert_int_equal(out[0], 40);
    /* the variable that this launch alone has named is there for all */
    gac_launch *c = kernel(&w, "move_on"), *d = kernel(&w, "add_there");
    assert_int_equal(run(c, 1, NULL), GAC_OK);
    look(b, out, NULL);
    assert_int_equal(out[0], 40);
    assert_int_equal(out[1], 77);
    gac_launch_set_buffer(d, 0, out, 12, 0);
    assert_int_equal(run(d, 1, ""), GAC_OK);
    look(b, out, "");
    assert_int_equal(out[1], 78);
    assert_int_equal(n_told, 0);
    gac_launch_destroy(a);
    gac_launch_destroy(b);
    gac_launch_destroy(c);
    gac_launch_destroy(d);
    /* and outlives its launch */
    b = kernel(&w, "look");
    look(b, out, NULL);
    assert_int_equal(out[1], 78);
    gac_launch_destroy(b);
    close_world(&w);
}

/* Without it each run begins anew. */
static void test_not_kept(void **state)
{
    int32_t out[3];
    (void)state;
    world w = open_world(MODULE, false);
    gac_launch *a = kernel(&w, "bump"), *b = kernel(&w, "look");
    bump(a, 3, 10, NULL);
    look(b, out, NULL);
    assert_int_equal(out[0], 5);
    assert_int_equal(gac_program_keep_variables(w.program), GAC_ERR_ARGUMENT);
    gac_launch_destroy(a);
    gac_launch_destroy(b);
    close_world(&w);
}

static void test_addresses(void **state)
{
    uint64_t out[4];
    (void)state;
    world w = open_world(MODULE, true);
    gac_launch *a = kernel(&w, "where");
    gac_launch_set_buffer(a, 0, out, 16, 0);
    assert_int_equal(run(a, 1, NULL), GAC_OK);
    gac_launch_destroy(a);
    a = kernel(&w, "where");
    gac_launch_set_buffer(a, 0, out + 2, 16, 0);
    gac_launch_place_buffer(a, 0, 4096);
    assert_int_equal(run(a, 1, NULL), GAC_OK);
    assert_true(out[0] >= GAC_PLACE_END && out[1] >= GAC_PLACE_END);
    assert_memory_equal(out, out + 2, 16);
    gac_launch_destroy(a);
    close_world(&w);
}

static void test_faults(void **state)
{
    (void)state;
    world w = open_world(MODULE, true);
    gac_launch *a = kernel(&w, "race"), *b = kernel(&w, "beyond");
    assert_int_equal(run(a, 64, ""), GAC_OK);
    assert_int_equal(n_told, 1);
    assert_non_null(strstr(message, "group-race: "));
    assert_non_null(strstr(message, "of variable table"));
    gac_launch_set_value(b, 0, &(int32_t){16}, 4);
    assert_int_equal(run(b, 1, NULL), GAC_ERR_TRAP);
    assert_non_null(strstr(message, "writes bytes 64 to 67 of variable table, "
                                    "outside of its 64 bytes"));
    /* one that the kernel does not name itself */
    gac_launch *c = kernel(&w, "move_on"), *d = kernel(&w, "write_there");
    assert_int_equal(run(c, 1, NULL), GAC_OK);
    gac_launch_set_value(d, 0, &(int32_t){1}, 4);
    for (int r = 0; r < 2; r++) {
        assert_int_equal(run(d, 1, r ? "" : NULL), GAC_ERR_TRAP);
        assert_non_null(strstr(message, "writes bytes 4 to 7 of variable other,"
                                        " outside of its 4 bytes"));
        *message = 0;
    }
    gac_launch_set_value(d, 0, &(int32_t){0}, 4);
    assert_int_equal(run(d, 64, ""), GAC_OK);
    assert_non_null(strstr(message, "group-race: "));
    assert_non_null(strstr(message, "of variable other"));
    gac_launch_destroy(a);
    gac_launch_destroy(b);
    gac_launch_destroy(c);
    gac_launch_destroy(d);
    close_world(&w);
}

/* Initializers run once a program, whatever launches it has, and may leave
 * addresses; each run has them where nothing is kept, and no addresses. */
static void test_initializers(void **state)
{
    int32_t out = 0;
    (void)state;
    world w = open_world("tests/api/initializers.spvasm", true);
    for (int32_t n = 0; n < 4; n++) {
        gac_launch *l = kernel(&w, "k");
        gac_launch_set_buffer(l, 0, &out, 4, 0);
        assert_int_equal(run(l, 1, n % 2 ? "" : NULL), GAC_OK);
        assert_int_equal(out, 42 + n);
        gac_launch_destroy(l);
    }
    close_world(&w);
    w = open_world("tests/api/initializers.spvasm", false);
    gac_launch *l = kernel(&w, "k");
    gac_launch_set_buffer(l, 0, &out, 4, 0);
    assert_int_equal(run(l, 1, NULL), GAC_ERR_UNSUPPORTED);
    gac_launch_destroy(l);
    close_world(&w);
}

/* Two kernels of one program at the same time. */
enum { ITERATIONS = 200 };

static void *bump_often(void *user)
{
    const world *w = user;
    gac_launch *l;
    gac_run_options o = {
        .size = sizeof o, .global = {64}, .local = {16}, .threads = 2};
    if (gac_launch_create(w->program, "bump", &l) != GAC_OK
        || gac_launch_set_value(l, 0, &(int32_t){1}, 4) != GAC_OK)
        return NULL;
    uintptr_t done = 0;
    while (done < ITERATIONS && gac_launch_run(l, &o, NULL) == GAC_OK)
        done++;
    gac_launch_destroy(l);
    return (void *)done;
}

static void test_threads(void **state)
{
    pthread_t threads[3];
    int32_t out[3];
    (void)state;
    world w = open_world(MODULE, true);
    for (int t = 0; t < 3; t++)
        assert_int_equal(pthread_create(&threads[t], NULL, bump_often, &w), 0);
    /* others come meanwhile */
    for (int n = 0; n < 50; n++) {
        gac_launch *l = kernel(&w, n % 2 ? "where" : "move_on");
        gac_launch_destroy(l);
    }
    for (int t = 0; t < 3; t++) {
        void *done;
        pthread_join(threads[t], &done);
        assert_int_equal((uintptr_t)done, ITERATIONS);
    }
    gac_launch *b = kernel(&w, "look");
    look(b, out, NULL);
    assert_int_equal(out[0], 5 + 3 * ITERATIONS * 64);
    gac_launch_destroy(b);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),         cmocka_unit_test(test_not_kept),
        cmocka_unit_test(test_addresses),    cmocka_unit_test(test_faults),
        cmocka_unit_test(test_initializers), cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
