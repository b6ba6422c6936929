/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run: runs a kernel of a SPIR-V module. It is a function, since tests call
 * it in their own process. */
#include <gac/reflect.h>

#include "tools/run_tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gac/link.h>

#include "support/clock.h"
#include "tools/source_input.h"

/* The state of an invocation. */
typedef struct job {
    gac__run_command command;
    gac_diagnostic_list *list;
    gac_context *context;
    gac_input *input;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    gac__run_progress progress;
    gac__run_summary summary;
    bool found;   /* the checker has found something */
    bool trapped; /* the run trapped, and its work-group size was neither given
                     nor required by the kernel */
    FILE *text_out; /* receives kernels' printf output, dumps, and statistics as
                       text; stderr, if stdout is for JSON or SARIF */
} job;

/* -- Ctrl-C ---------------------------------------------------------------- */

/* The context whose work the signal handler cancels; NULL: none. */
static gac_context *volatile at_work;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    gac_context *context = at_work;
    if (context != NULL)
        gac_context_cancel(context);
}

/* Installs the handler of Ctrl-C: the first one cancels the context's work, a
 * second one ends the process. */
static void watch_interrupt(gac_context *context)
{
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)SA_RESETHAND};
    at_work = context;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* Ends the process by the signal, so that its parent sees an interruption. */
static void die_interrupted(void)
{
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}

/* -- loading --------------------------------------------------------------- */

static size_t n_errors(const job *j)
{
    return gac_diagnostic_list_count_of(j->list, GAC_SEVERITY_ERROR);
}

/* Returns the exit code of a result. Prints a failure, unless the list has got
 * errors since it had `first`. */
static int report(const job *j, gac_result result, size_t first)
{
    if (result == GAC_ERR_CANCELLED)
        gac__run_error("the run was interrupted");
    else if (result != GAC_OK && n_errors(j) <= first)
        gac__run_error("%s", gac_result_text(result));
    switch (result) {
    case GAC_OK: return GAC__EXIT_OK;
    case GAC_ERR_ARGUMENT:
    case GAC_ERR_NOT_FOUND: return GAC__EXIT_USAGE;
    case GAC_ERR_FORMAT:
    case GAC_ERR_INVALID:
    case GAC_ERR_UNSUPPORTED:
    case GAC_ERR_IO: return GAC__EXIT_INVALID;
    default: return GAC__EXIT_TRAP;
    }
}

static double ms_since(uint64_t start_ns)
{
    return (double)(gac__now_ns() - start_ns) / 1e6;
}

/* Reports a timeout while a module was read. In the list are the library's, and
 * a compiler's if --timeout did not ask for it. */
static int tell_late(const job *j)
{
    return n_errors(j)
               ? report(j, GAC_ERR_TIMEOUT, 0)
               : gac__run_tell_late(&j->command, "the source was compiled");
}

/* Reads a module in any form. */
static int load_input(job *j, const char *path, gac_input **input_out)
{
    const gac__source_input how = {.build_options = j->command.build_options,
                                   .unoptimized =
                                       j->command.options.checks != NULL,
                                   .timeout_ns = j->command.options.timeout_ns};
    gac_result result =
        gac__source_input_load(j->context, j->list, path, &how, input_out);
    if (result == GAC_OK) {
        j->command.options.uniform_groups |=
            gac__source_input_uniform(&how, path);
        return GAC__EXIT_OK;
    }
    if (result == GAC_ERR_TIMEOUT)
        return tell_late(j);
    if (result == GAC_ERR_CANCELLED)
        return report(j, result, 0);
    gac__tool_unreadable(j->list, 0, result, errno);
    return GAC__EXIT_INVALID;
}

