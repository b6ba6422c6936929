/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The library calls that are made with each module. */
#include "oom_steps.h"

#include <stdlib.h>
#include <string.h>

#include <gac/core_rules.h>

#include "support/support.h"

gac_result oom_close(oom_scene *s)
{
    gac_launch_destroy(s->launch);
    gac_program_destroy(s->program);
    gac_module_destroy(s->module);
    gac_disassembly_destroy(s->disassembly);
    gac_input_destroy(s->input);
    gac_context_destroy(s->context);
    gac_diagnostic_list_destroy(s->list);
    gac_copy_queue_destroy(s->queue);
    gac_copy_worker_destroy(s->worker);
    return GAC_OK;
}

static gac_result open_context(oom_scene *s)
{
    gac_context_options o = {.size = sizeof o,
                             .allocator = s->allocator,
                             .diagnostic = oom_say_diagnostic,
                             .diagnostic_user = s};
    return gac_context_create(&o, &s->context);
}

/* -- modules --------------------------------------------------------------- */

static gac_result parse(oom_scene *s)
{
    gac_parse_options o = {.size = sizeof o, .tolerate_producers = true};
    gac_result result =
        gac_module_parse(s->context, s->words, s->size_bytes, &o, &s->module);
    if (s->module)
        oom_say(s, "%u instructions", gac_module_instruction_count(s->module));
    return result;
}

static gac_result validate_with(oom_scene *s, const gac_validate_options *o)
{
    gac_validate_counts c;
    if (!s->module)
        return GAC_OK;
    gac_result result = gac_validate(s->module, o, &c);
    if (result != GAC_ERR_MEMORY)
        oom_say(s, "%u errors, %u warnings, %u notes, %u left out", c.errors,
                c.warnings, c.notes, c.warnings_left_out);
    return result;
}

static gac_result validate(oom_scene *s)
{
    return validate_with(s, NULL);
}

static gac_result validate_tolerantly(oom_scene *s)
{
    return validate_with(
        s, &(gac_validate_options){.size = sizeof(gac_validate_options),
                                   .tolerate_producers = true,
                                   .max_errors = 2});
}

static gac_result rewrite_with(oom_scene *s,
                               const gac_core_module_options *options)
{
    gac_core_module *core = NULL;
    uint32_t unknown = 0;
    size_t n = 0;
    if (!s->module)
        return GAC_OK;
    gac_result result =
        gac_core_module_create(s->module, options, &unknown, &core);
    if (result != GAC_ERR_MEMORY)
        oom_say(s, "unknown %u", unknown);
    if (core) {
        const uint32_t *words = gac_core_module_words(core, &n);
        oom_say_bytes(s, "core module", words, n * sizeof *words);
    }
    gac_core_module_destroy(core);
    return result;
}

static gac_result rewrite(oom_scene *s)
{
    return rewrite_with(s, NULL);
}

static bool knows_old(void *user, uint32_t opcode)
{
    (void)user;
    return opcode < 400; /* of SPIR-V 1.3 and before */
}

static gac_result rewrite_much(oom_scene *s)
{
    return rewrite_with(
        s, &(gac_core_module_options){.size = sizeof(gac_core_module_options),
                                      .knows_opcode = knows_old,
                                      .plain_names = true,
                                      .by_dominance = true,
                                      .variables_first = true,
                                      .all_interfaces = true});
}

static gac_result link_one(oom_scene *s)
{
    const gac_link_options o = {.size = sizeof o, .library = true};
    const gac_link_input input = {.module = s->module};
    gac_linked *linked = NULL;
    size_t n = 0;
    if (!s->module)
        return GAC_OK;
    gac_result result = gac_link(s->context, &input, 1, &o, &linked);
    if (linked) {
        const uint32_t *words = gac_linked_words(linked, &n);
        oom_say_bytes(s, "linked", words, n * sizeof *words);
    }
    gac_linked_destroy(linked);
    return result;
}

