/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels that compute the offsets of lanes' elements, at every level of
 * this machine, against loops over lanes. */
#include "lanes_setup.h"

static _Alignas(64) uint8_t pointers[ROOM * 8], indices[ROOM * 8];
static _Alignas(64) uint8_t got[ROOM * 8];
static uint8_t want[ROOM * 8];

static void fill(void *to, size_t n)
{
    for (size_t k = 0; k < n; k++)
        ((uint8_t *)to)[k] = (uint8_t)gac__random_next(&seed);
}

/* Element k of so many bytes. */
static uint64_t element(const uint8_t *at, size_t k, size_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, at + k * bytes, bytes);
    return v;
}

static uint64_t extended(uint64_t v, size_t bytes)
{
    uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
    return (v ^ sign) - sign;
}

static void test_lea(void **state)
{
    (void)state;
    static const uint8_t types[] = {GAC__TY_I8, GAC__TY_I16, GAC__TY_I32,
                                    GAC__TY_I64};
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = (unsigned)below(4), flags = (unsigned)below(4);
        size_t size = (size_t)1 << log2, wide = below(2), bytes = wide ? 8 : 4;
        uint32_t scale = (uint32_t)gac__random_next(&seed);
        int64_t imm = (int64_t)gac__random_next(&seed);
        bool is_unsigned = wide && log2 == 2 && below(2);
        fill(pointers, sizeof pointers);
        fill(indices, sizeof indices);
        fill(want, sizeof want);
        make_lanes(false);
        memcpy(got, want, sizeof got);
        uint8_t before[sizeof got];
        memcpy(before, got, sizeof before);
        for (size_t k = first; k < end; k++) {
            size_t a = flags & GAC__CODE_A_UNIFORM ? 0 : k;
            size_t b = flags & GAC__CODE_B_UNIFORM ? 0 : k;
            uint64_t x = element(indices, b, size);
            uint64_t sum = element(pointers, a, bytes)
                           + (is_unsigned ? x : extended(x, size)) * scale
                           + (uint64_t)imm;
            memcpy(want + k * bytes, &sum, bytes);
        }
        for (size_t level = 0; level < n_levels; level++) {
            memcpy(got, before, sizeof got);
            levels[level]->lea(
                got, pointers, indices, scale, imm,
                flags | (is_unsigned ? (unsigned)GAC__CODE_UNSIGNED : 0),
                wide ? GAC__TY_I64 : GAC__TY_I32, types[log2], first, end);
            assert_memory_equal(got, want, sizeof got);
        }
    }
}

/* A lane's index, as its kind has it. */
static uint64_t index_of(gac__index_kind kind, size_t k)
{
    uint64_t x = element(indices, k, kind == GAC__INDEX_I64 ? 8 : 4);
    return kind == GAC__INDEX_I32 ? extended(x, 4) : x;
}

static void test_offsets(void **state)
{
    (void)state;
    static uint64_t offset[ROOM];
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        gac__index_kind kind = (gac__index_kind)below(GAC__INDEX_COUNT);
        uint64_t origin = gac__random_next(&seed), base = below(100);
        uint64_t scale = below(2) ? 1 + below(8) : gac__random_next(&seed);
        uint64_t step = below(9), joined = 0;
        bool wide = below(2);
        make_lanes(false);
        fill(indices, sizeof indices);
        for (size_t level = 0; level < n_levels; level++) {
            levels[level]->offsets[kind](indices, origin, scale, wide, base,
                                         end, offset);
            for (size_t k = 0; k < end; k++) {
                uint64_t sum = origin + index_of(kind, k) * scale;
                assert_int_equal(offset[k],
                                 (wide ? sum : (uint32_t)sum) - base);
            }
        }
        size_t odd = below(end + 1); /* one that is elsewhere, or none */
        for (size_t k = 0; k < end; k++)
            offset[k] = origin + step * k + (k == odd);
        for (size_t k = 0; k < end; k++)
            joined |= !mask || mask[k] ? offset[k] : 0;
        for (size_t level = 0; level < n_levels; level++) {
            assert_int_equal(levels[level]->join(offset, mask, end), joined);
            assert_int_equal(levels[level]->steps_evenly(offset, step, end),
                             end == 1 || odd == end);
        }
    }
}

static void test_groups(void **state)
{
    (void)state;
    static uint32_t group[ROOM], places[ROOM];
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        gac__index_kind kind = (gac__index_kind)below(GAC__INDEX_COUNT);
        uint32_t scale = 1 + (uint32_t)below(16);
        uint32_t apart = (uint32_t)gac__random_next(&seed);
        int64_t low = (int64_t)gac__random_next(&seed);
        bool groups = below(2);
        make_lanes(false);
        fill(indices, sizeof indices);
        fill(group, sizeof group);
        for (size_t level = 0; level < n_levels; level++) {
            memset(places, 0, sizeof places);
            levels[level]->of_groups[kind](places, indices, low, scale,
                                           groups ? group : NULL, apart, first,
                                           end);
            for (size_t k = 0; k < ROOM; k++) {
                uint32_t place =
                    ((uint32_t)index_of(kind, k) - (uint32_t)low) * scale
                    + (groups ? group[k] * apart : 0);
                assert_int_equal(places[k], k >= first && k < end ? place : 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lea),
        cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, find_levels, NULL);
}
