/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Recorded launches (gac-cl --record): a folder with job.json, the module, and
 * the buffers' contents. job.json is an object with
 *
 *     module, kernel           strings; the module is a file in the folder
 *     dimensions               a number
 *     global, local, offset    lists of three numbers
 *     specialization           an object, SPECID: the value's bits as a string
 *     arguments                a list of objects: "argument" is an ARG of the
 *                              command line, whose file is in the folder;
 *                              "address", if there, is a buffer's as a string
 */
#include "tools/run_tool.h"

#include <jansson.h>

#include <limits.h>
#include <string.h>

#include "support/numbers.h"

/* The state of reading a job. */
typedef struct replay {
    gac__run_command *command;
    const char *folder, *path; /* path: job.json's; NULL: out of memory */
} replay;

static bool job_error(const replay *r, const char *what)
{
    return gac__run_error("--replay: %s: %s", r->path, what);
}

/* Reports that memory is out if `kept` is NULL, and returns it. */
static const char *need(const char *kept)
{
    if (!kept)
        gac__run_error("%s", gac_result_text(GAC_ERR_MEMORY));
    return kept;
}

/* Whether a name is that of a file in the folder. */
static bool check_name(const replay *r, const char *name)
{
    return (*name && !strchr(name, '/'))
           || job_error(r, "the name of a file is empty or leads out of the "
                           "folder");
}

static bool read_three(replay *r, const json_t *job, const char *name,
                       uint64_t out[3])
{
    const json_t *list = json_object_get(job, name);
    if (json_array_size(list) != 3)
        return job_error(r, "a range is no list of three numbers");
    for (size_t d = 0; d < 3; d++) {
        const json_t *number = json_array_get(list, d);
        if (!json_is_integer(number) || json_integer_value(number) < 0)
            return job_error(r, "a range is no list of three numbers");
        out[d] = (uint64_t)json_integer_value(number);
    }
    return true;
}

/* Reads a number in a string: "0x1F". */
static bool read_number(const json_t *value, uint64_t *out)
{
    const char *text = json_string_value(value);
    return text && gac__parse_number(text, UINT64_MAX, out);
}

static bool read_specs(replay *r, json_t *specs)
{
    const char *key;
    json_t *value;
    if (!json_is_object(specs))
        return job_error(r, "\"specialization\" is missing, or is no object");
    json_object_foreach(specs, key, value)
    {
        uint64_t id, bits;
        if (!gac__parse_number(key, UINT32_MAX, &id)
            || !read_number(value, &bits)
            || r->command->n_specs == GAC__RUN_MAX_SPECS)
            return job_error(
                r, "a specialization constant is no number, or one too many");
        r->command->specs[r->command->n_specs++] = (gac__run_spec){
            .id = (uint32_t)id, .bits = bits, .option = "--replay"};
    }
    return true;
}

/* Reads an argument, and puts the folder before the name of its file. */
static bool read_argument(replay *r, const json_t *one)
{
    gac__run_command *command = r->command;
    uint32_t index = command->n_args;
    const char *text = json_string_value(json_object_get(one, "argument"));
    const json_t *address = json_object_get(one, "address");
    uint64_t value = 0;
    if (!text || (address && !read_number(address, &value)))
        return job_error(r, "an argument has no \"argument\", or an "
                            "\"address\" that is no number");
    if (index == GAC__RUN_MAX_ARGS)
        return gac__run_error("too many arguments");
    const char *file = strstr(text, "=@");
    if (file && !check_name(r, file + 2))
        return false;
    text = need(file ? gac__strings_add(&command->strings, "%.*s%s/%s",
                                        (int)(file + 2 - text), text, r->folder,
                                        file + 2)
                     : gac__strings_add(&command->strings, "%s", text));
    if (!text || !gac__run_arg_parse(index, text, &command->args[index]))
        return false;
    command->args[index].address = value;
    command->n_args++;
    return true;
}

static bool read_job(replay *r, json_t *job)
{
    gac__run_command *command = r->command;
    const char *module = json_string_value(json_object_get(job, "module"));
    const char *kernel = json_string_value(json_object_get(job, "kernel"));
    json_int_t dimensions =
        json_integer_value(json_object_get(job, "dimensions"));
    json_t *arguments = json_object_get(job, "arguments");
    if (!module || !kernel || dimensions < 0 || dimensions > 3
        || !json_is_array(arguments))
        return job_error(r, "is no recorded launch");
    command->options.dimensions = (uint32_t)dimensions;
    if (!check_name(r, module))
        return false;
    command->modules[command->n_modules++] =
        need(gac__strings_add(&command->strings, "%s/%s", r->folder, module));
    command->kernel = need(gac__strings_add(&command->strings, "%s", kernel));
    if (!command->modules[0] || !command->kernel)
        return false;
    command->has_global = true;
    bool fine = read_three(r, job, "global", command->options.global)
                && read_three(r, job, "local", command->options.local)
                && read_three(r, job, "offset", command->options.offset)
                && read_specs(r, json_object_get(job, "specialization"));
    for (size_t k = 0; fine && k < json_array_size(arguments); k++)
        fine = read_argument(r, json_array_get(arguments, k));
    return fine;
}

bool gac__run_replay_load(gac__run_command *command)
{
    const char *given = command->replay_path;
    json_error_t error;
    bool is_job = gac__tool_ends_with(given, ".json");
    const char *slash = is_job ? strrchr(given, '/') : NULL;
    size_t n = slash ? (size_t)(slash - given) : strlen(given);
    gac__strings *strings = &command->strings;
    replay r = {.command = command,
                .folder = is_job && !slash ? "."
                                           : need(gac__strings_add(
                                               strings, "%.*s", (int)n, given)),
                .path = need(gac__strings_add(strings, "%s%s", given,
                                              is_job ? "" : "/job.json"))};
    if (!r.folder || !r.path)
        return false;
    json_t *job = json_load_file(r.path, JSON_REJECT_DUPLICATES, &error);
    bool fine = job ? read_job(&r, job)
                    : gac__run_error("--replay: %s: %s", given,
                                     strlen(r.path) < PATH_MAX
                                         ? error.text
                                         : "the path is too long");
    json_decref(job);
    return fine;
}
