/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Launches captured by Intel's intercept layer for OpenCL (CaptureReplay,
 * DumpReplayKernelName and DumpReplayKernelEnqueue). A launch is a folder with
 * these files; K is an argument's number:
 *
 *     worksizes.txt        three lines: global, local (0: not given), offset
 *     kernelName.txt       knlName.txt in older versions
 *     buildOptions.txt
 *     kernel.cl            or kernel.spv, or DeviceBinary0.bin
 *     enqueueNumber.txt    the launch's number, which file names contain
 *     ArgumentK.bin        what the program set: a value, or a buffer's handle
 *     LocalK.txt           bytes of local memory
 *     SVM_Arg_OffsetK.txt  if K points to shared memory: the offset in bytes
 *     Pre/Enqueue_NUMBER_..._Arg_K_Buffer_....bin    memory before the launch
 *
 * In older versions the last one is ../../memDumpPreEnqueue/Enqueue_..., or
 * BufferK.bin beside the others. */
#include "tools/run_tool.h"

#include <dirent.h>
#include <limits.h>
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source.h"
#include "support/numbers.h"
#include "tools/regular_file.h"

#define DEFAULT_STANDARD "-cl-std=CL1.2 " /* OpenCL's default */
#define MOST_TEXT 65536u

static bool capture_error(const gac__run_command *command, const char *name,
                          const char *what)
{
    return gac__run_error("--replay: %s/%s: %s", command->replay_path, name,
                          what);
}

/* -- files ----------------------------------------------------------------- */

/* Returns the path of a file of the capture, which is freed with the command;
 * NULL: out of memory. */
static const char *path_of(gac__run_command *command, const char *name)
{
    return gac__strings_add(&command->strings, "%s/%s", command->replay_path,
                            name);
}

/* Opens a file of the capture; -1: there is none, it is not regular, or memory
 * is out. */
static int open_file(gac__run_command *command, const char *name)
{
    size_t size;
    const char *path = path_of(command, name);
    return path ? gac__regular_open(path, &size) : -1;
}