static int parse(job *j, const gac_input *input, gac_module **module_out)
{
    size_t size_bytes;
    const void *data = gac_input_data(input, &size_bytes);
    gac_result result =
        gac_module_parse(j->context, data ? data : "", size_bytes,
                         &(gac_parse_options){.size = sizeof(gac_parse_options),
                                              .tolerate_producers = true,
                                              .silent_producers = true},
                         module_out);
    if (result == GAC_OK)
        return GAC__EXIT_OK;
    int code = report(j, result, 0);
    return result == GAC_ERR_TIMEOUT ? code : GAC__EXIT_INVALID;
}

/* Links the modules that were read to the input that is run. Diagnostics name
 * all of them: "a.spv+b.spv". */
static int link_inputs(job *j, const gac_link_input *inputs, uint32_t n)
{
    char names[4096] = "";
    gac_linked *linked = NULL;
    size_t n_words, length = 0;
    for (uint32_t i = 0; i < n && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length,
                                   "%s%s", i > 0 ? "+" : "", inputs[i].name);
    gac_diagnostic_list_set_file(j->list, names);
    gac_result result = gac_link(j->context, inputs, n, NULL, &linked);
    if (result == GAC_OK) {
        const uint32_t *words = gac_linked_words(linked, &n_words);
        result = gac_input_load_memory(
            j->context, words, n_words * sizeof *words, NULL, &j->input);
    }
    gac_linked_destroy(linked);
    return report(j, result, 0);
}

/* Reads several modules, and links them to one input. */
static int load_modules(job *j)
{
    const gac__run_command *command = &j->command;
    gac_link_input inputs[GAC__RUN_MAX_MODULES] = {{0}};
    gac_input *files[GAC__RUN_MAX_MODULES] = {NULL};
    gac_module *modules[GAC__RUN_MAX_MODULES] = {NULL};
    uint32_t n = command->n_modules;
    int code = GAC__EXIT_OK;
    for (uint32_t i = 0; i < n && code == GAC__EXIT_OK; i++) {
        code = load_input(j, command->modules[i], &files[i]);
        if (code == GAC__EXIT_OK)
            code = parse(j, files[i], &modules[i]);
        inputs[i] = (gac_link_input){modules[i], command->modules[i]};
    }
    if (code == GAC__EXIT_OK)
        code = link_inputs(j, inputs, n);
    for (uint32_t i = 0; i < n; i++) {
        gac_module_destroy(modules[i]);
        gac_input_destroy(files[i]);
    }
    return code;
}

static int load_module(job *j)
{
    const gac__run_command *command = &j->command;
    int code = command->n_modules > 1
                   ? load_modules(j)
                   : load_input(j, command->modules[0], &j->input);
    if (code != GAC__EXIT_OK)
        return code;
    uint64_t start_ns = gac__now_ns();
    code = parse(j, j->input, &j->module);
    j->summary.load_ms = ms_since(start_ns);
    return code;
}

static int create_program(job *j)
{
    static gac_spec_value values[GAC__RUN_MAX_SPECS];
    const gac__run_command *command = &j->command;
    if (!gac__run_specs_parse(j->module, command->specs, command->n_specs,
                              values))
        return GAC__EXIT_USAGE;
    size_t first = n_errors(j);
    gac_result result =
        gac_program_create(j->module, values, command->n_specs, &j->program);
    return report(j, result, first);
}

/* Reports that a kernel must be named, with the names in the module's order. */
static int refuse_kernel(const job *j)
{
    const char *wanted = j->command.kernel;
    uint32_t n = gac_module_kernel_count(j->module);
    if (n == 0) {
        gac__run_error("the module has no kernel: no OpEntryPoint of execution "
                       "model Kernel");
        return GAC__EXIT_INVALID;
    }
    if (wanted != NULL)
        fprintf(stderr, "gac-run: error: the module has no kernel %s; it has",
                wanted);
    else
        fputs("gac-run: error: the module has several kernels, choose with "
              "-k:",
              stderr);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i > 0 ? ", " : " ", stderr);
        gac__tool_print_name(stderr, gac_module_kernel_name(j->module, i));
    }
    fputc('\n', stderr);
    return GAC__EXIT_USAGE;
}

