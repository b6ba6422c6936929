/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What lanes that are masked off would load may lie in front of a buffer, or
 * behind it: nothing is read there. */
#include "../copy/copy_model.h"
#include "../launch_helper.h"

#define N 16 /* rows of as many, two of which a step of lanes reaches */
#define TILE 8

/* in[at - w] is loaded but in the first row (tables.cl, relax). */
static int32_t relaxed(const int32_t *in, int x, int y)
{
    int32_t around = 0;
    int x0 = x / TILE * TILE, y0 = y / TILE * TILE;
    const int at[4][2] = {{x, y > y0 ? y - 1 : y0},
                          {x, y < y0 + TILE - 1 ? y + 1 : y},
                          {x > x0 ? x - 1 : x0, y},
                          {x < x0 + TILE - 1 ? x + 1 : x, y}};
    for (int k = 0; k < 4; k++)
        around += in[at[k][1] * N + at[k][0]] >> 4;
    return around - 3 * (in[y * N + x] >> 4)
           + (y > 0 ? in[(y - 1) * N + x] >> 8 : 0);
}

static void run(gac_cpu_level level)
{
    opened_kernel o = open_kernel(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .cpu_level = level},
        "tests/kernels/algorithms/tables.clang14.O2.32.spvasm", "relax");
    guarded out = guarded_new(N * N * sizeof(int32_t));
    guarded in = guarded_new(N * N * sizeof(int32_t));
    int32_t *a = (void *)in.data;
    const int32_t *b = (const void *)out.data;
    for (int k = 0; k < N * N; k++)
        a[k] = k * 7919 % 100003;
    assert_int_equal(gac_launch_set_buffer(o.launch, 0, out.data, out.size, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_buffer(o.launch, 1, in.data, in.size, 0),
                     GAC_OK);
    gac_run_options how = {.size = sizeof how,
                           .global = {N, N},
                           .local = {TILE, TILE},
                           .threads = 1,
                           .coalesced_items = 1};
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            assert_int_equal(b[y * N + x], relaxed(a, x, y));
    guarded_free(&out);
    guarded_free(&in);
    close_kernel(&o);
}

static void test_front(void **state)
{
    (void)state;
    run(GAC_CPU_BEST);
    run(GAC_CPU_AVX2);
    run(GAC_CPU_BASELINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_front)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
