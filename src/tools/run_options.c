/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's command line. */
#include "tools/run_tool.h"

#include <string.h>

#include "support/modes.h"
#include "support/numbers.h"
#include "tools/source_input.h"

#define MAX_REPEAT 1000000

static const char help_text[] =
    "usage: gac-run -g X[,Y[,Z]] [OPTION...] MODULE... [ARG...]\n"
    "       gac-run --sim FILE [OPTION...]\n"
    "       gac-run --list MODULE\n"
    "       gac-run --replay FOLDER [OPTION...]\n"
    "\n"
    "Runs a kernel of a SPIR-V module (binary or assembly text; - is standard\n"
    "input) over a range of work-items. MODULE may be OpenCL C (*.cl), which "
    "a\n"
    "compiler in PATH (clang and llvm-spirv) compiles. Several are linked; "
    "from\n"
    "the second on their names end in .spv, .spvasm or .cl, without a ':'.\n"
    "\n"
    "  -k, --kernel NAME          the kernel, if the module has several\n"
    "  -g, --global X[,Y[,Z]]     work-items in each dimension\n"
    "  -l, --local X[,Y[,Z]]      work-group size (default: chosen)\n"
    "      --offset X[,Y[,Z]]     global offset\n"
    "      --sub-group-size N     work-items in a sub-group\n"
    "      --build-options=STRING OpenCL's, for OpenCL C in a file of any "
    "name\n"
    "                             (default -cl-std=CL3.0)\n"
    "  -s, --spec SPECID=VALUE    sets a specialization constant\n"
    "  -j, --threads N            threads (default: one a processor)\n"
    "      --async=MODE           when the bytes of async copies land: eager,\n"
    "                             late, thread or random:SEED\n"
    "      --dump N[,N]           prints arguments afterwards: by number or\n"
    "                             name, with [FROM:TO] a part, with /COLUMNS\n"
    "                             in rows; on a terminal 1024 elements each\n"
    "      --out N=FILE           writes argument N: .npy by its name, or raw\n"
    "      --repeat N             runs N times on the same inputs\n"
    "      --stats                prints what was run, and how long it took\n"
    "      --timeout S            stops S seconds after the start: reading "
    "and\n"
    "                             compiling the kernel and all runs together\n"
    "      --max-instructions N   stops a run after N instructions of\n"
    "                             work-items\n"
    "      --check[=NAME[,NAME]]  looks for faults: all, or these; -NAME: all "
    "but\n"
    "                             NAME (gac-val --list-rules has the names)\n"
    "      --check-memory SIZE    what --check may keep of memory's state, in\n"
    "                             bytes, or with K, M or G (default 1G)\n"
    "      --keep-going           under --check, an access out of bounds is "
    "told\n"
    "                             and left out, and the run goes on\n"
    "      --wait=event|barrier   what a wait for events promises, to --check\n"
    "      --list                 prints kernels, their parameters, and the\n"
    "                             module's specialization constants\n"
    "      --sim FILE             takes the job from a file in the simulator\n"
    "                             format of oclgrind-kernel\n"
    "      --replay FOLDER        runs what gac-cl --record wrote, or\n"
    "                             Intel's intercept "
    "layer\n" GAC__TOOL_COMMON_HELP "\n"
    "Under json and sarif all else goes to standard error.\n"
    "\n"
    "ARG, one a kernel parameter:\n"
    "  buf:TYPE:COUNT[=INIT]      a buffer; INIT: numbers with commas "
    "between,\n"
    "                             taken in turn, seq (0, 1, 2 ...), "
    "rand:SEED,\n"
    "                             @FILE (.npy, or raw), or noinit: zeros that\n"
    "                             --check takes for unwritten\n"
    "  buf:TYPE:COUNT:ro[=INIT]   a buffer that the kernel may only read, or,\n"
    "                             by :wo, only write: what else it does is "
    "told\n"
    "  local:BYTES                local memory\n"
    "  TYPE:VALUE[,VALUE..]       a scalar or a vector\n"
    "  bytes:HEX[,HEX..]          a value's bytes, such as a structure's\n"
    "  &N[+OFFSET]                the buffer that is argument N, from a byte "
    "on\n"
    "  null                       a null pointer\n"
    "TYPE: i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64\n"
    "Among numbers and HEX, &N is the address of the buffer that is argument "
    "N,\n"
    "&N+OFFSET that of a byte in it. Such buffers may also follow the "
    "arguments\n"
    "of the parameters.\n"
    "\n"
    "Exit status: 0 fine, 1 invalid or unreadable module, 2 usage,\n"
    "3 the checker found something, 4 the kernel trapped.\n";

