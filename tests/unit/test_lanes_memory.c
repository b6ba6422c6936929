/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels of every level of this machine against loops over lanes:
 * indices of all kinds in all patterns, masks, and memory that ends where the
 * accesses do. */
#include "lanes_setup.h"

#define BYTES (1 << 16)

static uint8_t *memory; /* BYTES between pages without access */
static uint8_t before[BYTES], want[BYTES];

/* What an iteration accesses. */
static int64_t number[LANES];                     /* indices */
static _Alignas(64) uint8_t index_reg[LANES * 8]; /* as a register has them */
static gac__index_kind kind;
static uint64_t scale;

static int set_up(void **state)
{
    memory = guarded_memory(BYTES);
    if (!memory)
        return -1;
    for (size_t k = 0; k < BYTES; k++)
        before[k] = (uint8_t)gac__random_next(&seed);
    return find_levels(state);
}

static bool active(size_t k)
{
    return k >= first && k < end && (!mask || mask[k]);
}

static int64_t sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* A lane's index, as its kind wraps. */
static void put_index(size_t k, int64_t value)
{
    number[k] = kind == GAC__INDEX_I32   ? (int32_t)value
                : kind == GAC__INDEX_U32 ? (int64_t)(uint32_t)value
                                         : value;
    if (kind == GAC__INDEX_I64)
        memcpy(index_reg + 8 * k, &number[k], 8);
    else
        memcpy(index_reg + 4 * k, &number[k], 4);
}

/* Indices that are at most `spread` apart, in a pattern; what lanes have that
 * are not active is sometimes anything. */
static void make_indices(int64_t spread)
{
    static const int64_t steps[] = {0, 1, 1, 1, 2, 3, 4, 5, -1};
    uint64_t style = below(8);
    int64_t step = steps[below(9)], low = 1 << below(4), start;
    int64_t room = spread > 5 * LANES ? spread - 5 * LANES : 0;
    kind = (gac__index_kind)below(GAC__INDEX_COUNT);
    start = kind == GAC__INDEX_U32
                ? (int64_t)below(UINT32_MAX - (uint64_t)spread)
            : kind == GAC__INDEX_I32
                ? (int64_t)below(UINT32_MAX - (uint64_t)spread) + INT32_MIN
                : (int64_t)(below(UINT64_C(1) << 36)) - (INT64_C(1) << 35);
    bool anything = below(2);
    for (size_t k = 0; k < LANES; k++) {
        int64_t i = (int64_t)k, at = (int64_t)below((uint64_t)spread + 1);
        if (style < 3)
            at = step < 0 ? LANES - i : step * i;
        else if (style == 3)
            at = i / STEP * (2 * STEP + 3) + (2 * i % (2 * STEP))
                 - (i & (low - 1));
        else if (style == 4)
            at = i / STEP * 40 + ((i * 7) & 15);
        else if (style == 5)
            at = (int64_t)below((uint64_t)room + 1) + 0 * i;
        put_index(k, anything && !active(k) ? (int64_t)gac__random_next(&seed)
                                            : start + GAC__MIN(at, spread));
    }
}

/* The smallest or the largest index of active lanes. */
static int64_t extreme(bool most)
{
    int64_t found = 0;
    bool any = false;
    for (size_t k = 0; k < LANES; k++)
        if (active(k) && (!any || (number[k] > found) == most)) {
            found = number[k];
            any = true;
        }
    return found;
}

/* A base so that all that is accessed, elements of `size` bytes, lies in the
 * memory, at its very end or at its beginning. */
static uintptr_t make_base(int64_t low, int64_t high, uint64_t size)
{
    uintptr_t at = (uintptr_t)memory;
    uint64_t taken = (uint64_t)(high - low) * scale + size;
    assert_true(taken <= BYTES);
    if (below(2))
        at += BYTES - taken;
    return at - (uint64_t)low * scale;
}

/* Where a lane's element is in the memory. */
static size_t place(uintptr_t base, size_t k)
{
    return base + (uint64_t)number[k] * scale - (uintptr_t)memory;
}

