/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C as an input of the tools.
 *
 * The module compiled from a file is named "FILE (SPIR-V)" where one of its
 * instructions is shown: FILE itself is the source. */
#include "tools/source_input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "source/source.h"
#include "support/bytes.h"

#define STANDARD "CL3.0"
#define STANDARD_INPUT "stdin.cl"

bool gac__is_source(const gac__source_input *how, const char *path)
{
    if (gac__source_is_name(path))
        return true;
    return how->build_options && !gac__tool_ends_with(path, ".spv")
           && !gac__tool_ends_with(path, ".spvasm");
}

bool gac__source_input_uniform(const gac__source_input *how, const char *path)
{
    return gac__is_source(how, path)
           && gac__source_uniform_groups(how->build_options, STANDARD);
}

bool gac__source_input_options(const gac__tool *tool, const char *options)
{
    char why[256];
    if (gac__source_check_options(options, why, sizeof why))
        return true;
    gac__tool_usage_error(tool, "--build-options: %s", why);
    return false;
}

static void add_error(gac_diagnostic_list *list, const char *message)
{
    gac__tool_add_error(list, "module-format", message);
}

/* Reports why there is no module. The log of a program with errors goes to
 * standard error unchanged, other logs to the list. Of a time limit that was
 * asked for, the tool tells. */
static void tell_failure(gac_diagnostic_list *list, gac_result result,
                         const gac__source_input *how, char *log)
{
    size_t n = strlen(log);
    while (n && log[n - 1] == '\n')
        log[--n] = '\0';
    switch (result) {
    case GAC_ERR_TIMEOUT:
        if (how->timeout_ns == 0)
            gac__tool_add_error(list, "limit", log);
        break;
    case GAC_ERR_CANCELLED: break;
    case GAC_ERR_INVALID:
        fprintf(stderr, "%s\n", log);
        add_error(list, "The source does not compile.");
        break;
    case GAC_ERR_MEMORY: add_error(list, gac_result_text(result)); break;
    default: add_error(list, log); break;
    }
}

static gac_result compile(gac_diagnostic_list *list, const char *path,
                          const gac__source_input *how, const char *text,
                          size_t size, gac__source_output *out)
{
    gac_result result = gac__source_compile(
        &(gac__source_request){.text = text,
                               .length = size,
                               .name = path,
                               .options = how->build_options,
                               .unoptimized = how->unoptimized,
                               .standard = STANDARD,
                               .debug_lines = true,
                               .keep_text = true,
                               .timeout_ns = how->timeout_ns},
        out);
    if (result != GAC_OK)
        tell_failure(list, result, how, out->log ? out->log : (char[]){""});
    else if (*out->log)
        fputs(out->log, stderr);
    return result;
}

static gac_result load_source(gac_context *context, gac_diagnostic_list *list,
                              const char *path, const gac__source_input *how,
                              gac_input **input_out)
{
    char name[4096];
    gac__source_output out;
    gac__bytes text = {0};
    const size_t first = gac_diagnostic_list_count(list);
    bool read = gac__tool_read(path, &text);
    while (text.n && !text.data[text.n - 1])
        text.n--; /* some programs write NULs at the end */
    if (!read) {
        gac__tool_unreadable(list, first, GAC_ERR_IO, errno);
        gac__bytes_free(&text);
        return GAC_ERR_IO;
    }
    if (!strcmp(path, "-"))
        path = STANDARD_INPUT;
    gac_result result = compile(list, path, how, text.data, text.n, &out);
    gac__bytes_free(&text);
    snprintf(name, sizeof name, "%s (SPIR-V)", path);
    if (result == GAC_OK) {
        gac_diagnostic_list_set_file(list, name);
        result = gac_input_load_memory(context, out.words,
                                       out.n_words * sizeof *out.words, NULL,
                                       input_out);
        if (result != GAC_OK)
            gac__tool_unreadable(list, first, result, 0);
    }
    gac__source_free(&out);
    return result;
}

gac_result gac__source_input_load(gac_context *context,
                                  gac_diagnostic_list *list, const char *path,
                                  const gac__source_input *how,
                                  gac_input **input_out)
{
    gac_assemble_options assemble = how->assemble;
    *input_out = NULL;
    gac_diagnostic_list_set_file(list, path);
    if (gac__is_source(how, path))
        return load_source(context, list, path, how, input_out);
    assemble.size = sizeof assemble;
    assemble.file = path;
    errno = 0;
    return gac_input_load(context, path, &assemble, input_out);
}