static bool has_kernel(const job *j)
{
    const char *wanted = j->command.kernel, *name;
    if (wanted == NULL)
        return gac_module_kernel_count(j->module) == 1;
    for (uint32_t i = 0; (name = gac_module_kernel_name(j->module, i)) != NULL;
         i++) {
        if (strcmp(name, wanted) == 0)
            return true;
    }
    return false;
}

static int create_launch(job *j)
{
    size_t first = n_errors(j);
    if (!has_kernel(j))
        return refuse_kernel(j);
    watch_interrupt(j->context);
    gac_result result =
        gac_launch_create(j->program, j->command.kernel, &j->launch);
    int code = report(j, result, first);
    if (result == GAC_ERR_CANCELLED)
        die_interrupted();
    return code;
}

/* -- arguments ------------------------------------------------------------- */

/* Returns a parameter's name; NULL: it is unknown. */
static const char *param_name(const job *j, uint32_t index)
{
    gac_param_info info = {0};
    return gac_launch_param(j->launch, index, &info) == GAC_OK ? info.name
                                                               : NULL;
}

/* Sets the number of the argument that --dump names. */
static bool find_dumped(const job *j, gac__run_dumped *dump)
{
    uint32_t n = gac_launch_param_count(j->launch);
    for (uint32_t i = 0; dump->is_name && i < n; i++) {
        const char *name = param_name(j, i);
        if (name == NULL || strlen(name) != dump->n_name
            || strncmp(name, dump->option, dump->n_name) != 0)
            continue;
        dump->index = i;
        return true;
    }
    return !dump->is_name
           || gac__run_error("--dump: kernel %s has no parameter %.*s",
                             gac_launch_kernel_name(j->launch),
                             (int)dump->n_name, dump->option);
}

static bool check_buffer(const job *j, const char *option, uint32_t index)
{
    const gac__run_command *command = &j->command;
    if (index < command->n_args && command->args[index].kind == GAC__RUN_BUFFER)
        return true;
    if (index >= command->n_args)
        return gac__run_error("%s: there is no argument %u", option, index);
    return gac__run_error("%s: argument %u `%s` is not a buffer", option, index,
                          command->args[index].text);
}

/* Warns of a range that is no multiple of the work-group size, if the module is
 * of OpenCL C before 2.0. */
static void check_range(const job *j)
{
    const gac_run_options *o = &j->command.options;
    uint32_t version = gac__run_opencl_c_version(j->module), required[3];
    uint64_t local[3] = {o->local[0], o->local[1], o->local[2]};
    if (!local[0] && gac_launch_required_local_size(j->launch, required))
        for (uint32_t d = 0; d < 3; d++)
            local[d] = required[d];
    for (uint32_t d = 0; d < 3 && version && version < 200000; d++) {
        uint64_t size = local[d] ? local[d] : 1, range = o->global[d];
        if (range % size == 0)
            continue;
        gac__run_warning("%llu work-items are no multiple of a work-group's "
                         "%llu: OpenCL before 2.0 refuses such a range, and "
                         "the module is of OpenCL C %u.%u",
                         (unsigned long long)range, (unsigned long long)size,
                         version / 100000, version / 1000 % 100);
        return;
    }
}

static int set_args(job *j)
{
    gac__run_command *command = &j->command;
    check_range(j);
    if (command->sim_path != NULL && !gac__run_sim_bind(command, j->launch))
        return GAC__EXIT_USAGE;
    if (command->captured && !gac__run_capture_bind(command, j->launch))
        return GAC__EXIT_USAGE;
    if (!gac__run_args_set(j->launch, command->args, command->n_args))
        return GAC__EXIT_USAGE;
    for (uint32_t i = 0; i < command->n_dumps; i++) {
        if (!find_dumped(j, &command->dumps[i])
            || !check_buffer(j, "--dump", command->dumps[i].index))
            return GAC__EXIT_USAGE;
    }
    for (uint32_t i = 0; i < command->n_outs; i++) {
        if (!check_buffer(j, "--out", command->outs[i].index))
            return GAC__EXIT_USAGE;
    }
    if (command->repeat > 1
        && !gac__run_args_keep(command->args, command->n_args))
        return GAC__EXIT_USAGE;
    return GAC__EXIT_OK;
}