/* A register: what is in it, and what is to be in it. */
static _Alignas(64) uint8_t reg[LANES * 8], reg_want[LANES * 8];

static void fill_reg(void)
{
    for (size_t k = 0; k < sizeof reg; k++)
        reg[k] = reg_want[k] = (uint8_t)gac__random_next(&seed);
}

static void check_reg(const char *what, size_t level)
{
    if (memcmp(reg, reg_want, sizeof reg) != 0)
        fail_msg("%s of level %zu: wrong lanes", what, level);
}

static void check_memory(const char *what, size_t level)
{
    if (memcmp(memory, want, BYTES) != 0)
        fail_msg("%s of level %zu: wrong memory", what, level);
}

/* -- accesses with indices ------------------------------------------------- */

static void model_load(uintptr_t base, size_t size)
{
    for (size_t k = 0; k < LANES; k++)
        if (active(k))
            memcpy(reg_want + k * size, memory + place(base, k), size);
}

static void model_store(uintptr_t base, size_t size, bool uniform)
{
    memcpy(want, before, BYTES);
    for (size_t k = 0; k < LANES; k++)
        if (active(k))
            memcpy(want + place(base, k), reg + (uniform ? 0 : k * size), size);
}

static void test_gathers_and_scatters(void **state)
{
    (void)state;
    static const uint64_t other[] = {1, 3, 12, 2, 8, 40};
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = (unsigned)below(4);
        size_t size = (size_t)1 << log2;
        bool uniform = below(4) == 0;
        scale = below(3) ? size : other[below(6)];
        make_lanes(false);
        make_indices((int64_t)(1 + below((BYTES - 8) / scale)));
        uintptr_t base = make_base(extreme(false), extreme(true), size);
        for (size_t level = 0; level < n_levels; level++) {
            memcpy(memory, before, BYTES);
            fill_reg();
            model_load(base, size);
            levels[level]->gather[log2][kind](reg, base, index_reg, scale, mask,
                                              first, end);
            check_reg("gather", level);
            fill_reg();
            model_store(base, size, uniform);
            levels[level]->scatter[log2][kind](base, index_reg, scale, reg,
                                               uniform, mask, first, end);
            check_memory("scatter", level);
        }
    }
}

static void test_gathers_within(void **state)
{
    (void)state;
    scale = 4;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        make_lanes(false);
        make_indices((int64_t)(1 + below(BYTES / 8)));
        uint32_t n = 1 + (uint32_t)below(BYTES / 4);
        uintptr_t base = (uintptr_t)memory + BYTES - (uintptr_t)n * 4;
        bool outside = below(2), some = false;
        if (kind == GAC__INDEX_I64)
            continue;
        for (size_t k = 0; k < LANES; k++) {
            if (active(k) && (!outside || below(20)))
                put_index(k, (int64_t)((uint64_t)number[k] % n));
            if (active(k) && outside && below(100) == 0)
                put_index(k, n); /* the first one behind */
            some |= active(k) && (number[k] < 0 || number[k] >= n);
        }
        for (size_t level = 0; level < n_levels; level++) {
            gac__gather_within_fn *gather = levels[level]->gather_within[kind];
            memcpy(memory, before, BYTES);
            fill_reg();
            if (!some)
                model_load(base, 4);
            if (!gather || !gather(reg, base, index_reg, n, mask, first, end))
                continue;
            assert_false(some);
            check_reg("gather within", level);
        }
    }
}

