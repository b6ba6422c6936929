/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-val: validates SPIR-V modules that copy asynchronously. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gac/core_rules.h>
#include <gac/validate.h>

#include "support/clock.h"
#include "support/numbers.h"
#include "tools/child_guard.h"
#include "tools/file_list.h"
#include "tools/rule_text.h"
#include "tools/source_input.h"
#include "tools/tool_common.h"

static const char usage[] =
    "usage: gac-val [OPTION]... [FILE]...\n"
    "Validates SPIR-V modules: the rules of Codeplay.GroupAsyncCopies, of the\n"
    "core's async copies, and of SPIR-V itself. FILE is a binary of either "
    "byte\n"
    "order, its words in hexadecimal, assembly text, or OpenCL C (*.cl), which "
    "a\n"
    "compiler in PATH (clang and llvm-spirv) compiles; a directory stands for "
    "all\n"
    "*.spv files below it; '-', or no FILE, is standard input.\n"
    "\n"
    "  --target-env ENV          check the core rules for ENV: spv1.0 to "
    "spv1.6\n"
    "                            (the default), opencl1.2 to opencl2.2, with\n"
    "                            'embedded' behind it or without, ...\n"
    "  --no-core                 leave SPIR-V's core rules out\n"
    "  --tolerate-producers      known producers' faults are warnings\n"
    "  --Werror[=RULE]           warnings, or those of RULE, are errors\n"
    "  --disable=RULE            leave RULE's diagnostics out\n"
    "  --max-errors N            stop after N errors; 0: never. Without it "
    "the\n"
    "                            first 10000 diagnostics of a file are shown\n"
    "  --timeout S               stop after S seconds: what is not checked by "
    "then\n"
    "                            is an error\n"
    "  --max-memory BYTES        take no more memory than that\n"
    "  --build-options=STRING    OpenCL's build options, for FILE in OpenCL C "
    "of any\n"
    "                            name (-cl-std=CL3.0 unless it has another)\n"
    "  --list-rules              print every rule and check\n"
    "  --explain RULE            print what RULE is about\n"
    "  --relax-logical-pointer, --relax-struct-store, --relax-block-layout,\n"
    "  --uniform-buffer-standard-layout, --scalar-block-layout,\n"
    "  --workgroup-scalar-block-layout, --skip-block-layout,\n"
    "  --allow-localsizeid, --allow-offset-texture-operand,\n"
    "  --allow-vulkan-32-bit-bitwise, --before-hlsl-legalization,\n"
    "  --max-struct-members N, --max-struct-depth N, --max-local-variables N,\n"
    "  --max-global-variables N, --max-switch-branches N,\n"
    "  --max-function-args N, --max-id-bound N,\n"
    "  --max-control-flow-nesting-depth N, --max-access-chain-indexes N,\n"
    "  --buffer-descriptor-layout SIZE:ALIGNMENT, and image-, sampler-, "
    "tensor-\n"
    "                            as in spirv-val; the last four concern no "
    "kernel\n"
    "                            and do nothing\n" GAC__TOOL_COMMON_HELP "\n"
    "Exit codes: 0 valid, 1 invalid or unreadable, 2 usage.\n";

typedef struct command {
    gac__tool tool;
    gac_diagnostic_list *list;
    bool no_core, tolerate, list_rules;
    const char *explain; /* a rule's name; NULL: none */
    uint32_t max_errors;
    bool max_errors_given;
    size_t warnings_left_out;    /* warnings that gac_validate() left out */
    const char *target_env;      /* NULL: not given */
    gac_core_rules_options core; /* its switches and limits */
    uint64_t timeout_ns, deadline_ns; /* 0: none */
    const char *build_options;        /* NULL: not given */
    uint64_t max_memory;              /* bytes; 0: no limit */
    uint64_t memory;                  /* bytes that are allocated */
    bool memory_out;                  /* an allocation has exceeded the limit */
} command;

/* The most diagnostics that are kept of a file, unless --max-errors is given. A
 * module may have a fault in each instruction; diagnostics over the limit take
 * time, but no memory. */