static bool is_there(gac__run_command *command, const char *name)
{
    int fd = open_file(command, name);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Reads up to `size` bytes of a file into `out`. False: there is none. */
static bool read_bytes(gac__run_command *command, const char *name, void *out,
                       size_t size, size_t *n_out)
{
    int fd = open_file(command, name);
    if (fd < 0)
        return false;
    *n_out = gac__read_all(fd, out, size);
    close(fd);
    return true;
}

/* Ends a text of `n` bytes before its final blanks and NULs. */
static void end_text(char *text, size_t n)
{
    while (n && (!text[n - 1] || strchr(" \t\r\n", text[n - 1])))
        n--;
    text[n] = '\0';
}

/* Reads a text file into `out`. */
static bool read_text(gac__run_command *command, const char *name, char *out,
                      size_t size)
{
    size_t n;
    if (!read_bytes(command, name, out, size - 1, &n))
        return false;
    end_text(out, n);
    return true;
}

/* Reads a file that contains a number, if there is one. False: a message was
 * printed. */
static bool read_number(gac__run_command *command, const char *name,
                        uint64_t *out, bool *is_there_out)
{
    char text[64];
    *is_there_out = read_text(command, name, text, sizeof text);
    return !*is_there_out || gac__parse_number(text, UINT64_MAX, out)
           || capture_error(command, name, "it is no number");
}

/* -- what is run ----------------------------------------------------------- */

/* Reads a line of worksizes.txt, a number for each dimension, and moves `*at`
 * behind it. Returns how many numbers it has; 0: it is malformed. */
static uint32_t read_sizes(char **at, uint64_t out[3])
{
    uint32_t n = 0;
    char *line = *at, *end = line + strcspn(line, "\n");
    *at = *end ? end + 1 : end;
    *end = '\0';
    char *saved = NULL;
    for (char *word = strtok_r(line, " \t\r", &saved); word;
         word = strtok_r(NULL, " \t\r", &saved), n++)
        if (n == 3 || !gac__parse_number(word, UINT64_MAX, &out[n]))
            return 0;
    return n;
}

static bool read_range(gac__run_command *command)
{
    gac_run_options *o = &command->options;
    char text[512], *at = text;
    bool fine = read_text(command, "worksizes.txt", text, sizeof text);
    o->dimensions = fine ? read_sizes(&at, o->global) : 0;
    fine = o->dimensions > 0 && read_sizes(&at, o->local) == o->dimensions
           && read_sizes(&at, o->offset) == o->dimensions;
    for (uint32_t d = o->dimensions; d < 3; d++) {
        o->global[d] = 1;
        o->local[d] = o->local[0] ? 1 : 0;
    }
    command->has_global = true;
    return fine || capture_error(command, "worksizes.txt", "no ranges");
}

static bool read_kernel_name(gac__run_command *command)
{
    char text[4096];
    if (!read_text(command, "kernelName.txt", text, sizeof text)
        && !read_text(command, "knlName.txt", text, sizeof text))
        return capture_error(command, "kernelName.txt", "it is missing");
    if (!*text)
        return capture_error(command, "kernelName.txt", "it is empty");
    command->kernel = gac__strings_add(&command->strings, "%s", text);
    return command->kernel != NULL;
}

/* Reads the program's build options, unless the command line has some. */
static bool read_options(gac__run_command *command)
{
    char why[256];
    char *text = command->build_options ? NULL : calloc(1, MOST_TEXT);
    size_t n = 0;
    if (text) {
        (void)read_bytes(command, "buildOptions.txt", text, MOST_TEXT, &n);
        if (n == MOST_TEXT) {
            free(text);
            return capture_error(command, "buildOptions.txt", "it is too long");
        }
        end_text(text, n);
        /* A standard of the program's own comes behind, and counts. */
        command->build_options =
            gac__strings_add(&command->strings, "%s%s", DEFAULT_STANDARD, text);
    }
    free(text);
    if (!command->build_options)
        return gac__run_error("%s", gac_result_text(GAC_ERR_MEMORY));
    if (gac__source_check_options(command->build_options, why, sizeof why))
        return true;
    capture_error(command, "buildOptions.txt", why);
    fputs("  hint: --build-options gives others\n", stderr);
    return false;
}

/* Whether a device's binary is a SPIR-V module. */
static bool is_module(gac__run_command *command, const char *name)
{
    uint32_t word = 0;
    size_t n;
    return read_bytes(command, name, &word, sizeof word, &n) && n == sizeof word
           && (word == SpvMagicNumber
               || word == __builtin_bswap32(SpvMagicNumber));
}

/* Finds the program. Its source is preferred, since findings then show lines of
 * it. */
static bool find_module(gac__run_command *command)
{
    const char *name = "kernel.spv", *binary = "DeviceBinary0.bin";
    if (is_there(command, "kernel.cl")) {
        name = "kernel.cl";
        if (!read_options(command))
            return false;
    } else if (!is_there(command, name)) {
        name = binary;
        if (!is_module(command, name))
            return capture_error(command, "kernel.cl",
                                 "neither source nor SPIR-V was captured");
    }
    command->modules[command->n_modules++] = path_of(command, name);
    return command->modules[0] != NULL;
}

bool gac__run_is_capture(gac__run_command *command)
{
    return is_there(command, "worksizes.txt");
}

bool gac__run_capture_load(gac__run_command *command)
{
    command->captured = true;
    return read_range(command) && read_kernel_name(command)
           && find_module(command);
}

/* -- arguments ------------------------------------------------------------- */

/* The capture of a pointer argument. */
typedef struct captured {
    char path[PATH_MAX]; /* the file of its memory; empty: not captured */
    uint64_t base; /* a buffer's handle, or the address where its shared memory
                      begins */
    uint64_t offset; /* the pointer's offset in shared memory, in bytes */
    bool is_shared;  /* it points to shared memory */
} captured;

/* The state of reading a launch's arguments: those of the parameters, then
 * memory that no argument points to the beginning of. */
typedef struct reader {
    gac__run_command *command;
    gac_launch *launch;
    char prefix[40]; /* the beginning of the names of this launch's files of
                        memory */
    uint64_t bases[GAC__RUN_MAX_ARGS]; /* by argument: captured.base; 0: none */
} reader;

static bool argument_error(uint32_t index, const char *what)
{
    return gac__run_error("--replay: argument %u: %s", index, what);
}

/* Whether a file contains the memory of argument `index`. The last "_Arg_" of
 * its name counts, since the kernel's name, which is before it, may be
 * anything. */
static bool is_memory_of(const reader *r, const char *name, uint32_t index)
{
    char wanted[40];
    const char *last = NULL, *next = name;
    while ((next = strstr(next, "_Arg_")) != NULL)
        last = next++;
    snprintf(wanted, sizeof wanted, "_Arg_%u_", index);
    return last && !strncmp(name, r->prefix, strlen(r->prefix))
           && !strncmp(last, wanted, strlen(wanted))
           && gac__tool_ends_with(name, ".bin");
}

/* Finds the file of an argument's memory in a folder of the capture. */
static void find_memory_in(const reader *r, const char *name, uint32_t index,
                           captured *out)
{
    const char *folder = path_of(r->command, name);
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;)
        if (is_memory_of(r, e->d_name, index))
            snprintf(out->path, sizeof out->path, "%s/%s", folder, e->d_name);
    if (dir)
        closedir(dir);
}