static void test_row_buffers(void **state)
{
    (void)state;
    static uint8_t got[GAC__ROW_ITERATIONS * LANES * 4];
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = below(2) ? 0 : 2;
        size_t size = (size_t)1 << log2;
        scale = size * (1 + below(3));
        make_lanes(false);
        make_indices((int64_t)(1 + below((BYTES - 64) / scale)));
        uintptr_t base = make_base(extreme(false), extreme(true),
                                   size * GAC__ROW_ITERATIONS);
        memcpy(memory, before, BYTES);
        for (size_t level = 0; level < n_levels; level++) {
            levels[level]->fill_rows[log2][kind](got, LANES, base, index_reg,
                                                 scale, mask, first, end);
            for (size_t k = 0; k < LANES; k++)
                for (size_t r = 0; active(k) && r < GAC__ROW_ITERATIONS; r++)
                    assert_memory_equal(got + (r * LANES + k) * size,
                                        before + place(base, k) + size * r,
                                        size);
        }
    }
}

/* -- trip counts ----------------------------------------------------------- */

#define MOST_TRIPS 300u

/* A number of so many bytes, near a border of its type or anywhere. */
static uint64_t odd_number(size_t bytes)
{
    static const uint64_t borders[] = {0, 0x7F, 0x7FFF, 0x7FFFFFFF, INT64_MAX};
    uint64_t all = UINT64_MAX >> (64 - 8 * bytes);
    uint64_t border = borders[below(5)] & all;
    return (below(8) ? border + below(64) - 32 : gac__random_next(&seed)) & all;
}

static int64_t as_signed(uint64_t v, size_t bytes)
{
    return (int64_t)(v << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

static bool stays(unsigned what, uint64_t x, uint64_t limit, size_t bytes)
{
    bool less = what & GAC__COUNT_SIGNED
                    ? as_signed(x, bytes) < as_signed(limit, bytes)
                    : x < limit;
    switch (what & GAC__COUNT_RELATION) {
    case GAC__COUNT_NE: return x != limit;
    case GAC__COUNT_LT: return less;
    case GAC__COUNT_LE: return less || x == limit;
    case GAC__COUNT_GT: return !less && x != limit;
    default: return !less;
    }
}

/* The trip count of a loop, or MOST_TRIPS if that is less. */
static uint32_t trips_of(unsigned what, uint64_t x, uint64_t limit,
                         uint64_t step, size_t bytes)
{
    uint64_t all = UINT64_MAX >> (64 - 8 * bytes);
    uint32_t trips = 0;
    while (trips < MOST_TRIPS && stays(what, x, limit, bytes)) {
        x = (what & GAC__COUNT_FALLS ? x - step : x + step) & all;
        trips++;
    }
    return trips;
}

/* The trip counts that a kernel finds are right; where it finds none, a lane
 * wraps around or has many iterations. */
static void check_trips(unsigned what, unsigned log2, const uint8_t *xs,
                        const uint8_t *limits, uint64_t step, size_t level)
{
    uint32_t got[LANES], most, most_trips = 0;
    uint64_t sum, trips = 0;
    bool known = levels[level]->count_trips[log2](
        xs, limits, &step, what, mask_bytes, LANES, got, &most, &sum);
    for (size_t k = 0; k < LANES; k++) {
        uint64_t x = 0, limit = 0;
        memcpy(&x, xs + (k << log2), 1u << log2);
        memcpy(&limit, limits + (k << log2), 1u << log2);
        uint32_t n = trips_of(what, x, limit, step, 1u << log2);
        if (!mask_bytes[k])
            n = 0;
        else if (known && n < MOST_TRIPS)
            assert_int_equal(got[k], n + 1);
        else if (known)
            assert_true(got[k] > n);
        most_trips = GAC__MAX(most_trips, n);
        trips += n;
        assert_true(!known || mask_bytes[k] || got[k] == 0);
    }
    if (known && most_trips < MOST_TRIPS) {
        assert_int_equal(most, most_trips);
        assert_int_equal(sum, trips);
    }
    unsigned how = what & (GAC__COUNT_RELATION | GAC__COUNT_FALLS);
    bool meets = (what & GAC__COUNT_RELATION) == GAC__COUNT_NE
                 || how == GAC__COUNT_LT
                 || how == (GAC__COUNT_GT | GAC__COUNT_FALLS);
    assert_true(known || step != 1 || !meets || most_trips == MOST_TRIPS);
}

static void test_trips(void **state)
{
    (void)state;
    static _Alignas(64) uint8_t xs[LANES * 8], limits[LANES * 8];
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = (unsigned)below(4);
        size_t bytes = (size_t)1 << log2;
        unsigned what = GAC__COUNT_NE + (unsigned)below(5);
        what |= below(2) ? GAC__COUNT_SIGNED : 0;
        what |= below(2) ? GAC__COUNT_FALLS : 0;
        uint64_t all = UINT64_MAX >> (64 - 8 * bytes);
        uint64_t step = (below(2) ? 1 : below(9)) & all;
        step = below(3) ? step : (0 - step) & all;
        uint64_t base = odd_number(bytes);
        for (size_t k = 0; k < LANES; k++) {
            uint64_t x = (base + below(16)) & all;
            uint64_t limit = (below(4) ? x + below(40) - 8 : odd_number(bytes));
            limit = below(50) ? (base + below(60) - 20) & all : limit & all;
            memcpy(xs + (k << log2), &x, bytes);
            memcpy(limits + (k << log2), &limit, bytes);
            mask_bytes[k] = below(4) != 0;
        }
        for (size_t level = 0; level < n_levels; level++)
            check_trips(what, log2, xs, limits, step, level);
    }
}

/* -- accesses of steps that lie alike -------------------------------------- */

static void test_rows(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = (unsigned)below(4);
        size_t size = (size_t)1 << log2;
        int64_t low, high;
        scale = size;
        make_lanes(true);
        make_indices(1000);
        for (size_t k = first; k < end; k++) {
            size_t row = k / STEP * STEP;
            put_index(k, sum(number[row],
                             active(k) || below(2) ? (int64_t)(k - row) : 0));
        }
        low = extreme(false);
        high = extreme(true);
        if ((uint64_t)high - (uint64_t)low > 2000)
            continue; /* inactive lanes' indices were anything, or wrapped */
        uintptr_t base = make_base(low, high, size);
        for (size_t level = 0; level < n_levels; level++) {
            memcpy(memory, before, BYTES);
            fill_reg();
            model_load(base, size);
            levels[level]->gather[log2][kind](reg, base, index_reg, size, mask,
                                              first, end);
            check_reg("load of rows", level);
            fill_reg();
            model_store(base, size, false);
            levels[level]->scatter[log2][kind](base, index_reg, size, reg,
                                               false, mask, first, end);
            check_memory("store of rows", level);
        }
    }
}