static gac_result check_core(oom_scene *s)
{
    gac_validate_counts c;
    if (!s->module)
        return GAC_OK;
    gac_result result = gac_check_core_rules(s->module, NULL, &c);
    if (result != GAC_ERR_MEMORY)
        oom_say(s, "%u errors, %u warnings", c.errors, c.warnings);
    return result;
}

/* -- text ------------------------------------------------------------------ */

static gac_result load(oom_scene *s)
{
    size_t n = 0;
    gac_result result = gac_input_load(s->context, s->path, NULL, &s->input);
    if (s->input) {
        const void *data = gac_input_data(s->input, &n);
        oom_say_bytes(s, "input", data, n);
    }
    return result;
}

static gac_result disassemble(oom_scene *s)
{
    size_t n = 0;
    if (!s->input)
        return GAC_OK;
    const void *data = gac_input_data(s->input, &n);
    gac_disassemble_options o = {.size = sizeof o, .exact = true};
    gac_result result =
        gac_disassemble(s->context, data, n, &o, &s->disassembly);
    if (s->disassembly) {
        const char *text = gac_disassembly_text(s->disassembly, &n);
        oom_say_bytes(s, "text", text, n);
    }
    return result;
}

static gac_result assemble(oom_scene *s)
{
    gac_assembly *assembly = NULL;
    size_t n = 0;
    if (!s->disassembly)
        return GAC_OK;
    const char *text = gac_disassembly_text(s->disassembly, &n);
    gac_result result = gac_assemble(s->context, text, n, NULL, &assembly);
    if (assembly) {
        const void *data = gac_assembly_data(assembly, &n);
        oom_say_bytes(s, "assembled", data, n);
    }
    gac_assembly_destroy(assembly);
    return result;
}

/* -- lists of diagnostics -------------------------------------------------- */

/* The caller's strings are gone when a sink returns. */
static char *lend(const char **text)
{
    char *copy = *text ? strdup(*text) : NULL;
    *text = copy;
    return copy;
}

static void take_back(char *text)
{
    if (text)
        memset(text, '?', strlen(text));
    free(text);
}

static void collect(void *user, const gac_diagnostic *given)
{
    oom_scene *s = user;
    gac_diagnostic d = *given;
    gac_finding f = {0};
    if (d.finding) {
        f = *d.finding;
        d.finding = &f;
    }
    const char **texts[] = {&d.rule,
                            &d.message,
                            &d.instruction,
                            &d.operand,
                            &d.source.file,
                            &d.hint,
                            &d.text_file,
                            &d.related_note,
                            &f.kernel,
                            &f.variable,
                            &f.other_access,
                            &f.other_instruction,
                            &f.other_source.file};
    char *copies[sizeof texts / sizeof *texts];
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        copies[k] = lend(texts[k]);
    gac_diagnostic_list_add(s->list, &d);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        take_back(copies[k]);
}

static gac_result open_collecting(oom_scene *s)
{
    gac_context_options o = {.size = sizeof o,
                             .allocator = s->allocator,
                             .diagnostic = collect,
                             .diagnostic_user = s};
    return gac_context_create(&o, &s->context);
}

/* MEMORY if the list has lost something since it was asked last. */
static gac_result list_result(oom_scene *s, gac_result result)
{
    size_t lost = s->list ? gac_diagnostic_list_lost(s->list) : 0;
    if (lost == s->n_lost)
        return result;
    s->n_lost = lost;
    return GAC_ERR_MEMORY;
}

static gac_result open_list(oom_scene *s)
{
    gac_diagnostic_list_destroy(s->list);
    s->n_lost = 0;
    gac_result result = gac_diagnostic_list_create(&s->allocator, &s->list);
    if (!s->list)
        return result;
    gac_diagnostic_list_set_file(s->list, s->path);
    return list_result(s, result);
}

static gac_result collect_validation(oom_scene *s)
{
    gac_result result = open_list(s);
    if (result == GAC_OK && s->module)
        result = gac_validate(s->module, NULL, NULL);
    return list_result(s, result);
}