/* Finds the capture of a pointer argument. False: a message was printed. */
static bool find_pointer(const reader *r, uint32_t index, captured *out)
{
    char name[40];
    size_t n = 0;
    *out = (captured){.base = 0};
    snprintf(name, sizeof name, "Argument%u.bin", index);
    (void)read_bytes(r->command, name, &out->base, sizeof out->base, &n);
    snprintf(name, sizeof name, "SVM_Arg_Offset%u.txt", index);
    if (!read_number(r->command, name, &out->offset, &out->is_shared))
        return false;
    out->base -= out->offset;
    snprintf(name, sizeof name, "Buffer%u.bin", index);
    if (is_there(r->command, name))
        snprintf(out->path, sizeof out->path, "%s/%s", r->command->replay_path,
                 name);
    find_memory_in(r, "../../memDumpPreEnqueue", index, out);
    find_memory_in(r, "Pre", index, out);
    return true;
}

/* Makes an argument a buffer with the contents of the file of its memory.
 * Shared memory keeps its address, if that is possible. */
static bool set_buffer(reader *r, uint32_t index, const captured *c,
                       const gac_param_info *info)
{
    gac__run_arg *arg = &r->command->args[index];
    struct stat status = {0};
    char what[40];
    snprintf(what, sizeof what, "argument %u", index);
    if (stat(c->path, &status) || !S_ISREG(status.st_mode))
        return argument_error(index, "its memory is in no regular file");
    *arg = (gac__run_arg){
        .kind = GAC__RUN_BUFFER,
        .text = gac__strings_add(&r->command->strings, "%s", c->path),
        .typed = true,
        .size_bytes = (size_t)status.st_size};
    arg->elem = gac__run_default_elem(info, arg->size_bytes);
    if (arg->size_bytes % gac__elem_info_of(arg->elem)->bytes)
        arg->elem = GAC__ELEM_U8;
    arg->count = arg->size_bytes / gac__elem_info_of(arg->elem)->bytes;
    if (!arg->text || !gac__run_arg_allocate(arg))
        return argument_error(index, gac_result_text(GAC_ERR_MEMORY));
    r->bases[index] = c->base;
    bool keeps = c->is_shared && gac_launch_address_bits(r->launch) == 64
                 && arg->size_bytes <= GAC_PLACE_END
                 && c->base <= GAC_PLACE_END - arg->size_bytes;
    arg->address = keeps ? c->base : 0;
    return gac__run_read_raw(what, c->path, arg->data, arg->size_bytes);
}

/* Returns the argument whose memory has this base; UINT32_MAX: none. */
static uint32_t find_base(const reader *r, uint64_t base)
{
    for (uint32_t i = 0; base && i < r->command->n_args; i++)
        if (r->bases[i] == base)
            return i;
    return UINT32_MAX;
}

/* Makes an argument "&TARGET+OFFSET". */
static bool set_same(reader *r, uint32_t index, uint32_t target,
                     uint64_t offset)
{
    const char *kept = gac__strings_add(&r->command->strings, "&%u+%llu",
                                        target, (unsigned long long)offset);
    return kept && gac__run_arg_parse(index, kept, &r->command->args[index]);
}

/* Makes an argument a pointer to the beginning of its memory: a buffer, or, if
 * another argument is this buffer already, the same; or null. */