static void check_permutation(size_t level, gac__permutation *p)
{
    const gac__memory_kernels *k = levels[level];
    int64_t low, high, least, most;
    const uint8_t *kept = mask;
    if (!k->find_permutation[kind]
        || !k->find_permutation[kind](index_reg, first, end, p, &least, &most))
        return;
    mask = NULL; /* inactive lanes count */
    low = extreme(false);
    high = extreme(true);
    mask = kept;
    assert_int_equal(least, low);
    assert_int_equal(most, high);
    uintptr_t base = make_base(low, high, 4);
    memcpy(memory, before, BYTES);
    fill_reg();
    model_load(base, 4);
    k->load_permuted[kind](reg, base, index_reg, p, mask, first, end);
    check_reg("load of a permutation", level);
    if (!p->distinct)
        return;
    fill_reg();
    model_store(base, 4, false);
    k->store_permuted[kind](reg, base, index_reg, p, mask, first, end);
    check_memory("store of a permutation", level);
}

static void test_permutations(void **state)
{
    (void)state;
    static gac__permutation permutations[GAC__ISA_COUNT];
    size_t found[GAC__ISA_COUNT] = {0};
    scale = 4;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        make_lanes(true);
        make_indices(1000);
        if (below(2)) { /* the same in all steps, by chance distinct */
            uint64_t turned = below(STEP);
            int64_t start = number[0];
            bool in_turn = below(4) == 0; /* distinct, a few vectors */
            for (size_t k = 0; k < LANES; k++) {
                size_t j = k % STEP;
                uint64_t at = in_turn ? j ^ turned
                              : below(2)
                                  ? below(3) * j
                                  : (uint64_t)number[j] - (uint64_t)number[0];
                if (k < STEP)
                    put_index(k, sum(start, (int64_t)GAC__MIN(at, 31)));
                else
                    put_index(k, sum(number[j], (int64_t)(k / STEP * 50)));
            }
        }
        mask = below(2) ? mask : NULL;
        const uint8_t *kept = mask;
        mask = NULL;
        bool wide = (uint64_t)extreme(true) - (uint64_t)extreme(false) > 4000;
        mask = kept;
        for (size_t level = 0; !wide && level < n_levels; level++) {
            check_permutation(level, &permutations[level]);
            found[level] += permutations[level].distinct;
        }
    }
    for (size_t level = GAC__ISA_AVX2; level < n_levels; level++)
        assert_true(found[level] > iterations() / 10);
}