static gac_result run(oom_scene *s);

static gac_result collect_run(oom_scene *s)
{
    gac_result result = open_list(s);
    if (result == GAC_OK && s->launch)
        result = run(s);
    return list_result(s, result);
}

static void add_to_hash(void *user, const char *text, size_t size)
{
    uint64_t *hash = user;
    *hash = gac__hash_bytes(text, size, *hash);
}

static gac_result render(oom_scene *s)
{
    gac_excerpt e = {.line = 1,
                     .text = "%1 = OpTypeVoid",
                     .text_size = 15,
                     .first = 5,
                     .size = 10};
    if (!s->list)
        return GAC_OK;
    for (size_t k = 0; k < gac_diagnostic_list_count(s->list); k++) {
        gac_diagnostic_list_set_excerpt(s->list, k, &e);
        gac_diagnostic_list_set_related(s->list, k, &e);
        gac_diagnostic_list_set_source_text(s->list, k, "int i;", 6);
    }
    gac_result result = list_result(s, GAC_OK);
    for (int format = 0; format < 3 && result == GAC_OK; format++) {
        uint64_t hash = 0;
        gac_diagnostic_list_render(
            s->list,
            &(gac_render_options){.size = sizeof(gac_render_options),
                                  .format = (gac_format)format},
            add_to_hash, &hash);
        oom_say(s, "rendered: %016llx", (unsigned long long)hash);
    }
    return result;
}

/* -- runs ------------------------------------------------------------------ */

enum { N_BUFFERS = 16, BUFFER_BYTES = 4096, EXTRA_BYTES = 64 };

static uint8_t buffers[N_BUFFERS][BUFFER_BYTES], extra[EXTRA_BYTES];

static gac_result make_program(oom_scene *s)
{
    return s->module ? gac_program_create(s->module, NULL, 0, &s->program)
                     : GAC_OK;
}

static gac_result make_launch(oom_scene *s)
{
    if (!s->program)
        return GAC_OK;
    return gac_launch_create(
        s->program, gac_module_kernel_name(s->module, s->kernel), &s->launch);
}

static gac_result set_value(gac_launch *l, uint32_t n, const gac_param_info *p)
{
    uint8_t value[4096] = {0};
    float one = 1;
    double one_double = 1;
    for (size_t k = 0; p->element_bytes && k < p->n_components; k++) {
        uint8_t *at = value + k * p->element_bytes;
        if (p->is_float && p->element_bytes == 4)
            memcpy(at, &one, sizeof one);
        else if (p->is_float && p->element_bytes == 8)
            memcpy(at, &one_double, sizeof one_double);
        else
            *at = 16;
    }
    return p->size_bytes <= sizeof value
               ? gac_launch_set_value(l, n, value, (size_t)p->size_bytes)
               : GAC_OK;
}

static gac_result set_arguments(oom_scene *s)
{
    gac_result result = GAC_OK;
    gac_launch *l = s->launch;
    for (uint32_t n = 0; l && n < gac_launch_param_count(l) && !result; n++) {
        gac_param_info p;
        result = gac_launch_param(l, n, &p);
        if (result == GAC_OK && p.kind == GAC_PARAM_VALUE)
            result = set_value(l, n, &p);
        else if (result == GAC_OK && p.kind == GAC_PARAM_LOCAL)
            result = gac_launch_set_local(l, n, 1024);
        else if (result == GAC_OK)
            result = gac_launch_set_buffer(l, n, buffers[n % N_BUFFERS],
                                           BUFFER_BYTES, 0);
    }
    return result;
}

static gac_result add_buffer(oom_scene *s)
{
    return s->launch ? gac_launch_add_buffer(s->launch, extra, EXTRA_BYTES, 0,
                                             &s->extra)
                     : GAC_OK;
}

