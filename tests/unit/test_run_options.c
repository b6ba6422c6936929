/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Options that say otherwise than gac would choose: each has its effect and no
 * other, results are the same, what is out of range is refused; the environment
 * says nothing.
 *
 * The linker puts the two functions __wrap_* before gac's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gac/core_rules.h>
#include <gac/rewrite.h>

#include "../launch_helper.h"

#include "check/check.h"
#include "exec/launch.h"
#include "exec/compaction.h"

#define BUFFER_BYTES 65536u
#define MOST_BUFFERS 3u

/* What a run did. */
typedef struct seen {
    gac__isa isa;
    uint32_t strip_lanes;
    bool coalesced;
    unsigned compactions;
    unsigned copy_flags;     /* of the last copy */
    gac_copy_kernel *kernel; /* the last copy's */
    uint64_t shadow_bytes;
    uint8_t buffers[MOST_BUFFERS][BUFFER_BYTES];
} seen;

static seen now;

bool __real_gac__strip_compact(gac__strip *s, uint32_t to);
bool __wrap_gac__strip_compact(gac__strip *s, uint32_t to);
gac_result __real_gac_copy_queue_start(gac_copy_queue *q,
                                       const gac_copy_plan *plan, void *dst,
                                       const void *src, gac_copy_event *event);
gac_result __wrap_gac_copy_queue_start(gac_copy_queue *q,
                                       const gac_copy_plan *plan, void *dst,
                                       const void *src, gac_copy_event *event);

bool __wrap_gac__strip_compact(gac__strip *s, uint32_t to)
{
    bool done = __real_gac__strip_compact(s, to);
    now.compactions += done;
    return done;
}

gac_result __wrap_gac_copy_queue_start(gac_copy_queue *q,
                                       const gac_copy_plan *plan, void *dst,
                                       const void *src, gac_copy_event *event)
{
    if (dst) {
        now.copy_flags = plan->flags;
        now.kernel = plan->kernel;
    }
    return __real_gac_copy_queue_start(q, plan, dst, src, event);
}

/* -- kernels --------------------------------------------------------------- */

typedef struct subject {
    const char *path, *kernel;
    uint64_t global[3], local[3];
    const char *checks;
} subject;

static const subject few = {
    "tests/kernels/control/few_lanes.clang14.O2.64.spvasm",
    "again",
    {2048},
    {64},
    NULL};
static const subject queens = {
    "tests/kernels/control/few_lanes.clang14.O2.64.spvasm",
    "search",
    {2048},
    {64},
    NULL};
static const subject cubes = {"tests/kernels/joined/cubes.clang14.O2.64.spvasm",
                              "cubes",
                              {16, 16, 16},
                              {4, 4, 4},
                              NULL};
static const subject pipeline = {
    "tests/kernels/async/double_buffer.clang14.O2.64.spvasm",
    "pipeline",
    {32},
    {16},
    NULL};
static const subject bytes = {
    "tests/shadow/bytes.spvasm", "mix_char", {16384}, {256}, ""};

static void set_arguments(gac_launch *l)
{
    uint32_t n_buffers = 0, random = 1;
    for (uint32_t k = 0; k < gac_launch_param_count(l); k++) {
        gac_param_info info;
        uint64_t value = 8;
        assert_int_equal(gac_launch_param(l, k, &info), GAC_OK);
        if (info.kind == GAC_PARAM_VALUE) {
            assert_int_equal(
                gac_launch_set_value(l, k, &value, (size_t)info.size_bytes),
                GAC_OK);
            continue;
        }
        assert_true(n_buffers < MOST_BUFFERS);
        uint8_t *to = now.buffers[n_buffers++];
        for (uint32_t b = 0; b < BUFFER_BYTES; b++)
            to[b] = (uint8_t)((random = random * 1664525 + 1013904223) >> 24);
        assert_int_equal(gac_launch_set_buffer(l, k, to, BUFFER_BYTES, 0),
                         GAC_OK);
    }
}

/* What the last run ran; all zero: nothing. */
static const gac__compiled *last_used(const gac_launch *l)
{
    const gac__compiled *last = l->compiled;
    while (last->used != l->uses)
        last++;
    return last;
}

