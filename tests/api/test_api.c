/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Calls every function of the public headers with wrong arguments: with NULL in
 * place of each pointer in turn and of all, with all numbers 0 and as large as
 * possible, with option structs of a wrong size, with values that an
 * enumeration does not have, and in the wrong order.
 *
 * The calls are generated from the headers (declarations.awk). The table below
 * has the effect of NULL, a character for each parameter:
 *
 *   A   it is refused: ARGUMENT
 *   0   the function returns 0, false or NULL, or nothing at all
 *   -   it is allowed
 *   .   no pointer
 *
 * A function without a row fails the test, as does a row without a function. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gac/core_rules.h>
#include <gac/gac.h>
#include <gac/render.h>
#include <gac/rewrite.h>
#include <gac/text.h>

static const struct {
    const char *name, *nulls;
} rows[] = {
    {"gac_result_text", "."},
    {"gac_version", ""},
    {"gac_cpu_best", ""},
    {"gac_context_create", "-A"},
    {"gac_context_set_timeout", "0."},
    {"gac_context_cancel", "0"},
    {"gac_context_destroy", "0"},
    {"gac_copy_spans", "A--"},
    {"gac_copy_check", "A.AA"},
    {"gac_copy_visit", "AA-"},
    {"gac_copy_plan_make", "AA."},
    {"gac_copy_fence", ""},
    {"gac_copy_prefetch", "0-"},
    {"gac_copy", "A.--"},
    {"gac_copy_site_plan", "AA."},
    {"gac_copy_at_site_slow", "AA.--"},
    {"gac_copy_tiling_make", "00."},
    {"gac_copy_tile_run", "00.--"},
    {"gac_copy_worker_create", "-.A"},
    {"gac_copy_worker_destroy", "0"},
    {"gac_copy_queue_create", "-A"},
    {"gac_copy_queue_destroy", "0"},
    {"gac_copy_queue_reset", "0."},
    {"gac_copy_queue_start", "AA--A"},
    {"gac_copy_queue_poll", "A."},
    {"gac_copy_queue_wait", "AA."},
    {"gac_copy_queue_finish", "0"},
    {"gac_copy_queue_step", "0"},
    {"gac_copy_queue_events", "0"},
    {"gac_copy_queue_pending", "0"},
    {"gac_check_core_rules", "A--"},
    {"gac_target_env_known", "0"},
    {"gac_target_env_name", "."},
    {"gac_rule_count", ""},
    {"gac_rule_at", "."},
    {"gac_rule_find", "0"},
    {"gac_rule_hint", "0"},
    {"gac_rule_is_check", "0"},
    {"gac_rule_example", "0."},
    {"gac_async_import", "0"},
    {"gac_async_decode", "A..A"},
    {"gac_async_desc", "AA.A"},
    {"gac_async_start", "AAAAA"},
    {"gac_async_poll", "A."},
    {"gac_async_wait", "AA."},
    {"gac_module_parse", "AA.-A"},
    {"gac_module_destroy", "0"},
    {"gac_module_version", "0"},
    {"gac_module_instruction_count", "0"},
    {"gac_module_words", "0-"},
    {"gac_module_address_bits", "0"},
    {"gac_module_kernel_count", "0"},
    {"gac_module_kernel_name", "0."},
    {"gac_diagnostic_list_create", "-A"},
    {"gac_diagnostic_list_destroy", "0"},
    {"gac_diagnostic_list_set_file", "0-"},
    {"gac_diagnostic_list_add", "00"},
    {"gac_diagnostic_list_set_policy", "A-."},
    {"gac_diagnostic_list_count", "0"},
    {"gac_diagnostic_list_count_of", "0."},
    {"gac_diagnostic_list_set_limit", "0."},
    {"gac_diagnostic_list_left_out", "0."},
    {"gac_diagnostic_list_lost", "0"},
    {"gac_diagnostic_list_at", "0."},
    {"gac_diagnostic_list_sort", "0."},
    {"gac_diagnostic_list_cut", "0."},
    {"gac_diagnostic_list_set_excerpt", "0.0"},
    {"gac_diagnostic_list_set_related", "0.0"},
    {"gac_diagnostic_list_set_source_text", "0.0."},
    {"gac_diagnostic_list_render", "0-0-"},
    {"gac_write_file", "00."},
    {"gac_core_module_create", "A--A"},
    {"gac_core_module_destroy", "0"},
    {"gac_core_module_words", "0-"},
    {"gac_core_module_origin", "0."},
    {"gac_core_module_can_replace", "0."},
    {"gac_module_spec_count", "0"},
    {"gac_module_spec", "A.A"},
    {"gac_module_find_spec", "A.A"},
    {"gac_module_global_bytes", "0"},
    {"gac_launch_kernel_info", "AA"},
    {"gac_launch_complete_options", "AA"},
    {"gac_program_create", "AA.A"},
    {"gac_program_check_imports", "A"},
    {"gac_program_destroy", "0"},
    {"gac_program_keep_variables", "A"},
    {"gac_launch_create", "A-A"},
    {"gac_launch_destroy", "0"},
    {"gac_launch_kernel_name", "0"},
    {"gac_launch_param_count", "0"},
    {"gac_launch_param", "A.A"},
    {"gac_launch_required_local_size", "0-"},
    {"gac_launch_set_buffer", "A.A.."},
    {"gac_launch_set_local", "A.."},
    {"gac_launch_set_value", "A.A."},
    {"gac_launch_set_null", "A."},
    {"gac_launch_add_buffer", "AA..A"},
    {"gac_launch_place_buffer", "A.."},
    {"gac_launch_remove_buffers", "A"},
    {"gac_launch_set_address", "A...."},
    {"gac_launch_address_bits", "0"},
    {"gac_launch_run", "A--"},
    {"gac_launch_start", "A-"},
    {"gac_launch_wait", "AA"}, /* none was started */
    {"gac_launch_cancel", "0"},
    {"gac_assemble", "AA.-A"},
    {"gac_assemble_file", "AA-A"},
    {"gac_assembly_destroy", "0"},
    {"gac_assembly_words", "0-"},
    {"gac_assembly_data", "0-"},
    {"gac_assembly_place", "0.--"},
    {"gac_input_load", "AA-A"},
    {"gac_input_load_memory", "AA.-A"},
    {"gac_input_destroy", "0"},
    {"gac_input_kind_of", "0"},
    {"gac_input_data", "0-"},
    {"gac_input_place", "0.--"},
    {"gac_disassemble", "AA.-A"},
    {"gac_disassembly_destroy", "0"},
    {"gac_disassembly_text", "0-"},
    {"gac_disassembly_instruction", "0.-"},
    {"gac_disassembly_operand", "0..--"},
    {"gac_validate", "A--"},
    {"gac_link", "AA.-A"},
    {"gac_linked_destroy", "0"},
    {"gac_linked_words", "0-"},
    {"gac_linked_origin", "0.-"},
};

