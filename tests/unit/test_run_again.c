/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A launch that runs again with work-groups of the same size is not compiled
 * again: seen by how often the allocator is asked. */
#include <stdlib.h>

#include "../launch_helper.h"

static void *counted(void *user, void *old, size_t old_size, size_t new_size)
{
    size_t *calls = user;
    (void)old_size;
    *calls += new_size > 0;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

/* How often the allocator is asked by each of two runs. */
static void run_twice(const char *path, uint64_t group, size_t calls_out[2])
{
    size_t calls = 0;
    gac_context_options options = {.size = sizeof options,
                                   .allocator = {counted, &calls}};
    opened_kernel k = open_kernel(&options, path, NULL);
    uint32_t *out = calloc(512, sizeof *out), *in = calloc(4096, sizeof *in);
    gac_run_options how = {
        .size = sizeof how, .global = {512}, .local = {group}, .threads = 1};
    gac_run_stats stats;
    assert_true(out && in);
    assert_int_equal(gac_launch_set_buffer(k.launch, 0, out, 2048, 0), GAC_OK);
    assert_int_equal(gac_launch_set_buffer(k.launch, 1, in, 16384, 0), GAC_OK);
    for (int r = 0; r < 2; r++) {
        calls = 0;
        assert_int_equal(gac_launch_run(k.launch, &how, &stats), GAC_OK);
        calls_out[r] = calls;
    }
    close_kernel(&k);
    free(out);
    free(in);
}

/* Groups of 16 and 32 are joined; those of 64 would be, but there is no room.
 */
static void test_not_compiled_again(void **state)
{
    const uint64_t groups[] = {16, 32, 64};
    (void)state;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        size_t calls[2];
        run_twice("tests/kernels/joined/many_values.clang22.O2.64.spvasm",
                  groups[g], calls);
        assert_true(calls[1] > 0 && calls[1] < calls[0] / 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_not_compiled_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