enum {
    OPTION_OFFSET = GAC__TOOL_OPTION_END,
    OPTION_ASYNC,
    OPTION_DUMP,
    OPTION_OUT,
    OPTION_REPEAT,
    OPTION_TIMEOUT,
    OPTION_MAX_INSTRUCTIONS,
    OPTION_WAIT,
    OPTION_SIM,
    OPTION_REPLAY,
    OPTION_SUB_GROUP_SIZE,
    OPTION_CHECK,
    OPTION_CHECK_MEMORY,
    OPTION_BUILD,
    OPTION_TRACE,
    OPTION_REPORT
};

#define SWITCH(name, field) GAC__TOOL_SWITCH(name, gac__run_command, field)

static const struct option long_options[] = {
    {"kernel", required_argument, NULL, 'k'},
    {"global", required_argument, NULL, 'g'},
    {"local", required_argument, NULL, 'l'},
    {"offset", required_argument, NULL, OPTION_OFFSET},
    {"spec", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 'j'},
    {"async", required_argument, NULL, OPTION_ASYNC},
    {"dump", required_argument, NULL, OPTION_DUMP},
    SWITCH("list", list),
    SWITCH("keep-going", options.keep_going),
    {"out", required_argument, NULL, OPTION_OUT},
    {"repeat", required_argument, NULL, OPTION_REPEAT},
    SWITCH("stats", stats),
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"max-instructions", required_argument, NULL, OPTION_MAX_INSTRUCTIONS},
    {"wait", required_argument, NULL, OPTION_WAIT},
    {"sub-group-size", required_argument, NULL, OPTION_SUB_GROUP_SIZE},
    {"sim", required_argument, NULL, OPTION_SIM},
    {"replay", required_argument, NULL, OPTION_REPLAY},
    GAC__TOOL_LONG_OPTIONS(required_argument),
    {"check", optional_argument, NULL, OPTION_CHECK},
    {"check-memory", required_argument, NULL, OPTION_CHECK_MEMORY},
    {"build-options", required_argument, NULL, OPTION_BUILD},
    /* not implemented yet */
    {"trace", required_argument, NULL, OPTION_TRACE},
    {"report", required_argument, NULL, OPTION_REPORT},
    {NULL, 0, NULL, 0},
};

/* -- values of options ----------------------------------------------------- */