#define USUAL_LIMIT 10000

/* -- limits ---------------------------------------------------------------- */

/* An allocator that counts the library's memory, and fails at the limit. */
static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    command *c = user;
    if (new_size == 0) {
        free(old);
        c->memory -= old_size;
        return NULL;
    }
    if (new_size > old_size
        && new_size - old_size > c->max_memory - c->memory) {
        c->memory_out = true;
        return NULL;
    }
    void *p = realloc(old, new_size);
    if (p)
        c->memory = c->memory - old_size + new_size;
    return p;
}

static void tell_memory(command *c)
{
    char message[100];
    snprintf(message, sizeof message,
             "the memory limit of %llu bytes was exceeded",
             (unsigned long long)c->max_memory);
    gac__tool_add_error(c->list, "limit", message);
    c->memory_out = false;
}

/* Reports a compiler's timeout, if --timeout asked for it; others are in the
 * list. */
static void tell_late(const command *c, size_t first)
{
    char message[100];
    if (gac_diagnostic_list_count(c->list) > first)
        return;
    snprintf(message, sizeof message,
             "the time limit of %.3g s was exceeded while it was compiled",
             (double)c->timeout_ns * 1e-9);
    gac__tool_add_error(c->list, "limit", message);
}

/* -- one file -------------------------------------------------------------- */

/* Returns the ordinals of instructions that the core rules do not check, since
 * gac's own rules have reported them. A warning of stride-width or
 * producer-quirk counts, too: it stands for an error of the core rules, which
 * --tolerate-producers forgives. */
static uint32_t *faulty_ordinals(const gac_diagnostic_list *list, size_t first,
                                 uint32_t *n_out)
{
    size_t n = gac_diagnostic_list_count(list);
    uint32_t *ordinals = malloc((n - first + 1) * sizeof *ordinals);
    *n_out = 0;
    for (size_t i = first; ordinals && i < n; i++) {
        const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
        if (d->ordinal
            && (d->severity == GAC_SEVERITY_ERROR
                || !strcmp(d->rule, "stride-width")
                || !strcmp(d->rule, "producer-quirk")))
            ordinals[(*n_out)++] = d->ordinal;
    }
    return ordinals;
}

static void check_core(command *c, const gac_module *module,
                       size_t module_bytes, size_t first)
{
    gac__child_guard guard = gac__child_guard_of(module_bytes);
    gac_core_rules_options options = c->core;
    guard.deadline_ns = c->deadline_ns;
    if (c->max_memory)
        guard.most_bytes = c->max_memory - c->memory;
    uint32_t *faulty = faulty_ordinals(c->list, first, &options.n_faulty);
    options.size = sizeof options;
    options.target_env = c->target_env;
    options.faulty = faulty;
    options.max_errors = c->max_errors;
    options.guard = gac__guard_child;
    options.guard_user = &guard;
    options.tolerate_producers = c->tolerate;
    if (faulty)
        gac_check_core_rules(module, &options, NULL);
    free(faulty);
}

static size_t errors_left_out(const command *c)
{
    return gac_diagnostic_list_left_out(c->list, GAC_SEVERITY_ERROR);
}

/* Checks a module by gac's own rules and the core rules. The core rules are
 * skipped if the parser found faults, which SPIRV-Tools would report again, and
 * if the own rules left errors out or ran out of time. */
