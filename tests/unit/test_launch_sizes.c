/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Launches of sizes around powers of two, up to 2^64: of ranges, work-groups,
 * buffers, local memory and limits. Each ends, and what is refused is what
 * arithmetic of 128 bits finds too large. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <gac/gac.h>

#include "module_helper.h"

#define MOST_GROUP_ITEMS 65536u /* include/gac/run.h: of a work-group */

/* A buffer and local memory, which the kernel leaves alone. */
#define KERNEL                                                                 \
    "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n%4 = OpTypeInt 32 0\n"     \
    "%5 = OpTypePointer CrossWorkgroup %4\n%6 = OpTypePointer Workgroup %4\n"  \
    "%2 = OpTypeFunction %1 %5 %6\n%3 = OpFunction %1 None %2\n"               \
    "%7 = OpFunctionParameter %5\n%8 = OpFunctionParameter %6\n"               \
    "%9 = OpLabel\nOpReturn\nOpFunctionEnd\n"

__extension__ typedef unsigned __int128 wide;

static const uint64_t edges[] = {
    0,
    1,
    3,
    255,
    65535,
    65536,
    65537,
    INT32_MAX,
    (uint64_t)INT32_MAX + 1,
    UINT32_MAX - 1,
    UINT32_MAX,
    (uint64_t)UINT32_MAX + 1,
    (uint64_t)1 << 47,
    ((uint64_t)1 << 48) - 1,
    INT64_MAX - 65536,
    INT64_MAX,
    (uint64_t)INT64_MAX + 1,
    UINT64_MAX - 65536,
    UINT64_MAX - 1,
    UINT64_MAX,
};
#define N_EDGES (sizeof edges / sizeof *edges)

typedef struct opened {
    binary words; /* the module reads them as long as it lives */
    gac_context *context;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    uint64_t last; /* what a number of work-items and an id can be at most */
} opened;

static uint32_t memory[16];
static uint32_t n_told;

static void count(void *user, const gac_diagnostic *diagnostic)
{
    (void)user;
    (void)diagnostic;
    n_told++;
}

static void open_text(const char *text, uint64_t last, opened *o)
{
    *o = (opened){.words = assemble(text), .last = last};
    gac_context_options options = {.size = sizeof options, .diagnostic = count};
    assert_int_equal(gac_context_create(&options, &o->context), GAC_OK);
    assert_int_equal(gac_module_parse(o->context, o->words.words,
                                      o->words.n * 4, NULL, &o->module),
                     GAC_OK);
    assert_int_equal(gac_program_create(o->module, NULL, 0, &o->program),
                     GAC_OK);
    assert_int_equal(gac_launch_create(o->program, "k", &o->launch), GAC_OK);
    assert_int_equal(
        gac_launch_set_buffer(o->launch, 0, memory, sizeof memory, 0), GAC_OK);
    assert_int_equal(gac_launch_set_local(o->launch, 1, 64), GAC_OK);
}

static void close_all(opened *o)
{
    gac_launch_destroy(o->launch);
    gac_program_destroy(o->program);
    gac_module_destroy(o->module);
    gac_context_destroy(o->context);
}

/* Whether a range is one. */
static bool fits(const opened *o, const gac_run_options *how)
{
    wide items = 1, in_group = 1;
    bool given = how->local[0] || how->local[1] || how->local[2];
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t n = how->global[d] ? how->global[d] : 1;
        uint64_t l = how->local[d] ? how->local[d] : 1;
        items *= n;
        in_group *= l;
        if ((wide)n + how->offset[d] > o->last || items > o->last
            || (given && (l > MOST_GROUP_ITEMS || in_group > MOST_GROUP_ITEMS)))
            return false;
    }
    return true;
}