/* `seen_out` is what a run with these options does. */
static gac_result observe(const subject *k, gac_cpu_level level,
                          gac_run_options how, seen *seen_out)
{
    gac_context_options options = {.size = sizeof options, .cpu_level = level};
    opened_kernel o = open_kernel(&options, k->path, k->kernel);
    gac_run_stats stats;
    now = (seen){.isa = GAC__ISA_COUNT};
    set_arguments(o.launch);
    how.size = sizeof how;
    memcpy(how.global, k->global, sizeof how.global);
    memcpy(how.local, k->local, sizeof how.local);
    how.threads = 1;
    if (!how.async_mode)
        how.async_mode = GAC_ASYNC_LATE;
    how.checks = k->checks;
    gac_result result = gac_launch_run(o.launch, &how, &stats);
    const gac__compiled *last = last_used(o.launch);
    now.isa = last->program.isa;
    now.strip_lanes = last->program.width;
    now.coalesced = last->key.variant.coalesced;
    now.shadow_bytes = stats.shadow_bytes;
    close_kernel(&o);
    *seen_out = now;
    return result;
}

/* -- the environment ------------------------------------------------------- */

static const char *const variables[][2] = {{"GAC_CPU", "baseline"},
                                           {"GAC_STRIP", "128"},
                                           {"GAC_JOIN", "0"},
                                           {"GAC_PACK", "100000"},
                                           {"GAC_COPY_POLICY", "512"}};

static const subject *const subjects[] = {&few, &cubes, &pipeline, &bytes};

/* What runs without options do, in a process in which nothing was chosen yet,
 * goes to the file: with the variables, or without. */
static void observe_all(bool with_variables, int file)
{
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static seen s;
        for (size_t v = 0; v < sizeof variables / sizeof *variables; v++)
            if (with_variables)
                setenv(variables[v][0], variables[v][1], 1);
            else
                unsetenv(variables[v][0]);
        for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
            if (observe(subjects[k], GAC_CPU_BEST, (gac_run_options){0}, &s)
                    != GAC_OK
                || write(file, &s, sizeof s) != (ssize_t)sizeof s)
                _exit(1);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void test_environment(void **state)
{
    static seen with, without;
    FILE *files[2] = {tmpfile(), tmpfile()};
    (void)state;
    assert_true(files[0] && files[1]);
    observe_all(false, fileno(files[0]));
    observe_all(true, fileno(files[1]));
    rewind(files[0]);
    rewind(files[1]);
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
        assert_int_equal(fread(&without, sizeof without, 1, files[0]), 1);
        assert_int_equal(fread(&with, sizeof with, 1, files[1]), 1);
        assert_memory_equal(&with, &without, sizeof with);
    }
    fclose(files[0]);
    fclose(files[1]);
}

/* -- each option ----------------------------------------------------------- */

static seen chosen, got;

/* Runs with an option; what the buffers hold is what the usual run left. */
static void compare(const subject *k, gac_cpu_level level, gac_run_options how)
{
    assert_int_equal(observe(k, GAC_CPU_BEST, (gac_run_options){0}, &chosen),
                     GAC_OK);
    assert_int_equal(observe(k, level, how, &got), GAC_OK);
    assert_memory_equal(got.buffers, chosen.buffers, sizeof got.buffers);
}

static void test_cpu_level(void **state)
{
    (void)state;
    for (int level = GAC_CPU_BASELINE; level <= (int)GAC_CPU_AVX512; level++) {
        gac_cpu_level most = GAC__MIN((gac_cpu_level)level, gac_cpu_best());
        compare(&pipeline, (gac_cpu_level)level, (gac_run_options){0});
        assert_int_equal(got.isa, (int)most - (int)GAC_CPU_BASELINE);
        assert_int_equal(got.copy_flags >> 6 & 3, most);
    }
    assert_int_equal(chosen.isa, gac_cpu_best() - GAC_CPU_BASELINE);
}

static void test_strip_lanes(void **state)
{
    (void)state;
    for (uint32_t lanes = 64; lanes <= 1024; lanes *= 4) {
        compare(&few, GAC_CPU_BEST, (gac_run_options){.strip_lanes = lanes});
        assert_int_equal(got.strip_lanes, lanes);
    }
}

/* A launch that has run is compiled anew for another width. */
static void test_strip_lanes_again(void **state)
{
    (void)state;
    opened_kernel o = open_kernel(NULL, few.path, few.kernel);
    set_arguments(o.launch);
    const uint32_t lanes[] = {64, 256, 64};
    for (size_t k = 0; k < 3; k++) {
        gac_run_options how = {.size = sizeof how,
                               .global = {2048},
                               .local = {64},
                               .threads = 1,
                               .strip_lanes = lanes[k]};
        assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
        assert_int_equal(last_used(o.launch)->program.width, lanes[k]);
    }
    close_kernel(&o);
}