/* -- running --------------------------------------------------------------- */

static void print(void *user, const char *text, size_t length)
{
    job *j = user;
    gac__run_progress_end(&j->progress);
    fwrite(text, 1, length, j->text_out);
}

/* Runs as often as --repeat says, or up to the first run with findings. Only
 * the first run's printf output is shown. */
static int run(job *j)
{
    gac__run_command *command = &j->command;
    gac_run_options options = command->options;
    gac_run_stats stats = {0};
    gac_result result = GAC_OK;
    size_t first = n_errors(j);
    uint64_t findings = 0;
    uint64_t *ns = calloc((size_t)command->repeat, sizeof *ns);
    if (ns == NULL)
        return report(j, GAC_ERR_MEMORY, first);
    gac_run_options complete = options;
    if (gac_launch_complete_options(j->launch, &complete) != GAC_OK) {
        free(ns);
        return report(j, GAC_ERR_ARGUMENT, first);
    }
    memcpy(j->summary.local, complete.local, sizeof complete.local);
    options.print = print;
    options.print_user = j;
    gac__run_progress_start(&j->progress);
    options.progress = j->progress.on ? gac__run_progress_step : NULL;
    options.progress_user = &j->progress;
    for (uint64_t i = 0; result == GAC_OK && i < command->repeat; i++) {
        if (i > 0)
            gac__run_args_restore(command->args, command->n_args);
        result = gac_launch_run(j->launch, &options, &stats);
        findings += stats.findings;
        if (stats.findings > 0)
            break;
        ns[i] = stats.wall_ns;
        options.print = NULL;
    }
    at_work = NULL;
    gac__run_progress_end(&j->progress);
    j->trapped = result == GAC_ERR_TRAP && options.local[0] == 0
                 && !gac_launch_required_local_size(j->launch, NULL);
    if (result == GAC_OK)
        gac__run_summarise(&stats, ns, command->repeat, &j->summary);
    free(ns);
    fflush(j->text_out);
    int code = report(j, result, first);
    if (result == GAC_ERR_CANCELLED)
        die_interrupted();
    j->found = findings > 0;
    return j->found && result != GAC_OK ? GAC__EXIT_FOUND : code;
}

/* The most elements of a buffer that are printed on a terminal by default.
 * Files and pipes get all, since programs read them. */
#define DUMP_MOST 1024u

static int write_results(const job *j)
{
    const gac__run_command *command = &j->command;
    uint64_t most = isatty(fileno(j->text_out)) ? DUMP_MOST : 0;
    for (uint32_t i = 0; i < command->n_dumps; i++) {
        const gac__run_dumped *dump = &command->dumps[i];
        gac__run_dump(j->text_out, dump, &command->args[dump->index],
                      param_name(j, dump->index), most);
    }
    for (uint32_t i = 0; i < command->n_args; i++) {
        if (command->args[i].dump)
            gac__run_dump_sim(j->text_out, i, &command->args[i], most);
    }
    bool ok = true;
    for (uint32_t i = 0; i < command->n_outs && ok; i++)
        ok = gac__run_write_array(command->outs[i].path,
                                  &command->args[command->outs[i].index]);
    if (gac__run_is_late())
        return gac__run_tell_late(command, "results were written");
    return ok ? GAC__EXIT_OK : GAC__EXIT_USAGE;
}

/* -- all of it ------------------------------------------------------------- */