static void check_module(command *c, gac_context *context,
                         const gac_input *input, size_t first)
{
    size_t size, left_out = errors_left_out(c);
    const void *data = gac_input_data(input, &size);
    gac_module *module = NULL;
    gac_result result =
        gac_module_parse(context, data ? data : "", size,
                         &(gac_parse_options){.size = sizeof(gac_parse_options),
                                              .tolerate_producers = c->tolerate,
                                              .keep_going = true},
                         &module);
    if (!c->memory_out)
        gac__tool_unreadable(c->list, first, result, 0);
    bool sound = true;
    for (size_t i = first; i < gac_diagnostic_list_count(c->list); i++)
        sound &=
            gac_diagnostic_list_at(c->list, i)->severity != GAC_SEVERITY_ERROR;
    if (!module)
        return;
    size_t own = gac_diagnostic_list_count(c->list);
    gac_validate_counts counts = {0};
    result = gac_validate(
        module,
        &(gac_validate_options){.size = sizeof(gac_validate_options),
                                .tolerate_producers = c->tolerate,
                                .max_errors = c->max_errors},
        &counts);
    c->warnings_left_out += counts.warnings_left_out;
    sound &= errors_left_out(c) == left_out && result != GAC_ERR_TIMEOUT;
    if (sound && !c->no_core)
        check_core(c, module, size, own);
    gac_module_destroy(module);
}

static void check_file(command *c, gac_context *context, const char *path)
{
    size_t first = gac_diagnostic_list_count(c->list);
    gac_input *input = NULL;
    uint64_t now = gac__now_ns();
    gac__source_input how = {
        .build_options = c->build_options,
        .unoptimized = true,
        .assemble = {.target_env = c->target_env, .comment_wins = true}};
    if (c->deadline_ns)
        how.timeout_ns = c->deadline_ns > now ? c->deadline_ns - now : 1;
    gac_result result =
        gac__source_input_load(context, c->list, path, &how, &input);
    if (result == GAC_OK)
        check_module(c, context, input, first);
    else if (result == GAC_ERR_TIMEOUT)
        tell_late(c, first);
    else if (!c->memory_out)
        gac__tool_unreadable(c->list, first, result, errno);
    if (c->memory_out)
        tell_memory(c);
    gac_diagnostic_list_sort(c->list, first);
    gac__tool_locate(&c->tool, c->list, first, context, input);
    gac_input_destroy(input);
}

/* -- options --------------------------------------------------------------- */

enum {
    OPTION_TARGET_ENV = GAC__TOOL_OPTION_END,
    OPTION_WERROR,
    OPTION_DISABLE,
    OPTION_MAX_ERRORS,
    OPTION_TIMEOUT,
    OPTION_MAX_MEMORY,
    OPTION_BUILD,
    OPTION_EXPLAIN,
    OPTION_DESCRIPTOR_LAYOUT,
    OPTION_LIMIT /* the first limit; the others follow as in
                    gac_core_limit_kind */
};

#define SWITCH(name, field) GAC__TOOL_SWITCH(name, command, field)
#define CORE(name, field) SWITCH(name, core.field)
#define LAYOUT(name)                                                           \
    {                                                                          \
        name "-descriptor-layout", required_argument, NULL,                    \
            OPTION_DESCRIPTOR_LAYOUT                                           \
    }
#define LIMIT(name, kind)                                                      \
    {                                                                          \
        name, required_argument, NULL, OPTION_LIMIT + (kind)                   \
    }

