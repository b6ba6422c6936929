/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels for all parts of vectors at once, of every level that has
 * them, against loops over lanes and parts: all sizes and numbers of parts,
 * some not wanted or shared by all lanes, lanes under masks, and memory that
 * ends where the accesses do.
 */
#include "lanes_setup.h"

#define BLOCKS 3
#define REG_BYTES ((LANES + 16) * 8) /* whole blocks */
#define BYTES (1 << 16)

static const unsigned strides[] = {2, 3, 4, 8, 16};
static uint8_t *memory; /* BYTES between pages without access */
static uint8_t memory_before[BYTES], memory_want[BYTES];
static uint8_t regs[GAC__MOST_MEMBERS][REG_BYTES],
    regs_before[GAC__MOST_MEMBERS][REG_BYTES],
    regs_want[GAC__MOST_MEMBERS][REG_BYTES];

/* What an iteration accesses. */
static unsigned stride, log2_size;
static uint8_t *lanes[GAC__MOST_MEMBERS]; /* as kernels take them */
static size_t step[GAC__MOST_MEMBERS];
static uint32_t at[LANES];

static void fill(void *to, size_t n)
{
    for (size_t k = 0; k < n; k++)
        ((uint8_t *)to)[k] = (uint8_t)gac__random_next(&seed);
}

static int set_up(void **state)
{
    memory = guarded_memory(BYTES);
    fill(memory_before, sizeof memory_before);
    fill(regs_before, sizeof regs_before);
    return memory ? find_levels(state) : -1;
}

/* -- iterations ----------------------------------------------------------- */

/* Some parts of loads are not wanted; some parts of stores all lanes share. */
static void make_parts(bool store)
{
    stride = strides[below(GAC__COUNT_OF(strides))];
    log2_size = (unsigned)below(stride == 3 ? 3 : 4);
    bool all = below(2);
    for (unsigned p = 0; p < stride; p++) {
        lanes[p] = !store && !all && below(3) == 0 ? NULL : regs[p];
        step[p] = store && !all && below(3) == 0 ? 0 : GAC__MEMBER_BYTES;
    }
}

/* Where every byte of a part of a lane is in its register. */
static size_t in_reg(unsigned part, size_t lane, size_t byte)
{
    size_t place = (lane << log2_size) + byte;
    return step[part] ? place : place % GAC__MEMBER_BYTES;
}

static void reset(void)
{
    memcpy(memory, memory_before, BYTES);
    memcpy(memory_want, memory_before, BYTES);
    memcpy(regs, regs_before, sizeof regs);
    memcpy(regs_want, regs_before, sizeof regs);
}

/* One lane's parts, by the model. */
static void move_lane(size_t lane, size_t place, bool store)
{
    size_t size = (size_t)1 << log2_size;
    for (unsigned p = 0; p < stride; p++)
        for (size_t b = 0; lanes[p] && b < size; b++) {
            uint8_t *m = &memory_want[place + p * size + b];
            uint8_t *r = &regs_want[p][in_reg(p, lane, b)];
            *(store ? m : r) = *(store ? r : m);
        }
}

static void check(const char *what, size_t level)
{
    if (!memcmp(memory, memory_want, BYTES)
        && !memcmp(regs, regs_want, sizeof regs))
        return;
    fail_msg("%s, level %zu: %u parts of %u bytes, lanes [%zu, %zu)%s", what,
             level, stride, 1u << log2_size, first, end, mask ? ", some" : "");
}

/* -- vectors one behind the other ------------------------------------------ */

static void test_blocks(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        bool store = below(2), at_end = below(2);
        size_t n_blocks = 1 + below(BLOCKS);
        make_parts(store);
        size_t n = (n_blocks * GAC__MEMBER_BYTES) >> log2_size;
        size_t n_bytes = n_blocks * GAC__MEMBER_BYTES * stride;
        size_t from = at_end ? BYTES - n_bytes : below(64);
        first = 0, end = n, mask = NULL;
        for (size_t level = 0; level < n_levels; level++) {
            const gac__memory_kernels *l = levels[level];
            if (!l->interleaved->load[stride])
                continue;
            reset();
            for (size_t k = 0; k < n; k++)
                move_lane(k, from + ((k * stride) << log2_size), store);
            if (store)
                l->interleaved->store[stride](memory + from,
                                              (const uint8_t *const *)lanes,
                                              step, log2_size, n_blocks);
            else
                l->interleaved->load[stride](lanes, memory + from, log2_size,
                                             n_blocks);
            check(store ? "store" : "load", level);
        }
    }
}

/* -- vectors anywhere ------------------------------------------------------ */

/* Runs of lanes whose places lie one behind the other, but perhaps for two. */
static void make_runs(size_t bytes)
{
    size_t spare = BYTES - LANES * bytes, place = 0;
    for (size_t k = 0; k < LANES; k++) {
        size_t gap = below(40) ? 0 : below(GAC__MIN(spare, 2 * bytes) + 1);
        place += gap;
        spare -= gap;
        at[k] = (uint32_t)place;
        place += bytes;
    }
    if (below(2)) {
        size_t k = 1 + below(LANES - 1); /* a run's ends lie as they did */
        uint32_t other = at[k];
        at[k] = at[k - 1];
        at[k - 1] = other;
    }
}

static void make_scattered(size_t bytes)
{
    size_t room = BYTES / LANES;
    for (size_t k = 0; k < LANES; k++)
        at[k] = (uint32_t)(k * room + below(room - bytes + 1));
    for (size_t k = below(LANES); k > 0; k--) {
        size_t a = below(LANES), b = below(LANES);
        uint32_t other = at[a];
        at[a] = at[b];
        at[b] = other;
    }
    at[first + below(end - first)] = (uint32_t)(BYTES - bytes);
}

/* Each active lane has a place of its own; what the others have may be
 * anything. */
static void make_places(size_t bytes)
{
    if (below(2))
        make_runs(bytes);
    else
        make_scattered(bytes);
    for (size_t k = 0; k < LANES; k++)
        if (k < first || k >= end || (mask && !mask[k]))
            at[k] = (uint32_t)gac__random_next(&seed);
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t iteration = 0; iteration < iterations(); iteration++) {
        bool store = below(2);
        make_parts(store);
        size_t bytes = (size_t)stride << log2_size;
        if (stride == 3 || bytes > GAC__MEMBER_BYTES)
            continue;
        make_lanes(true);
        make_places(bytes);
        for (size_t level = 0; level < n_levels; level++) {
            const gac__memory_kernels *l = levels[level];
            if (!l->interleaved->gather[stride])
                continue;
            reset();
            for (size_t k = first; k < end; k++)
                if (!mask || mask[k])
                    move_lane(k, at[k], store);
            uintptr_t base = (uintptr_t)memory;
            if (store)
                l->interleaved->scatter[stride](
                    base, at, (const uint8_t *const *)lanes, step, log2_size,
                    mask, first, end);
            else
                l->interleaved->gather[stride](lanes, base, at, log2_size, mask,
                                               first, end);
            check(store ? "scatter" : "gather", level);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
