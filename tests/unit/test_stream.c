/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Tiles copied to buffers so large that stores past the caches are tried arrive
 * complete, whichever kind of store each copy used. */
#include <stdlib.h>

#include "../launch_helper.h"

#define SIDE 2048u /* elements of 4 bytes: 16 MiB */
#define BYTES ((size_t)SIDE * SIDE * 4)

static uint32_t element(size_t row, size_t column)
{
    return (uint32_t)(row * 40503u ^ column * 2654435761u);
}

/* Memory that has not been touched: the first copies are slow, as if they went
 * to memory far away, and so the other way is tried. */
static uint32_t *fresh(void)
{
    uint32_t *out = aligned_alloc(4096, BYTES);
    assert_non_null(out);
    return out;
}

static void run_tiles(const char *path, const gac_run_options *how,
                      int arguments, uint32_t *out)
{
    static const uint32_t side = SIDE;
    uint32_t *in = malloc(BYTES);
    opened_kernel k = open_kernel(NULL, path, NULL);
    assert_non_null(in);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        in[i] = element(i / SIDE, i % SIDE);
    assert_int_equal(gac_launch_set_buffer(k.launch, 0, in, BYTES, 0), GAC_OK);
    assert_int_equal(gac_launch_set_buffer(k.launch, 1, out, BYTES, 0), GAC_OK);
    for (int a = 2; a < arguments; a++)
        assert_int_equal(
            gac_launch_set_value(k.launch, (uint32_t)a, &side, sizeof side),
            GAC_OK);
    assert_int_equal(gac_launch_run(k.launch, how, NULL), GAC_OK);
    close_kernel(&k);
    free(in);
}

/* One 2D copy a tile, by one thread and by two. */
static void test_tiles(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        uint32_t *out = fresh();
        gac_run_options how = {.size = sizeof how,
                               .dimensions = 2,
                               .global = {SIDE, SIDE},
                               .local = {16, 16},
                               .threads = threads};
        run_tiles("tests/kernels/async/transpose.clang22.O2.64.set.spvasm",
                  &how, 4, out);
        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
            assert_int_equal(out[i], element(i % SIDE, i / SIDE));
        free(out);
    }
}

/* Tiles whose lines are copies of their own, which are put together. */
static void test_lines(void **state)
{
    uint32_t *out = fresh();
    gac_run_options how = {.size = sizeof how,
                           .dimensions = 2,
                           .global = {SIDE / 64, SIDE / 64},
                           .local = {1, 1},
                           .threads = 1};
    (void)state;
    run_tiles("bench/kernels/tile_copy.spvasm", &how, 3, out);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        assert_int_equal(out[i], element(i / SIDE, i % SIDE));
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiles),
                                       cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
