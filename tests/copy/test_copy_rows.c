/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The rows choose what the selection by code chose: a million shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "copy/copy_internal.h"
#include "copy_model.h"

typedef struct pair {
    gac__copy_select_fn *old, *rows;
} pair;

static const pair pairs[] = {
    {gac__copy_select_c, gac__copy_choose_c},
    {gac__copy_select_avx2, gac__copy_choose_avx2},
    {gac__copy_select_avx512, gac__copy_choose_avx512},
};

static size_t width(dice *d)
{
    switch (roll(d, 8)) {
    case 0: return 1 + roll(d, 1100);
    case 1: return (size_t)64 * (1 + roll(d, 400));
    case 2: return ((size_t)1 << roll(d, 20)) + roll(d, 3);
    case 3: return (size_t)1 << roll(d, 7);
    default: return 1 + roll(d, 80);
    }
}

static size_t pitch(dice *d, size_t w)
{
    switch (roll(d, 8)) {
    case 0: return w;
    case 1: return w * (1 + roll(d, 5));
    case 2: return w + roll(d, 70);
    case 3: return w + roll(d, 2000);
    case 4: return (w + 63) / 64 * 64 + 64 * roll(d, 4);
    case 5: return (w + 1023) / 1024 * 1024 + 1024 * roll(d, 4);
    case 6: return w < 256 ? 256 : w;
    default: return w;
    }
}

static size_t count(dice *d)
{
    switch (roll(d, 4)) {
    case 0: return 1;
    case 1: return 1 + roll(d, 5);
    case 2: return 1 + roll(d, 70);
    default: return 1 + roll(d, 3000);
    }
}

static void test_same(void **state)
{
    static const unsigned policies[] = {0, 1023, 4, 948, 127, 1};
    static unsigned chosen[3];
    (void)state;
    dice d = {0x9E3779B97F4A7C15u};
    size_t wrong = 0;
    for (uint64_t i = 0; i < 1000000; i++) {
        size_t w = width(&d), n = count(&d),
               planes = roll(&d, 3) ? 1 : count(&d);
        if (n == 1)
            planes = 1;
        unsigned policy =
            roll(&d, 2) ? policies[roll(&d, 6)] : (unsigned)roll(&d, 1024);
        gac_copy_plan a = {.line_bytes = w,
                           .n_lines = n,
                           .n_planes = planes,
                           .dst_pitch = (ptrdiff_t)pitch(&d, w),
                           .src_pitch = (ptrdiff_t)pitch(&d, w),
                           .dst_plane = 1 << 20,
                           .src_plane = 1 << 20};
        a.flags = (unsigned)roll(&d, 64) | GAC_COPY_POLICY(policy);
        for (int isa = 0; isa < 3; isa++) {
            gac_copy_plan x = a, y = a;
            pairs[isa].old(&x);
            pairs[isa].rows(&y);
            chosen[isa]++;
            if (memcmp(&x, &y, sizeof x) != 0 && wrong++ < 20)
                printf("# isa %d w %zu n %zu planes %zu dst %td src %td flags "
                       "%x policy %u\n",
                       isa, w, n, planes, a.dst_pitch, a.src_pitch,
                       a.flags & 63, policy);
        }
    }
    printf("# %u plans a level\n", chosen[0]);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