/* -- accesses without an index --------------------------------------------- */

static void test_moves(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        unsigned log2 = (unsigned)below(4);
        size_t size = (size_t)1 << log2;
        kind = GAC__INDEX_I64;
        scale = size;
        make_lanes(false);
        for (size_t k = 0; k < LANES; k++)
            number[k] = (int64_t)k;
        uintptr_t base = make_base(extreme(false), extreme(true), size);
        for (size_t level = 0; level < n_levels; level++) {
            const gac__memory_kernels *l = levels[level];
            memcpy(memory, before, BYTES);
            fill_reg();
            model_load(base, size);
            l->move_lanes[log2]((uintptr_t)reg, base, mask, first, end);
            check_reg("load", level);
            fill_reg();
            model_store(base, size, false);
            l->move_lanes[log2](base, (uintptr_t)reg, mask, first, end);
            check_memory("store", level);
        }
    }
}

/* -- what is found out about indices --------------------------------------- */

/* Indices far apart: anything, or from both ends. */
static void make_far_indices(void)
{
    bool ends = below(2);
    for (size_t k = 0; k < LANES; k++) {
        int64_t near = (int64_t)below(9);
        put_index(k, !ends      ? (int64_t)gac__random_next(&seed)
                     : below(2) ? INT64_MAX - near
                                : INT64_MIN + near);
    }
}

static void test_ranges(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        bool rises = true;
        make_lanes(false);
        make_indices((int64_t)(1 + below(50000)));
        if (below(4) == 0)
            make_far_indices();
        if (below(2) && end - first > 1) {
            size_t k = first + below(end - first);
            for (size_t j = 0; j < LANES; j++) {
                int64_t more = below(3) == 0 && j == k;
                put_index(j, sum(number[first], (int64_t)(j - first) + more));
            }
        }
        for (size_t k = first + 1; k < end; k++)
            rises &= kind == GAC__INDEX_I64
                         ? (uint64_t)number[k] == (uint64_t)number[k - 1] + 1
                         : (uint32_t)number[k] == (uint32_t)number[k - 1] + 1;
        for (size_t level = 0; level < n_levels; level++) {
            int64_t low, high;
            levels[level]->range[kind](index_reg, mask, first, end, &low,
                                       &high);
            assert_int_equal(low, extreme(false));
            assert_int_equal(high, extreme(true));
            assert_int_equal(
                levels[level]->consecutive[kind](index_reg, first, end), rises);
        }
    }
}

/* The other way of each: what is chosen on other processors. */
static int other_facts(void **state)
{
    (void)state;
    atomic_fetch_xor(&gac__cpu_facts, GAC__CPU_GATHERS | GAC__CPU_SCATTERS);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathers_and_scatters),
        cmocka_unit_test(test_gathers_within),
        cmocka_unit_test(test_row_buffers),
        cmocka_unit_test(test_trips),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test_setup_teardown(test_gathers_and_scatters, other_facts,
                                        other_facts),
        cmocka_unit_test_setup_teardown(test_gathers_within, other_facts,
                                        other_facts),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