static void test_coalesced_items(void **state)
{
    (void)state;
    compare(&cubes, GAC_CPU_BEST, (gac_run_options){.coalesced_items = 1});
    assert_true(chosen.coalesced);
    assert_false(got.coalesced);
    assert_int_equal(got.strip_lanes, 64);
    compare(&cubes, GAC_CPU_BEST, (gac_run_options){.coalesced_items = 192});
    assert_true(got.coalesced);
    assert_int_equal(got.strip_lanes, 192);
}

/* Groups that copy stand side by side where copies land at issue, but for those
 * whose lines are made as one copy. */
static void test_coalesced_copies(void **state)
{
    static const subject groups = {
        .path = "tests/kernels/joined/async_groups.clang14.O2.64.spvasm",
        .kernel = "async_groups",
        .global = {2048, 1, 1},
        .local = {64, 1, 1}};
    static const subject lines = {
        .path = "tests/kernels/async/line_loops.clang14.O0.32.spvasm",
        .kernel = "line_loops",
        .global = {2048, 1, 1},
        .local = {64, 1, 1}};
    (void)state;
    compare(&groups, GAC_CPU_BEST,
            (gac_run_options){.async_mode = GAC_ASYNC_EAGER});
    assert_true(got.coalesced);
    assert_false(chosen.coalesced); /* they land at the wait */
    observe(&lines, GAC_CPU_BEST,
            (gac_run_options){.async_mode = GAC_ASYNC_EAGER}, &got);
    assert_false(got.coalesced);
}

static void test_compaction_cost(void **state)
{
    (void)state;
    compare(&queens, GAC_CPU_BEST, (gac_run_options){.compaction_cost = 1});
    assert_true(chosen.compactions > 0);
    assert_true(got.compactions > chosen.compactions);
    compare(&queens, GAC_CPU_BEST,
            (gac_run_options){.compaction_cost = UINT32_MAX});
    assert_int_equal(got.compactions, 0);
}

static void test_copy_policy(void **state)
{
    (void)state;
    compare(&pipeline, GAC_CPU_BEST,
            (gac_run_options){.copy_policy = GAC_COPY_POLICY(512)});
    assert_int_equal(chosen.copy_flags >> 8, 0);
    assert_int_equal(got.copy_flags & ~0xffu, GAC_COPY_POLICY(512));
}

/* -- what is refused ------------------------------------------------------- */

static void test_ranges(void **state)
{
    static const gac_run_options wrong[] = {
        {.strip_lanes = 32},
        {.strip_lanes = 65},
        {.strip_lanes = 1088},
        {.coalesced_items = 1025},
        {.copy_policy = 1},
        {.copy_policy = GAC_COPY_POLICY(0) | GAC_COPY_STREAM},
        {.copy_policy = GAC_COPY_POLICY(0) | 1u << 26},
        {.async_mode = (gac_async_mode)99},
        {.async_mode = (gac_async_mode)-1}};
    static const gac_run_options right[] = {
        {.strip_lanes = 1024},
        {.coalesced_items = 1024},
        {.copy_policy = GAC_COPY_POLICY(0)},
        {.copy_policy = GAC_COPY_POLICY(1023)}};
    static seen s;
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        opened_kernel o = open_kernel(NULL, few.path, few.kernel);
        set_arguments(o.launch);
        gac_run_options how = wrong[k];
        how.size = sizeof how;
        assert_int_equal(gac_launch_run(o.launch, &how, NULL),
                         GAC_ERR_ARGUMENT);
        assert_int_equal(gac_launch_start(o.launch, &how), GAC_ERR_ARGUMENT);
        close_kernel(&o);
    }
    for (size_t k = 0; k < sizeof right / sizeof *right; k++)
        assert_int_equal(observe(&few, GAC_CPU_BEST, right[k], &s), GAC_OK);
}

static void test_flags_of_plans(void **state)
{
    const gac_copy_shape shape = gac_copy_linear(4, 100);
    gac_copy_plan plan;
    (void)state;
    for (unsigned bit = 0; bit < 32; bit++) {
        bool known = bit < 8 || bit == 15 || (bit >= 16 && bit < 26);
        assert_int_equal(gac_copy_plan_make(&plan, &shape, 1u << bit),
                         known ? GAC_OK : GAC_ERR_ARGUMENT);
    }
    for (int level = 0; level <= (int)gac_cpu_best(); level++)
        assert_int_equal(
            gac_copy_plan_make(&plan, &shape, GAC_COPY_LEVEL(level)), GAC_OK);
}