enum { N_ROWS = sizeof rows / sizeof *rows, MEMORY_BYTES = 4096, N_MEMORY = 6 };

/* -- arguments ------------------------------------------------------------- */

/* What the calls take, by its type. */
static struct world {
    gac_context *gac_context;
    gac_assembly *gac_assembly;
    gac_input *gac_input;
    gac_disassembly *gac_disassembly;
    gac_module *gac_module;
    gac_core_module *gac_core_module;
    gac_linked *gac_linked;
    gac_link_input gac_link_input;
    gac_program *gac_program;
    gac_launch *gac_launch;
    gac_diagnostic_list *gac_diagnostic_list;
    gac_copy_worker *gac_copy_worker;
    gac_copy_queue *gac_copy_queue;
    gac_copy_visit_fn *gac_copy_visit_fn;
    gac_write_fn *gac_write_fn;
    FILE *file;
    gac_allocator gac_allocator;
    gac_async_inst gac_async_inst;
    gac_copy_desc gac_copy_desc;
    gac_copy_memory gac_copy_memory;
    gac_copy_plan gac_copy_plan;
    gac_copy_shape gac_copy_shape;
    gac_copy_tiling gac_copy_tiling;
    gac_diagnostic gac_diagnostic;
    gac_excerpt gac_excerpt;
    gac_spec_value gac_spec_value;
} w;

static const char assembly[] = "OpCapability Kernel\n"
                               "OpCapability Addresses\n"
                               "OpMemoryModel Physical64 OpenCL\n"
                               "OpEntryPoint Kernel %k \"k\"\n"
                               "%void = OpTypeVoid\n"
                               "%int = OpTypeInt 32 0\n"
                               "%p = OpTypePointer CrossWorkgroup %int\n"
                               "%type = OpTypeFunction %void %p %int\n"
                               "%k = OpFunction %void None %type\n"
                               "%to = OpFunctionParameter %p\n"
                               "%n = OpFunctionParameter %int\n"
                               "%body = OpLabel\n"
                               "OpReturn\n"
                               "OpFunctionEnd\n";

/* How a call is made. */
static struct how {
    int null;  /* the parameter that is NULL; -1: none is, 99: all are */
    bool zero; /* numbers are 0, or else .. */
    bool most; /* .. as large as can be */
    size_t wrong_size; /* what options say of theirs; 0: the truth */
} how;

