/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C as an input of the tools.
 *
 * The module that comes of a file is named "FILE (SPIR-V)" where an instruction
 * of it is shown: FILE itself is the source. */
#include "tools/source_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"

#define STANDARD "CL3.0"
#define STANDARD_INPUT "stdin.cl"
#define MOST_BYTES ((size_t)256 << 20)

bool gac__is_source(const gac__source_input *how, const char *path)
{
    if (gac__source_is_name(path))
        return true;
    return how->build_options && !gac__tool_ends_with(path, ".spv")
           && !gac__tool_ends_with(path, ".spvasm");
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

/* Reads a whole file, less the NULs that it ends in, as strings do that were
 * written whole; NULL: errno says why. */
static char *read_text(const char *path, size_t *size_out)
{
    FILE *file = strcmp(path, "-") != 0 ? fopen(path, "rb") : stdin;
    size_t capacity = 1 << 16, n = 0, more;
    char *text = file ? malloc(capacity) : NULL;
    while (text && (more = fread(text + n, 1, capacity - n, file)) > 0) {
        n += more;
        if (n < capacity)
            continue;
        capacity *= 2;
        char *larger = capacity <= MOST_BYTES ? realloc(text, capacity) : NULL;
        if (!larger) {
            free(text);
            errno = capacity <= MOST_BYTES ? ENOMEM : EFBIG;
        }
        text = larger;
    }
    if (text && ferror(file)) {
        free(text);
        text = NULL;
    }
    int error = errno;
    if (file && file != stdin)
        fclose(file);
    errno = error;
    while (text && n && !text[n - 1])
        n--;
    *size_out = n;
    return text;
}

/* What the compiler said of a program goes to standard error as it is; why
 * there is none, or it failed, is told by the list. */
static void tell_failure(gac_diagnostic_list *list, gac_result result,
                         char *log)
{
    size_t n = strlen(log);
    while (n && log[n - 1] == '\n')
        log[--n] = '\0';
    switch (result) {
    case GAC_ERR_TIMEOUT:
    case GAC_ERR_CANCELLED: break;
    case GAC_ERR_INVALID:
        fprintf(stderr, "%s\n", log);
        add_error(list, "The compiler refuses it.");
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
        tell_failure(list, result, out->log ? out->log : (char[]){""});
    else if (*out->log)
        fputs(out->log, stderr);
    return result;
}

static gac_result load_source(gac_context *context, gac_diagnostic_list *list,
                              const char *path, const gac__source_input *how,
                              gac_input **input_out)
{
    char name[4096];
    size_t size;
    gac__source_output out;
    char *text = read_text(path, &size);
    if (!text) {
        gac__tool_unreadable(list, GAC_ERR_IO, errno);
        return GAC_ERR_IO;
    }
    if (!strcmp(path, "-"))
        path = STANDARD_INPUT;
    gac_result result = compile(list, path, how, text, size, &out);
    free(text);
    snprintf(name, sizeof name, "%s (SPIR-V)", path);
    if (result == GAC_OK) {
        gac_diagnostic_list_set_file(list, name);
        result = gac_input_load_memory(context, out.words,
                                       out.n_words * sizeof *out.words, NULL,
                                       input_out);
        if (result != GAC_OK)
            gac__tool_unreadable(list, result, 0);
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