static int run_job(job *j)
{
    int code = GAC__EXIT_OK;
    if (j->command.sim_path != NULL && !gac__run_sim_load(&j->command))
        return GAC__EXIT_USAGE;
    if (gac__run_is_late())
        return gac__run_tell_late(&j->command, "arguments were filled");
    code = load_module(j);
    uint64_t start_ns = gac__now_ns();
    if (code == GAC__EXIT_OK)
        code = create_program(j);
    if (code == GAC__EXIT_OK && j->command.list)
        return gac__run_list(&j->command, j->module, j->program);
    if (code == GAC__EXIT_OK)
        code = create_launch(j);
    j->summary.compile_ms = ms_since(start_ns);
    if (code == GAC__EXIT_OK)
        code = set_args(j);
    if (code == GAC__EXIT_OK)
        code = run(j);
    if (code == GAC__EXIT_OK)
        code = write_results(j);
    return code == GAC__EXIT_OK && j->found ? GAC__EXIT_FOUND : code;
}

/* Shows the diagnostics, and the statistics of a complete run. */
static void show(job *j)
{
    const gac__run_command *command = &j->command;
    const gac__run_summary *summary = &j->summary;
    bool json = command->tool.format == GAC_FORMAT_JSON;
    bool stats = command->stats && summary->n > 0;
    gac__tool_locate(&command->tool, j->list, 0, j->context, j->input);
    if (json)
        fputs("{\"diagnostics\": ", stdout);
    gac__tool_show(&command->tool, j->list);
    if (j->trapped)
        fprintf(stderr,
                "gac-run: note: work-groups of %llu,%llu,%llu were chosen "
                "(-l chooses others)\n",
                (unsigned long long)j->summary.local[0],
                (unsigned long long)j->summary.local[1],
                (unsigned long long)j->summary.local[2]);
    if (json) {
        fputs(", \"stats\": ", stdout);
        if (stats)
            gac__run_print_stats_json(stdout, summary);
        else
            fputs("null", stdout);
        fputs("}\n", stdout);
    } else if (stats) {
        gac__run_print_stats(j->text_out, summary);
    }
}

static void destroy(job *j)
{
    at_work = NULL;
    gac_launch_destroy(j->launch);
    gac_program_destroy(j->program);
    gac_module_destroy(j->module);
    gac_input_destroy(j->input);
    gac_context_destroy(j->context);
    gac_diagnostic_list_destroy(j->list);
    gac__run_command_free(&j->command);
    free(j);
}

int gac__run_main(int argc, char **argv)
{
    /* The job is large and mostly unused; calloc() does not touch its pages. */
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        gac__run_error("%s", gac_result_text(GAC_ERR_MEMORY));
        return GAC__EXIT_TRAP;
    }
    optind = 0; /* getopt_long() starts anew */
    int code = gac__run_command_parse(argc, argv, &j->command);
    if (code != -1) {
        destroy(j);
        return gac__tool_close("gac-run", code, GAC__EXIT_USAGE);
    }
    gac_result result = gac_diagnostic_list_create(NULL, &j->list);
    if (result == GAC_OK)
        result = gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = j->list,
                                   .cpu_level = j->command.cpu_level},
            &j->context);
    j->text_out = j->command.tool.format == GAC_FORMAT_TEXT ? stdout : stderr;
    if (result == GAC_OK) {
        gac_context_set_timeout(j->context, j->command.options.timeout_ns);
        gac__run_deadline_set(&j->command);
        if (gac__run_operands_parse(&j->command, argc - optind,
                                    argv + optind)) {
            code = run_job(j);
            show(j);
        } else {
            code = gac__run_is_late() ? GAC__EXIT_TRAP : GAC__EXIT_USAGE;
        }
    } else {
        gac__run_error("%s", gac_result_text(result));
        code = GAC__EXIT_TRAP;
    }
    destroy(j);
    code = gac__tool_close("gac-run", code, GAC__EXIT_USAGE);
    gac__run_deadline_end();
    return code;
}