/* Parses X[,Y[,Z]]; missing numbers become `rest`. */
static bool parse_xyz(const char *text, uint64_t rest, uint64_t xyz_out[3],
                      uint32_t *n_out)
{
    uint32_t n = 0;
    xyz_out[0] = xyz_out[1] = xyz_out[2] = rest;
    for (;;) {
        size_t length = strcspn(text, ",");
        if (n == 3
            || !gac__parse_number_of(text, length, UINT64_MAX, &xyz_out[n++]))
            return false;
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    *n_out = n;
    return true;
}

/* Sets an option's X[,Y[,Z]]. A `rest` of 1 refuses zeros. */
static bool set_xyz(gac__run_command *command, const char *option,
                    const char *text, uint64_t rest, uint64_t xyz_out[3])
{
    uint32_t n;
    bool ok = parse_xyz(text, rest, xyz_out, &n);
    for (int i = 0; ok && rest != 0 && i < 3; i++)
        ok = xyz_out[i] != 0;
    if (!ok)
        return gac__run_error("%s %s: expected X[,Y[,Z]], %s", option, text,
                              rest != 0 ? "numbers from 1" : "numbers");
    if (n > command->options.dimensions)
        command->options.dimensions = n;
    return true;
}

static bool set_number(const char *option, const char *text, uint64_t max,
                       uint64_t *value_out)
{
    return (gac__parse_number(text, max, value_out) && *value_out > 0)
           || gac__run_error("%s %s: expected a number from 1 to %llu", option,
                             text, (unsigned long long)max);
}

/* The library has the limits of these numbers. */
static bool set_small(const char *option, const char *text, uint32_t *value_out)
{
    uint64_t number = 0;
    bool ok = set_number(option, text, UINT32_MAX, &number);
    *value_out = (uint32_t)number;
    return ok;
}

/* Parses a number of bytes, or, with K, M or G behind it, of units of 2^10,
 * 2^20 or 2^30 bytes: "512M". */
static bool set_size(const char *option, const char *text, uint64_t *bytes_out)
{
    static const char units[] = "KMG";
    size_t length = strlen(text);
    const char *unit = length ? strchr(units, text[length - 1]) : NULL;
    uint32_t shift = unit ? 10 * (uint32_t)(unit - units + 1) : 0;
    bool ok = gac__parse_number_of(text, length - (shift > 0),
                                   UINT64_MAX >> shift, bytes_out)
              && *bytes_out > 0;
    *bytes_out <<= shift;
    return ok
           || gac__run_error(
               "%s %s: expected a number of bytes above 0, or one "
               "with K, M or G",
               option, text);
}

static bool add_spec(gac__run_command *command, const char *text)
{
    const char *equals = strchr(text, '=');
    uint64_t id;
    if (equals == NULL)
        return gac__run_error("-s %s: expected SPECID=VALUE", text);
    if (!gac__parse_number_of(text, (size_t)(equals - text), UINT32_MAX, &id))
        return gac__run_error("-s %s: the SPECID is not a number from 0 to "
                              "4294967295",
                              text);
    uint32_t at = 0; /* the last value that is given for a constant counts */
    while (at < command->n_specs && command->specs[at].id != id)
        at++;
    if (at == GAC__RUN_MAX_SPECS)
        return gac__run_error("-s: too many");
    if (at == command->n_specs)
        command->n_specs++;
    command->specs[at] =
        (gac__run_spec){.id = (uint32_t)id, .option = text, .text = equals + 1};
    return true;
}

static bool add_dumps(gac__run_command *command, const char *text)
{
    const char *p = text;
    for (;;) {
        size_t length = strcspn(p, ",");
        if (command->n_dumps == GAC__RUN_MAX_ARGS)
            return gac__run_error("--dump: too many");
        if (!gac__run_dump_parse(p, length,
                                 &command->dumps[command->n_dumps++]))
            return gac__run_error("--dump %s: expected N[,N], the arguments' "
                                  "numbers from 0 or names, each with "
                                  "[FROM:TO] or /COLUMNS behind it or without",
                                  text);
        if (p[length] == '\0')
            return true;
        p += length + 1;
    }
}

static bool add_out(gac__run_command *command, const char *text)
{
    const char *equals = strchr(text, '=');
    uint64_t index;
    if (equals == NULL || equals[1] == '\0')
        return gac__run_error("--out %s: expected N=FILE", text);
    if (!gac__parse_number_of(text, (size_t)(equals - text),
                              GAC__RUN_MAX_ARGS - 1, &index))
        return gac__run_error("--out %s: expected N=FILE, N the argument's "
                              "number from 0",
                              text);
    if (command->n_outs == GAC__RUN_MAX_ARGS)
        return gac__run_error("--out: too many");
    command->outs[command->n_outs++] =
        (gac__run_out){.index = (uint32_t)index, .path = equals + 1};
    return true;
}

/* -- the options ----------------------------------------------------------- */

static bool apply(gac__run_command *command, int option, const char *value)
{
    gac_run_options *options = &command->options;
    switch (option) {
    case 'k': command->kernel = value; return true;
    case 'g':
        command->has_global = true;
        return set_xyz(command, "-g", value, 1, options->global);
    case 'l': return set_xyz(command, "-l", value, 1, options->local);
    case OPTION_OFFSET:
        return set_xyz(command, "--offset", value, 0, options->offset);
    case 'j': return set_small("-j", value, &options->threads);
    case OPTION_SUB_GROUP_SIZE:
        return set_small("--sub-group-size", value, &options->sub_group_size);
    case OPTION_REPEAT:
        return set_number("--repeat", value, MAX_REPEAT, &command->repeat);
    case OPTION_MAX_INSTRUCTIONS:
        return set_number("--max-instructions", value, UINT64_MAX,
                          &options->max_instructions);
    case OPTION_CHECK_MEMORY:
        return set_size("--check-memory", value, &options->check_memory_bytes);
    case OPTION_TIMEOUT:
        return gac__parse_seconds(value, &options->timeout_ns)
               || gac__run_error(
                   "--timeout %s: expected a number of seconds above 0", value);
    case 's': return add_spec(command, value);
    case OPTION_ASYNC:
        return gac__parse_async(value, &options->async_mode,
                                &options->async_seed)
               || gac__run_error(
                   "--async=%s: expected eager, late, thread or random:SEED",
                   value);
    case OPTION_DUMP: return add_dumps(command, value);
    case OPTION_OUT: return add_out(command, value);
    case OPTION_WAIT:
        return gac__parse_wait(value, &options->wait_is_barrier)
               || gac__run_error("--wait=%s: expected event or barrier", value);
    case OPTION_SIM: command->sim_path = value; return true;
    case OPTION_REPLAY: command->replay_path = value; return true;
    case OPTION_CHECK:
        options->checks = value != NULL ? value : "";
        return true;
    case OPTION_BUILD:
        command->build_options = value;
        return gac__source_input_options(&command->tool, value);
    case OPTION_TRACE: return gac__run_error("--trace is not supported");
    case OPTION_REPORT: return gac__run_error("--report is not supported");
    default: return false;
    }
}

/* Whether an operand behind the first module is another module. Its name ends
 * as a module's does; an ARG has a ':' or a '&', or no such end. */
static bool is_module_name(const char *operand)
{
    bool named = gac__tool_ends_with(operand, ".spv")
                 || gac__tool_ends_with(operand, ".spvasm")
                 || gac__tool_ends_with(operand, ".cl");
    return named && strchr(operand, ':') == NULL && operand[0] != '&';
}

/* Reads the modules, and returns the index of the first ARG; 0: there are too
 * many. */
static int take_modules(gac__run_command *command, int n, char **operands)
{
    int i = 0;
    do {
        if (command->n_modules == GAC__RUN_MAX_MODULES)
            return 0;
        command->modules[command->n_modules++] = operands[i++];
    } while (i < n && is_module_name(operands[i]));
    return i;
}

bool gac__run_operands_parse(gac__run_command *command, int n, char **operands)
{
    if (command->sim_path != NULL || command->replay_path != NULL) {
        const char *option = command->sim_path ? "--sim" : "--replay";
        if (command->sim_path && command->replay_path)
            return gac__run_error("--sim and --replay: each says what to run; "
                                  "only one is possible");
        if (n > 0 || command->kernel != NULL || command->has_global)
            return gac__run_error("%s: the file says what to run; no "
                                  "module, -k, -g or ARG goes with it",
                                  option);
        if (command->replay_path && gac__run_is_capture(command))
            return gac__run_capture_load(command);
        return !command->replay_path || gac__run_replay_load(command);
    }
    if (n == 0)
        return gac__run_error("no module given (try `gac-run --help`)");
    if (command->list && n > 1)
        return gac__run_error("--list takes a module and no arguments");
    if (!command->has_global && !command->list)
        return gac__run_error("-g is missing: the number of work-items");
    int first = take_modules(command, n, operands);
    if (first == 0)
        return gac__run_error("too many modules");
    if (n - first > GAC__RUN_MAX_ARGS)
        return gac__run_error("too many arguments");
    for (int i = first; i < n; i++) {
        uint32_t index = command->n_args;
        if (!gac__run_arg_parse(index, operands[i], &command->args[index]))
            return false;
        command->n_args++;
    }
    return true;
}

int gac__run_command_parse(int argc, char **argv, gac__run_command *command)
{
    gac__tool_init(&command->tool, "gac-run", help_text, long_options, argv);
    command->options.size = sizeof command->options;
    command->repeat = 1;
    if (!gac__run_environment(command))
        return GAC__EXIT_USAGE;
    for (;;) {
        int option = getopt_long(argc, argv, "k:g:l:s:j:h", long_options, NULL);
        if (option == -1)
            break;
        bool common = option == '?' || option == 'h'
                      || (option >= GAC__TOOL_OPTION_HELP
                          && option < GAC__TOOL_OPTION_END);
        int code = -1;
        if (common)
            code = gac__tool_option(&command->tool, option, optarg);
        else if (!gac__tool_switch(option, command, sizeof *command)
                 && !apply(command, option, optarg))
            code = GAC__EXIT_USAGE;
        if (code != -1)
            return code;
    }
    if (command->options.keep_going && command->options.checks == NULL) {
        gac__run_error("--keep-going goes with --check");
        return GAC__EXIT_USAGE;
    }
    return -1;
}