static uint64_t memory[N_MEMORY][MEMORY_BYTES / 8];
static uint64_t options_memory[MEMORY_BYTES / 8];

static void *memory_of(int k, void *given)
{
    return how.null == k || how.null == 99 ? NULL : given;
}

static void *options_of(int k, size_t size)
{
    memset(options_memory, 0, sizeof options_memory);
    memcpy(options_memory, how.wrong_size ? &how.wrong_size : &size,
           sizeof size);
    return memory_of(k, options_memory);
}

#define OBJECT(k, type) (how.null == (k) || how.null == 99 ? NULL : w.type)
#define INPUT(k, type) memory_of(k, &w.type)
#define OPTIONS(k, type) options_of(k, sizeof(type))
#define TEXT(k) memory_of(k, (void *)(uintptr_t) "x")
#define MEMORY(k) memory_of(k, memory[k])
#define SIZE(k) (how.zero || how.null == 99 ? 0 : 1)
#define NUMBER(k) (how.most ? 0xffffffffu : 0)

/* -- calls ----------------------------------------------------------------- */

typedef struct call {
    const char *name, *kinds;
    intptr_t (*make)(void);
} call;

#define VALUE(expression) (intptr_t)(expression)
#define NOTHING(expression) ((expression), (intptr_t)0)
#define CALL(name, kind, kinds, expression)                                    \
    static intptr_t call_##name(void)                                          \
    {                                                                          \
        return kind(expression);                                               \
    }
#include "gen/api_calls.h"
#undef CALL

static const call calls[] = {
#define CALL(name, kind, kinds, expression) {#name, kinds, call_##name},
#include "gen/api_calls.h"
#undef CALL
};

enum { N_CALLS = sizeof calls / sizeof *calls };

static gac_result visit(void *user, uint64_t dst_byte, uint64_t src_byte,
                        uint64_t size_bytes)
{
    (void)user;
    (void)dst_byte;
    (void)src_byte;
    return size_bytes ? GAC_OK : GAC_ERR_IO;
}

static void write_nowhere(void *user, const char *text, size_t size_bytes)
{
    (void)user;
    (void)text;
    (void)size_bytes;
}