static gac_result set_address(oom_scene *s)
{
    gac_param_info p;
    if (!s->launch || gac_launch_param(s->launch, 0, &p) != GAC_OK
        || p.kind != GAC_PARAM_GLOBAL)
        return GAC_OK;
    return gac_launch_set_address(s->launch, 0, BUFFER_BYTES - 8, s->extra, 8);
}

static void say_print(void *user, const char *text, size_t length)
{
    oom_say_bytes(user, "print", text, length);
}

static gac_run_options options_of(oom_scene *s)
{
    uint32_t local[3];
    gac_run_options o = {.size = sizeof o,
                         .global = {32},
                         .local = {16},
                         .threads = s->n_threads,
                         .async_mode = s->n_threads > 1 ? GAC_ASYNC_THREAD
                                                        : GAC_ASYNC_RANDOM,
                         .async_seed = 7,
                         .max_instructions = 50000,
                         .print = s->loose ? NULL : say_print,
                         .print_user = s,
                         .checks = s->checks};
    if (gac_launch_required_local_size(s->launch, local))
        for (int d = 0; d < 3; d++) {
            o.local[d] = local[d];
            o.global[d] = 2 * (uint64_t)local[d];
        }
    return o;
}

static gac_result run_by(oom_scene *s, bool waits)
{
    gac_run_stats stats = {0};
    if (!s->launch)
        return GAC_OK;
    gac_run_options o = options_of(s);
    size_t n = GAC__MIN(gac_launch_param_count(s->launch), N_BUFFERS);
    for (size_t k = 0; k < n * BUFFER_BYTES; k++)
        buffers[k / BUFFER_BYTES][k % BUFFER_BYTES] = (uint8_t)(k % 7);
    memset(extra, 0, sizeof extra);
    gac_result result = waits ? gac_launch_start(s->launch, &o)
                              : gac_launch_run(s->launch, &o, &stats);
    if (waits && result == GAC_OK)
        result = gac_launch_wait(s->launch, &stats);
    if (result == GAC_ERR_MEMORY)
        return result;
    oom_say_bytes(s, "buffers", buffers, n * BUFFER_BYTES);
    oom_say(s, "%llu groups, %llu instructions, %llu copied, %llu findings",
            (unsigned long long)stats.groups,
            (unsigned long long)stats.instructions,
            (unsigned long long)stats.bytes_copied,
            (unsigned long long)stats.findings);
    return result;
}

static gac_result run(oom_scene *s)
{
    return run_by(s, false);
}

static gac_result start_and_wait(oom_scene *s)
{
    return run_by(s, true);
}

/* -- rows ------------------------------------------------------------------ */

static oom_step_fn *const rules[] = {open_context, parse, validate,
                                     validate_tolerantly, NULL};
static oom_step_fn *const rewriting[] = {open_context, parse,    rewrite,
                                         rewrite_much, link_one, NULL};
static oom_step_fn *const core_rules[] = {open_context, parse, check_core,
                                          NULL};
static oom_step_fn *const texts[] = {open_context, load, disassemble, assemble,
                                     NULL};
static oom_step_fn *const lists[] = {
    open_collecting, parse,         collect_validation, render, make_program,
    make_launch,     set_arguments, collect_run,        render, NULL};
static oom_step_fn *const runs[] = {open_context,   parse,         make_program,
                                    make_launch,    set_arguments, add_buffer,
                                    set_address,    run,           run,
                                    start_and_wait, NULL};

const oom_kind oom_kinds[] = {
    {"validate", rules, .n_threads = 1},
    {"rewrite", rewriting, .n_threads = 1},
    {"core rules", core_rules, .n_threads = 1},
    {"text", texts, .of_text = true, .n_threads = 1},
    {"render", lists, .of_kernel = true, .checks = "", .n_threads = 1},
    {"run", runs, .of_kernel = true, .n_threads = 1},
    {"check", runs, .of_kernel = true, .checks = "", .n_threads = 1},
    {"run in threads", runs, .of_kernel = true, .n_threads = 2, .loose = true},
    {.name = NULL},
};