static bool set_pointer(reader *r, uint32_t index, const captured *c,
                        const gac_param_info *info)
{
    uint32_t same = find_base(r, c->base);
    if (!*c->path && c->base + c->offset != 0)
        return argument_error(index, "its memory was not captured");
    if (*c->path && same == UINT32_MAX)
        return set_buffer(r, index, c, info);
    if (*c->path)
        return set_same(r, index, same, 0);
    r->command->args[index] =
        (gac__run_arg){.kind = GAC__RUN_NULL, .text = "null"};
    return true;
}

/* Makes an argument a pointer into the middle of its memory, which is another
 * argument's buffer, or is added behind the parameters' arguments. */
static bool set_inner_pointer(reader *r, uint32_t index, const captured *c,
                              const gac_param_info *info)
{
    uint32_t same = find_base(r, c->base);
    if (same == UINT32_MAX) {
        same = r->command->n_args;
        if (same == GAC__RUN_MAX_ARGS)
            return gac__run_error("too many arguments");
        r->command->n_args++;
        if (!set_buffer(r, same, c, info))
            return false;
    }
    return set_same(r, index, same, c->offset);
}

static bool set_local(reader *r, uint32_t index)
{
    char name[40];
    uint64_t size = 0;
    bool was_captured;
    snprintf(name, sizeof name, "Local%u.txt", index);
    if (!read_number(r->command, name, &size, &was_captured))
        return false;
    if (!was_captured)
        return argument_error(index, "its size was not captured");
    r->command->args[index] = (gac__run_arg){
        .kind = GAC__RUN_LOCAL,
        .text = gac__strings_add(&r->command->strings, "%s", name),
        .size_bytes = (size_t)size};
    return true;
}

static bool set_value(reader *r, uint32_t index, const gac_param_info *info)
{
    char name[40];
    size_t most =
        (size_t)info->size_bytes + 1; /* one more shows a longer file */
    gac__run_arg *arg = &r->command->args[index];
    snprintf(name, sizeof name, "Argument%u.bin", index);
    *arg = (gac__run_arg){
        .kind = GAC__RUN_VALUE,
        .text = gac__strings_add(&r->command->strings, "%s", name),
        .data = calloc(1, most)};
    if (!arg->text || !arg->data)
        return argument_error(index, gac_result_text(GAC_ERR_MEMORY));
    return read_bytes(r->command, name, arg->data, most, &arg->size_bytes)
           || argument_error(index, "its value was not captured");
}

/* Sets an argument, if whether it points into the middle of its memory is as
 * `inner` says. Such arguments are set after the others, which may be the
 * buffers that they point into. */
static bool set_argument(reader *r, uint32_t index, bool inner)
{
    captured c = {.base = 0};
    gac_param_info info = {0};
    (void)gac_launch_param(r->launch, index, &info);
    bool is_pointer =
        info.kind == GAC_PARAM_GLOBAL || info.kind == GAC_PARAM_CONSTANT;
    if (is_pointer && !find_pointer(r, index, &c))
        return false;
    bool is_inner = *c.path && c.offset > 0;
    if (is_inner != inner)
        return true;
    if (is_inner)
        return set_inner_pointer(r, index, &c, &info);
    if (is_pointer)
        return set_pointer(r, index, &c, &info);
    return info.kind == GAC_PARAM_LOCAL ? set_local(r, index)
                                        : set_value(r, index, &info);
}

bool gac__run_capture_bind(gac__run_command *command, gac_launch *launch)
{
    uint64_t number = 0;
    bool numbered;
    uint32_t n = gac_launch_param_count(launch);
    reader *r = calloc(1, sizeof *r);
    if (!r)
        return gac__run_error("%s", gac_result_text(GAC_ERR_MEMORY));
    r->command = command;
    r->launch = launch;
    bool fine = read_number(command, "enqueueNumber.txt", &number, &numbered);
    snprintf(r->prefix, sizeof r->prefix, "Enqueue_%04llu_",
             (unsigned long long)number);
    fine = fine
           && (n <= GAC__RUN_MAX_ARGS || gac__run_error("too many arguments"));
    if (fine)
        command->n_args = n;
    for (uint32_t i = 0; fine && i < n; i++)
        fine = set_argument(r, i, false);
    for (uint32_t i = 0; fine && i < n; i++)
        fine = set_argument(r, i, true);
    free(r);
    return fine;
}