static const struct option long_options[] = {
    GAC__TOOL_LONG_OPTIONS(required_argument),
    {"target-env", required_argument, NULL, OPTION_TARGET_ENV},
    SWITCH("no-core", no_core),
    SWITCH("tolerate-producers", tolerate),
    {"Werror", optional_argument, NULL, OPTION_WERROR},
    {"disable", required_argument, NULL, OPTION_DISABLE},
    {"max-errors", required_argument, NULL, OPTION_MAX_ERRORS},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"max-memory", required_argument, NULL, OPTION_MAX_MEMORY},
    {"build-options", required_argument, NULL, OPTION_BUILD},
    SWITCH("list-rules", list_rules),
    {"explain", required_argument, NULL, OPTION_EXPLAIN},
    CORE("relax-logical-pointer", relax_logical_pointer),
    CORE("relax-struct-store", relax_struct_store),
    CORE("relax-block-layout", relax_block_layout),
    CORE("uniform-buffer-standard-layout", uniform_buffer_standard_layout),
    CORE("scalar-block-layout", scalar_block_layout),
    CORE("workgroup-scalar-block-layout", workgroup_scalar_block_layout),
    CORE("skip-block-layout", skip_block_layout),
    CORE("allow-localsizeid", allow_localsizeid),
    CORE("before-hlsl-legalization", before_hlsl_legalization),
    CORE("allow-offset-texture-operand", allow_offset_texture_operand),
    CORE("allow-vulkan-32-bit-bitwise", allow_vulkan_32_bit_bitwise),
    LAYOUT("buffer"),
    LAYOUT("image"),
    LAYOUT("sampler"),
    LAYOUT("tensor"),
    LIMIT("max-struct-members", GAC_CORE_LIMIT_STRUCT_MEMBERS),
    LIMIT("max-struct-depth", GAC_CORE_LIMIT_STRUCT_DEPTH),
    LIMIT("max-local-variables", GAC_CORE_LIMIT_LOCAL_VARIABLES),
    LIMIT("max-global-variables", GAC_CORE_LIMIT_GLOBAL_VARIABLES),
    LIMIT("max-switch-branches", GAC_CORE_LIMIT_SWITCH_BRANCHES),
    LIMIT("max-function-args", GAC_CORE_LIMIT_FUNCTION_ARGS),
    LIMIT("max-control-flow-nesting-depth",
          GAC_CORE_LIMIT_CONTROL_FLOW_NESTING_DEPTH),
    LIMIT("max-access-chain-indexes", GAC_CORE_LIMIT_ACCESS_CHAIN_INDEXES),
    LIMIT("max-id-bound", GAC_CORE_LIMIT_ID_BOUND),
    {NULL, 0, NULL, 0}};

/* Returns -1 on success, as the next three functions do; otherwise they return
 * an exit code. */
static int set_policy(command *c, const char *rule, gac_policy policy)
{
    if (gac_diagnostic_list_set_policy(c->list, rule, policy) == GAC_OK)
        return -1;
    return gac__tool_usage_error(&c->tool, "there is no rule '%s'", rule);
}

static int set_number(const command *c, const char *name, const char *text,
                      uint32_t *value_out)
{
    uint64_t value;
    if (!gac__parse_number(text, UINT32_MAX, &value))
        return gac__tool_usage_error(&c->tool, "--%s needs a number, not '%s'",
                                     name, text);
    *value_out = (uint32_t)value;
    return -1;
}

static int set_timeout(command *c, const char *text)
{
    if (!gac__parse_seconds(text, &c->timeout_ns))
        return gac__tool_usage_error(
            &c->tool, "--timeout needs a number of seconds above 0, not '%s'",
            text);
    c->deadline_ns = gac__now_ns() + c->timeout_ns;
    return -1;
}