/* A launch that has its arguments, and the rest of the world. */
static int open_world(void **state)
{
    size_t n;
    (void)state;
    gac_copy_queue_options q = {.size = sizeof q};
    assert_int_equal(gac_context_create(NULL, &w.gac_context), GAC_OK);
    assert_int_equal(gac_assemble(w.gac_context, assembly, sizeof assembly - 1,
                                  NULL, &w.gac_assembly),
                     GAC_OK);
    assert_int_equal(gac_input_load_memory(w.gac_context, assembly,
                                           sizeof assembly - 1, NULL,
                                           &w.gac_input),
                     GAC_OK);
    const void *data = gac_input_data(w.gac_input, &n);
    assert_int_equal(
        gac_disassemble(w.gac_context, data, n, NULL, &w.gac_disassembly),
        GAC_OK);
    assert_int_equal(
        gac_module_parse(w.gac_context, data, n, NULL, &w.gac_module), GAC_OK);
    assert_int_equal(
        gac_core_module_create(w.gac_module, NULL, NULL, &w.gac_core_module),
        GAC_OK);
    w.gac_link_input.module = w.gac_module;
    assert_int_equal(
        gac_link(w.gac_context, &w.gac_link_input, 1, NULL, &w.gac_linked),
        GAC_OK);
    assert_int_equal(gac_program_create(w.gac_module, NULL, 0, &w.gac_program),
                     GAC_OK);
    assert_int_equal(gac_launch_create(w.gac_program, NULL, &w.gac_launch),
                     GAC_OK);
    assert_int_equal(gac_launch_set_buffer(w.gac_launch, 0, memory[0], 64, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_value(w.gac_launch, 1, memory[0], 4),
                     GAC_OK);
    assert_int_equal(gac_diagnostic_list_create(NULL, &w.gac_diagnostic_list),
                     GAC_OK);
    assert_int_equal(gac_copy_worker_create(NULL, 1, &w.gac_copy_worker),
                     GAC_OK);
    assert_int_equal(gac_copy_queue_create(&q, &w.gac_copy_queue), GAC_OK);
    w.gac_copy_shape = gac_copy_linear(1, 0); /* of nothing */
    w.gac_copy_desc.shape = w.gac_copy_shape;
    assert_int_equal(gac_copy_plan_make(&w.gac_copy_plan, &w.gac_copy_shape, 0),
                     GAC_OK);
    gac_copy_tiling_make(&w.gac_copy_tiling, &w.gac_copy_plan, 0);
    w.gac_copy_visit_fn = visit;
    w.gac_write_fn = write_nowhere;
    w.gac_diagnostic.rule = w.gac_diagnostic.message = "x";
    w.file = fopen("/dev/null", "w");
    assert_non_null(w.file);
    return 0;
}

static int close_world(void **state)
{
    (void)state;
    fclose(w.file);
    gac_copy_queue_destroy(w.gac_copy_queue);
    gac_copy_worker_destroy(w.gac_copy_worker);
    gac_diagnostic_list_destroy(w.gac_diagnostic_list);
    gac_launch_destroy(w.gac_launch);
    gac_program_destroy(w.gac_program);
    gac_linked_destroy(w.gac_linked);
    gac_core_module_destroy(w.gac_core_module);
    gac_module_destroy(w.gac_module);
    gac_disassembly_destroy(w.gac_disassembly);
    gac_input_destroy(w.gac_input);
    gac_assembly_destroy(w.gac_assembly);
    gac_context_destroy(w.gac_context);
    return 0;
}

/* What a call gave out, which is the last parameter, is freed. */
static void free_output(const char *name)
{
    void *made = NULL;
    static const struct {
        const char *name;
        void (*destroy)(void *made);
        int k;
    } makers[] = {
#define MADE(name, k, what) {#name, (void (*)(void *))what##_destroy, k}
        MADE(gac_context_create, 1, gac_context),
        MADE(gac_copy_worker_create, 2, gac_copy_worker),
        MADE(gac_copy_queue_create, 1, gac_copy_queue),
        MADE(gac_diagnostic_list_create, 1, gac_diagnostic_list),
        MADE(gac_core_module_create, 3, gac_core_module),
        MADE(gac_link, 4, gac_linked),
        MADE(gac_launch_create, 2, gac_launch),
        MADE(gac_program_create, 3, gac_program),
        MADE(gac_assemble, 4, gac_assembly),
        MADE(gac_input_load_memory, 4, gac_input),
#undef MADE
    };
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++)
        if (strcmp(makers[m].name, name) == 0) {
            memcpy(&made, memory[makers[m].k], sizeof made);
            makers[m].destroy(made);
        }
    if (strcmp(name, "gac_launch_start") == 0)
        (void)gac_launch_wait(w.gac_launch, NULL);
}

static intptr_t make(const call *c, struct how h)
{
    memset(memory, 0, sizeof memory);
    how = h;
    intptr_t result = c->make();
    how = (struct how){.null = -1};
    free_output(c->name);
    return result;
}

/* -- tests ----------------------------------------------------------------- */

static const char *nulls_of(const char *name)
{
    for (size_t r = 0; r < N_ROWS; r++)
        if (strcmp(rows[r].name, name) == 0)
            return rows[r].nulls;
    return NULL;
}

static void table_is_complete(void **state)
{
    (void)state;
    assert_int_equal(N_CALLS, N_ROWS);
    for (size_t c = 0; c < N_CALLS; c++) {
        const char *nulls = nulls_of(calls[c].name);
        if (!nulls || strlen(nulls) != strlen(calls[c].kinds))
            fail_msg("%s has no row in the table", calls[c].name);
        for (size_t k = 0; nulls[k]; k++)
            if ((nulls[k] == '.') != (calls[c].kinds[k] == '.'))
                fail_msg("%s: parameter %zu", calls[c].name, k);
    }
}

static void null_is_refused(void **state)
{
    (void)state;
    for (size_t c = 0; c < N_CALLS; c++) {
        const char *nulls = nulls_of(calls[c].name);
        for (int k = 0; nulls && nulls[k]; k++) {
            if (nulls[k] == '.')
                continue;
            intptr_t result = make(&calls[c], (struct how){.null = k});
            if ((nulls[k] == 'A') != (result == GAC_ERR_ARGUMENT)
                || (nulls[k] == '0' && result != 0))
                fail_msg("%s: NULL for parameter %d gave %ld", calls[c].name, k,
                         (long)result);
        }
    }
}

static void all_null_is_refused(void **state)
{
    (void)state;
    for (size_t c = 0; c < N_CALLS; c++) {
        const char *nulls = nulls_of(calls[c].name);
        intptr_t result = make(&calls[c], (struct how){.null = 99});
        if (nulls && strchr(nulls, 'A') && result != GAC_ERR_ARGUMENT)
            fail_msg("%s gave %ld", calls[c].name, (long)result);
    }
}