/* A run of few instructions; large ranges do not come to their end. */
static void try_range(const opened *o, gac_run_options how)
{
    how.size = sizeof how;
    how.threads = 1;
    how.max_instructions = 2000;
    gac_result result = gac_launch_run(o->launch, &how, NULL);
    bool ran = result == GAC_OK || result == GAC_ERR_LIMIT
               || result == GAC_ERR_TIMEOUT;
    if (fits(o, &how) ? !ran : result != GAC_ERR_ARGUMENT)
        fail_msg(
            "global %llu,%llu,%llu local %llu,%llu,%llu offset "
            "%llu,%llu,%llu: %s",
            (unsigned long long)how.global[0],
            (unsigned long long)how.global[1],
            (unsigned long long)how.global[2], (unsigned long long)how.local[0],
            (unsigned long long)how.local[1], (unsigned long long)how.local[2],
            (unsigned long long)how.offset[0],
            (unsigned long long)how.offset[1],
            (unsigned long long)how.offset[2], gac_result_text(result));
}

static void try_ranges(const opened *o)
{
    for (uint32_t a = 0; a < N_EDGES; a++)
        for (uint32_t b = 0; b < N_EDGES; b++) {
            uint64_t x = edges[a], y = edges[b];
            try_range(o, (gac_run_options){.global = {x, y}});
            try_range(o, (gac_run_options){.global = {x}, .offset = {y}});
            try_range(o, (gac_run_options){.global = {x}, .local = {y}});
            try_range(o, (gac_run_options){.local = {1, x, y}});
            try_range(o, (gac_run_options){.global = {3, x, y},
                                           .offset = {0, 0, 7},
                                           .local = {2}});
        }
}

/* Buffers and local memory: what has no room is refused, and told once. */
static void try_memory(const opened *o)
{
    for (uint32_t a = 0; a < N_EDGES; a++) {
        gac_run_options how = {.size = sizeof how, .threads = 1};
        bool has_address =
            edges[a] <= (o->last == UINT32_MAX ? UINT32_MAX - 0x20000
                                               : ((uint64_t)1 << 47) - 1);
        assert_int_equal(
            gac_launch_set_buffer(o->launch, 0, memory, edges[a], 0), GAC_OK);
        n_told = 0;
        gac_result result = gac_launch_run(o->launch, &how, NULL);
        assert_true(result == GAC_OK || result == GAC_ERR_LIMIT);
        assert_int_equal(n_told, result == GAC_ERR_LIMIT);
        if (!has_address)
            assert_int_equal(result, GAC_ERR_LIMIT);
        assert_int_equal(
            gac_launch_set_buffer(o->launch, 0, memory, sizeof memory, 0),
            GAC_OK);
        assert_int_equal(gac_launch_set_local(o->launch, 1, edges[a]), GAC_OK);
        how.max_memory_bytes = 1 << 20;
        assert_int_equal(gac_launch_run(o->launch, &how, NULL),
                         edges[a] < 1 << 19 ? GAC_OK : GAC_ERR_LIMIT);
        assert_int_equal(gac_launch_set_local(o->launch, 1, 64), GAC_OK);
    }
}

/* Limits that are as large as they can be, or too small for anything. */
static void try_limits(const opened *o)
{
    for (uint32_t a = 0; a < N_EDGES; a++) {
        gac_run_options how = {.size = sizeof how,
                               .global = {1024},
                               .threads = (uint32_t)edges[a] % 1000,
                               .max_memory_bytes = edges[a],
                               .timeout_ns = edges[a] ? UINT64_MAX : 0};
        gac_result result = gac_launch_run(o->launch, &how, NULL);
        bool is_enough = !edges[a] || edges[a] > 1 << 20;
        assert_int_equal(result == GAC_OK, is_enough || result == GAC_OK);
        how.max_memory_bytes = 0;
        how.max_instructions = edges[a];
        how.threads = (uint32_t)GAC__MIN(edges[a], UINT32_MAX);
        result = gac_launch_run(o->launch, &how, NULL);
        assert_true(result == GAC_OK || (edges[a] && edges[a] < 65536));
    }
}

static void test_sizes(void **state)
{
    (void)state;
    opened narrow, o;
    open_text(PHYSICAL32 KERNEL, UINT32_MAX, &narrow);
    open_text(PHYSICAL64 KERNEL, INT64_MAX, &o);
    try_ranges(&narrow);
    try_ranges(&o);
    try_memory(&narrow);
    try_memory(&o);
    try_limits(&narrow);
    try_limits(&o);
    close_all(&narrow);
    close_all(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