static int set_max_memory(command *c, const char *text)
{
    if (gac__parse_number(text, INT64_MAX, &c->max_memory) && c->max_memory)
        return -1;
    return gac__tool_usage_error(
        &c->tool, "--max-memory needs a number of bytes above 0, not '%s'",
        text);
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Skips a descriptor layout's size and alignment, which are one argument,
 * "64:64", or two. */
static void skip_layout(int argc, char **argv)
{
    if (is_number(optarg) && optind < argc && is_number(argv[optind]))
        optind++;
}

static int take_option(command *c, int option, int index)
{
    switch (option) {
    case OPTION_TARGET_ENV:
        c->target_env = optarg;
        if (gac_target_env_known(optarg))
            return -1;
        return gac__tool_usage_error(&c->tool,
                                     "unknown target environment '%s'", optarg);
    case OPTION_WERROR: return set_policy(c, optarg, GAC_POLICY_ERROR);
    case OPTION_DISABLE: return set_policy(c, optarg, GAC_POLICY_DISABLE);
    case OPTION_MAX_ERRORS:
        c->max_errors_given = true;
        return set_number(c, "max-errors", optarg, &c->max_errors);
    case OPTION_TIMEOUT: return set_timeout(c, optarg);
    case OPTION_MAX_MEMORY: return set_max_memory(c, optarg);
    case OPTION_BUILD:
        c->build_options = optarg;
        return gac__source_input_options(&c->tool, optarg) ? -1
                                                           : GAC__EXIT_USAGE;
    case OPTION_EXPLAIN: c->explain = optarg; return -1;
    default:
        if (gac__tool_switch(option, c, sizeof *c))
            return -1;
        if (option >= OPTION_LIMIT)
            return set_number(c, long_options[index].name, optarg,
                              &c->core.limits[option - OPTION_LIMIT]);
        return gac__tool_option(&c->tool, option, optarg);
    }
}

static int take_options(command *c, int argc, char **argv)
{
    int option, index = 0;
    while ((option = getopt_long(argc, argv, "h", long_options, &index))
           != -1) {
        if (option == OPTION_DESCRIPTOR_LAYOUT) {
            skip_layout(argc, argv);
            continue;
        }
        int code = take_option(c, option, index);
        if (code >= 0)
            return code;
    }
    if (c->list_rules)
        return gac__list_rules(&c->tool);
    if (c->explain)
        return gac__explain_rule(&c->tool, c->explain);
    return -1;
}

/* -- all files ------------------------------------------------------------- */

static void tell_left_out(const command *c)
{
    size_t errors = errors_left_out(c);
    size_t warnings =
        c->warnings_left_out
        + gac_diagnostic_list_left_out(c->list, GAC_SEVERITY_WARNING);
    size_t notes = gac_diagnostic_list_left_out(c->list, GAC_SEVERITY_NOTE);
    if (errors + warnings + notes > 0)
        fprintf(stderr,
                "gac-val: a file has too many faults to show them all; left "
                "out: %zu errors, %zu warnings, %zu notes\n",
                errors, warnings, notes);
}

static int check_files(command *c, int argc, char **argv)
{
    gac_context *context = NULL;
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = c->list,
                                   .max_id_bound =
                                       c->core.limits[GAC_CORE_LIMIT_ID_BOUND]};
    if (c->max_memory)
        options.allocator = (gac_allocator){resize, c};
    if (gac_context_create(&options, &context) != GAC_OK) {
        fprintf(stderr, "gac-val: out of memory\n");
        return GAC__EXIT_INVALID;
    }
    gac_context_set_timeout(context, c->timeout_ns);
    if (!c->max_errors_given)
        gac_diagnostic_list_set_limit(c->list, USUAL_LIMIT);
    for (int i = 0; i < argc; i++) {
        gac__strings files = gac__file_list(argv[i]);
        for (size_t k = 0; k < files.n; k++)
            check_file(c, context, files.items[k]);
        if (files.n == 0) {
            gac_diagnostic_list_set_file(c->list, argv[i]);
            gac__tool_add_error(c->list, NULL,
                                "The folder has no files of type .spv.");
        }
        gac__strings_free(&files);
    }
    gac_context_destroy(context);
    gac_diagnostic_list_cut(c->list, c->max_errors);
    gac__tool_show(&c->tool, c->list);
    tell_left_out(c);
    return gac_diagnostic_list_count_of(c->list, GAC_SEVERITY_ERROR)
                   || errors_left_out(c) || gac_diagnostic_list_lost(c->list)
               ? GAC__EXIT_INVALID
               : GAC__EXIT_OK;
}

int main(int argc, char **argv)
{
    command c = {0};
    gac__tool_init(&c.tool, "gac-val", usage, long_options, argv);
    if (gac_diagnostic_list_create(NULL, &c.list) != GAC_OK) {
        fprintf(stderr, "gac-val: out of memory\n");
        return GAC__EXIT_INVALID;
    }
    char *standard_input[] = {"-"};
    int code = take_options(&c, argc, argv);
    if (code < 0 && optind == argc)
        code = check_files(&c, 1, standard_input);
    else if (code < 0)
        code = check_files(&c, argc - optind, argv + optind);
    gac_diagnostic_list_destroy(c.list);
    return gac__tool_close(c.tool.name, code, GAC__EXIT_INVALID);
}