/* Whether the call ends or delays what others need. */
static bool is_final(const char *name)
{
    return strstr(name, "_destroy") || strstr(name, "_cancel")
           || strcmp(name, "gac_context_set_timeout") == 0;
}

/* Nothing is told of the results but that they come. */
static void numbers_are_taken(void **state)
{
    (void)state;
    for (size_t c = 0; c < N_CALLS; c++)
        if (!is_final(calls[c].name)) {
            (void)make(&calls[c], (struct how){.null = -1, .zero = true});
            (void)make(&calls[c], (struct how){.null = -1, .most = true});
        }
}

static bool takes_options(const call *c)
{
    static const char *const takers[] = {
        "gac_context_create",     "gac_copy_queue_create",
        "gac_check_core_rules",   "gac_async_start",
        "gac_module_parse",       "gac_core_module_create",
        "gac_launch_run",         "gac_launch_start",
        "gac_assemble",           "gac_assemble_file",
        "gac_input_load",         "gac_input_load_memory",
        "gac_disassemble",        "gac_validate",
        "gac_launch_kernel_info", "gac_launch_complete_options"};
    for (size_t k = 0; k < sizeof takers / sizeof *takers; k++)
        if (strcmp(takers[k], c->name) == 0)
            return true;
    return false;
}

static void wrong_sizes_are_refused(void **state)
{
    static const size_t sizes[] = {1, 7, 17, 4096, SIZE_MAX};
    (void)state;
    for (size_t c = 0; c < N_CALLS; c++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            if (takes_options(&calls[c])
                && make(&calls[c],
                        (struct how){.null = -1, .wrong_size = sizes[k]})
                       != GAC_ERR_ARGUMENT)
                fail_msg("%s took a struct of %zu bytes", calls[c].name,
                         sizes[k]);
}

static void no_value_of_an_enumeration(void **state)
{
    (void)state;
    gac_run_options run = {.size = sizeof run,
                           .async_mode = (gac_async_mode)99};
    assert_int_equal(gac_launch_run(w.gac_launch, &run, NULL),
                     GAC_ERR_ARGUMENT);
    gac_copy_queue_options q = {.size = sizeof q, .mode = (gac_copy_mode)99};
    gac_copy_queue *queue;
    assert_int_equal(gac_copy_queue_create(&q, &queue), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_diagnostic_list_set_policy(w.gac_diagnostic_list, NULL,
                                                    (gac_policy)99),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(
        gac_diagnostic_list_count_of(w.gac_diagnostic_list, (gac_severity)99),
        0);
    assert_string_equal(gac_result_text((gac_result)99), "unknown result");
}

static void wrong_order(void **state)
{
    gac_launch *l;
    gac_copy_event event = 77;
    (void)state;
    assert_int_equal(gac_launch_wait(w.gac_launch, NULL), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_create(w.gac_program, NULL, &l), GAC_OK);
    assert_int_equal(gac_launch_run(l, NULL, NULL), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_start(l, NULL), GAC_OK);
    assert_int_equal(gac_launch_set_null(l, 0), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_run(l, NULL, NULL), GAC_ERR_BUSY);
    assert_int_equal(gac_launch_start(l, NULL), GAC_ERR_BUSY);
    assert_int_equal(gac_launch_wait(l, NULL), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_wait(l, NULL), GAC_ERR_ARGUMENT);
    gac_launch_destroy(l);
    assert_int_equal(gac_copy_queue_wait(w.gac_copy_queue, &event, 1),
                     GAC_ERR_EVENT);
    assert_int_equal(gac_copy_queue_poll(w.gac_copy_queue, 0), GAC_ERR_EVENT);
}

/* A setter that fails leaves the argument as it was: the launch runs. */
static void a_failing_setter_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(gac_launch_set_buffer(w.gac_launch, 0, memory[0], 64, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_value(w.gac_launch, 0, memory[0], 4),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_set_value(w.gac_launch, 1, memory[0], 3),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_set_local(w.gac_launch, 0, 4),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_set_buffer(w.gac_launch, 0, NULL, 64, 0),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_set_buffer(w.gac_launch, 0, memory[0], 64, 99),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_run(w.gac_launch, NULL, NULL), GAC_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(null_is_refused),
        cmocka_unit_test(all_null_is_refused),
        cmocka_unit_test(wrong_order),
        cmocka_unit_test(wrong_sizes_are_refused),
        cmocka_unit_test(no_value_of_an_enumeration),
        cmocka_unit_test(a_failing_setter_changes_nothing),
        cmocka_unit_test(numbers_are_taken),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
