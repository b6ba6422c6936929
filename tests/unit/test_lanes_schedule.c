/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels that select the lanes to run, at every level of this machine,
 * against loops over lanes. */
#include "lanes_setup.h"

#define PCS 6

static uint32_t pc_before[ROOM], pc_want[ROOM];
static uint8_t flags[ROOM], mask_want[ROOM];
static _Alignas(64) uint32_t pc[ROOM];
static _Alignas(64) uint8_t mask_got[ROOM];
static _Alignas(64) uint8_t values[ROOM * 8];

static void make_pcs(void)
{
    static const uint32_t pcs[PCS] = {
        0, 3, 7, 0x80000001u, GAC__PC_ENDED - 1, GAC__PC_ENDED};
    make_lanes(false);
    for (size_t k = 0; k < LANES; k++) {
        pc_before[k] = pcs[below(PCS)];
        flags[k] = below(2) != 0;
    }
}

static void reset_pcs(void)
{
    memcpy(pc, pc_before, sizeof pc);
    memcpy(pc_want, pc_before, sizeof pc);
    memcpy(mask_got, mask_bytes, sizeof mask_got);
    memcpy(mask_want, mask_bytes, sizeof mask_got);
}

static void check_pcs(const char *what, size_t level, uint32_t got,
                      uint32_t count)
{
    if (got != count || memcmp(pc, pc_want, sizeof pc) != 0
        || memcmp(mask_got, mask_want, sizeof mask_got) != 0)
        fail_msg("%s of level %zu: %u, not %u", what, level, got, count);
}

static void check_selections(size_t level, size_t n, uint32_t wanted)
{
    const gac__memory_kernels *l = levels[level];
    uint32_t found = GAC__PC_ENDED, selected = 0, merged = 0;
    for (size_t k = 0; k < n; k++) {
        found = pc_before[k] > wanted ? GAC__MIN(found, pc_before[k]) : found;
        selected += pc_before[k] == wanted;
        merged += mask_bytes[k] || pc_before[k] == wanted;
    }
    reset_pcs();
    check_pcs("lowest", level, l->lowest(pc, wanted, n), found);
    for (size_t k = 0; k < n; k++)
        mask_want[k] = pc_before[k] == wanted;
    check_pcs("select", level, l->merge(pc, wanted, false, mask_got, n),
              selected);
    reset_pcs();
    for (size_t k = 0; k < n; k++)
        mask_want[k] = mask_bytes[k] || pc_before[k] == wanted;
    check_pcs("merge", level, l->merge(pc, wanted, true, mask_got, n), merged);
}

static void check_partings(size_t level, size_t n, uint32_t to)
{
    const gac__memory_kernels *l = levels[level];
    uint8_t keep = below(2) != 0;
    size_t padded = n & ~(size_t)7;
    uint32_t both = 0, left = 0;
    reset_pcs();
    for (size_t k = 0; k < n; k++)
        pc_want[k] = mask_bytes[k] ? to : pc_before[k];
    l->move(pc, mask_got, to, n);
    check_pcs("move", level, 0, 0);
    reset_pcs();
    for (size_t k = 0; k < n; k++)
        if (mask_bytes[k] && flags[k] != keep) {
            pc_want[k] = to;
            mask_want[k] = 0;
        }
    l->split(pc, mask_got, flags, keep, to, n);
    check_pcs("split", level, 0, 0);
    reset_pcs();
    for (size_t k = 0; k < padded; k++) {
        both += mask_bytes[k] && flags[k];
        mask_want[k] = mask_bytes[k] && flags[k] != keep;
        left += mask_want[k];
    }
    check_pcs("narrow", level,
              l->narrow(mask_bytes, flags, keep, mask_got, padded), left);
    reset_pcs();
    check_pcs("count", level, l->count(mask_bytes, flags, padded), both);
}

static void check_cases(size_t level, uint32_t from, uint32_t to)
{
    const unsigned log2 = (unsigned)below(4);
    const size_t size = (size_t)1 << log2;
    const uint64_t wanted = gac__random_next(&seed);
    uint32_t count = 0;
    reset_pcs();
    for (size_t k = 0; k < LANES; k++) {
        uint64_t value =
            wanted ^ (below(2) ? (uint64_t)1 << below(8 * size) : 0);
        memcpy(values + k * size, &value, size);
        if (k >= first && k < end && mask_bytes[k] && pc_before[k] == from
            && !((value ^ wanted) << (64 - 8 * size))) {
            pc_want[k] = to;
            count++;
        }
    }
    check_pcs("take case", level,
              levels[level]->take_case(pc, mask_got, values, log2, wanted, from,
                                       to, first, end),
              count);
}

static void test_schedules(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        make_pcs();
        for (size_t level = 0; level < n_levels; level++) {
            check_selections(level, end, pc_before[below(LANES)]);
            check_partings(level, end, (uint32_t)gac__random_next(&seed));
            check_cases(level, pc_before[first],
                        (uint32_t)gac__random_next(&seed));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_schedules)};
    return cmocka_run_group_tests(tests, find_levels, NULL);
}
