/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Compiles OpenCL C by the library, for scripts.
 *
 * usage: tool_source [--name NAME] [--options STRING] [--standard STD]
 *            [--header NAME=FILE]... [--bits 32|64] [--timeout SECONDS]
 *            [--lines] [--text] [-o FILE] FILE
 *        tool_source --compiler
 * Prints the log, then the result's name and whether it came from the cache. */
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"

enum { MOST_HEADERS = 16, MOST_BYTES = 1 << 24 };

static const struct option options[] = {
    {"name", required_argument, NULL, 'n'},
    {"options", required_argument, NULL, 'O'},
    {"standard", required_argument, NULL, 's'},
    {"header", required_argument, NULL, 'h'},
    {"bits", required_argument, NULL, 'b'},
    {"timeout", required_argument, NULL, 't'},
    {"lines", no_argument, NULL, 'l'},
    {"text", no_argument, NULL, 'T'},
    {"compiler", no_argument, NULL, 'c'},
    {NULL, 0, NULL, 0},
};

static char *read_file(const char *path, size_t *size_out)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, MOST_BYTES + 1);
    if (!file || !text) {
        perror(path);
        exit(2);
    }
    *size_out = fread(text, 1, MOST_BYTES, file);
    fclose(file);
    return text;
}

static void add_header(gac__source_request *request, char *text)
{
    static gac__source_header headers[MOST_HEADERS];
    char *equals = strchr(text, '=');
    size_t size;
    if (!equals || request->n_headers == MOST_HEADERS)
        exit(2);
    *equals = '\0';
    headers[request->n_headers++] =
        (gac__source_header){text, read_file(equals + 1, &size)};
    request->headers = headers;
}

static int tell_compiler(void)
{
    gac__source_compiler compiler;
    char why[512];
    if (!gac__source_find_compiler(&compiler, why, sizeof why)) {
        printf("none: %s\n", why);
        return 1;
    }
    printf("%s %s%s\n", compiler.clang,
           *compiler.translator ? compiler.translator : "-",
           compiler.lines ? " lines" : "");
    return 0;
}

static const char *name_of(gac_result result)
{
    switch (result) {
#define X(name, value, text)                                                   \
    case name: return #name;
        GAC_RESULT_MAP(X)
#undef X
    default: return "?";
    }
}

static bool take(gac__source_request *request, int option, const char **output)
{
    switch (option) {
    case 'n': request->name = optarg; return true;
    case 'O': request->options = optarg; return true;
    case 's': request->standard = optarg; return true;
    case 'h': add_header(request, optarg); return true;
    case 'b': request->address_bits = (uint32_t)atoi(optarg); return true;
    case 't': request->timeout_ns = (uint64_t)(atof(optarg) * 1e9); return true;
    case 'l': request->debug_lines = true; return true;
    case 'T': request->keep_text = true; return true;
    case 'o': *output = optarg; return true;
    default: return false;
    }
}

int main(int argc, char **argv)
{
    gac__source_request request = {0};
    gac__source_output out;
    const char *output = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
        if (option == 'c')
            return tell_compiler();
        if (!take(&request, option, &output))
            return 2;
    }
    if (optind != argc - 1)
        return 2;
    char *text = read_file(argv[optind], &request.length);
    request.text = text;
    setlocale(LC_ALL, ""); /* as programs have that use the library */
    gac_result result = gac__source_compile(&request, &out);
    printf("%s%s%s\n", out.log ? out.log : "", name_of(result),
           out.cached ? " cached" : "");
    if (result == GAC_OK && output) {
        FILE *file = fopen(output, "wb");
        if (!file
            || fwrite(out.words, sizeof *out.words, out.n_words, file)
                   != out.n_words
            || fclose(file) != 0)
            return 2;
    }
    gac__source_free(&out);
    free(text);
    for (size_t i = 0; i < request.n_headers; i++)
        free((void *)(uintptr_t)request.headers[i].text);
    return result == GAC_OK ? 0 : 1;
}