static void test_cpu_levels_refused(void **state)
{
    gac_context_options options = {.size = sizeof options};
    gac_context *context;
    (void)state;
    options.cpu_level = (gac_cpu_level)4;
    assert_int_equal(gac_context_create(&options, &context), GAC_ERR_ARGUMENT);
    options.cpu_level = (gac_cpu_level)-1;
    assert_int_equal(gac_context_create(&options, &context), GAC_ERR_ARGUMENT);
    assert_null(context);
}

/* -- sizes ----------------------------------------------------------------- */

typedef gac_result takes_options(const opened_kernel *o, const void *options);

static gac_result take_context(const opened_kernel *o, const void *options)
{
    gac_context *made;
    gac_result result = gac_context_create(options, &made);
    (void)o;
    gac_context_destroy(made);
    return result;
}

static gac_result take_parse(const opened_kernel *o, const void *options)
{
    gac_module *made;
    size_t size;
    const void *data = gac_input_data(o->input, &size);
    gac_result result =
        gac_module_parse(o->context, data, size, options, &made);
    gac_module_destroy(made);
    return result;
}

static gac_result take_validate(const opened_kernel *o, const void *options)
{
    return gac_validate(o->module, options, NULL);
}

static gac_result take_core_module(const opened_kernel *o, const void *options)
{
    gac_core_module *made;
    gac_result result = gac_core_module_create(o->module, options, NULL, &made);
    gac_core_module_destroy(made);
    return result;
}

static gac_result take_core_rules(const opened_kernel *o, const void *options)
{
    return gac_check_core_rules(o->module, options, NULL);
}

static gac_result take_assemble(const opened_kernel *o, const void *options)
{
    gac_assembly *made;
    gac_result result =
        gac_assemble(o->context, "OpCapability Kernel\n", 20, options, &made);
    gac_assembly_destroy(made);
    return result;
}

static gac_result take_disassemble(const opened_kernel *o, const void *options)
{
    gac_disassembly *made;
    size_t size;
    const void *data = gac_input_data(o->input, &size);
    gac_result result = gac_disassemble(o->context, data, size, options, &made);
    gac_disassembly_destroy(made);
    return result;
}

static gac_result take_queue(const opened_kernel *o, const void *options)
{
    gac_copy_queue *made;
    gac_result result = gac_copy_queue_create(options, &made);
    (void)o;
    if (result == GAC_OK)
        gac_copy_queue_destroy(made);
    return result;
}

static gac_result take_run(const opened_kernel *o, const void *options)
{
    return gac_launch_run(o->launch, options, NULL);
}

/* What the objects say is no matter here, but for ARGUMENT. */
static void test_sizes(void **state)
{
    static const struct {
        takes_options *take;
        size_t size;
    } rows[] = {{take_context, sizeof(gac_context_options)},
                {take_parse, sizeof(gac_parse_options)},
                {take_validate, sizeof(gac_validate_options)},
                {take_core_module, sizeof(gac_core_module_options)},
                {take_core_rules, sizeof(gac_core_rules_options)},
                {take_assemble, sizeof(gac_assemble_options)},
                {take_disassemble, sizeof(gac_disassemble_options)},
                {take_queue, sizeof(gac_copy_queue_options)},
                {take_run, sizeof(gac_run_options)}};
    opened_kernel o = open_kernel(NULL, few.path, few.kernel);
    (void)state;
    set_arguments(o.launch);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t size = 0; size <= rows[k].size + 8; size++) {
            size_t options[64] = {size};
            bool right = size >= sizeof size && size <= rows[k].size
                         && size % sizeof size == 0;
            assert_true(rows[k].size < sizeof options);
            assert_true((rows[k].take(&o, options) != GAC_ERR_ARGUMENT)
                        == right);
        }
    close_kernel(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_environment), /* the first: see there */
        cmocka_unit_test(test_cpu_level),
        cmocka_unit_test(test_strip_lanes),
        cmocka_unit_test(test_strip_lanes_again),
        cmocka_unit_test(test_coalesced_items),
        cmocka_unit_test(test_coalesced_copies),
        cmocka_unit_test(test_compaction_cost),
        cmocka_unit_test(test_copy_policy),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_flags_of_plans),
        cmocka_unit_test(test_cpu_levels_refused),
        cmocka_unit_test(test_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
