/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Common options of the tools, and how they show diagnostics. */
#include "tools/tool_common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/modes.h"
#include "support/utf8.h"
#include "tools/output_file.h"
#include "tools/source_lines.h"

#define MOST_BYTES ((size_t)256 << 20)

void gac__tool_init(gac__tool *tool, const char *name, const char *usage,
                    const struct option *options, char **argv)
{
    const char *no_color = getenv("NO_COLOR");
    *tool =
        (gac__tool){.name = name,
                    .usage = usage,
                    .options = options,
                    .argv = argv,
                    .color = isatty(STDERR_FILENO) && !(no_color && *no_color)};
}

int gac__tool_usage_error(const gac__tool *tool, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s: ", tool->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry '%s --help'.\n", tool->name);
    return GAC__EXIT_USAGE;
}

int gac__tool_close(const char *name, int code, int failure)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "%s: cannot write to standard output\n", name);
    return code != GAC__EXIT_OK ? code : failure;
}

static int set_color(gac__tool *tool, const char *when)
{
    if (!strcmp(when, "always"))
        tool->color = true;
    else if (!strcmp(when, "never"))
        tool->color = false;
    else if (strcmp(when, "auto") != 0)
        return gac__tool_usage_error(
            tool, "--color is auto, always or never, not '%s'", when);
    return -1;
}

static int set_format(gac__tool *tool, const char *name)
{
    return gac__parse_format(name, &tool->format)
               ? -1
               : gac__tool_usage_error(
                   tool, "--format is text, json or sarif, not '%s'", name);
}

/* -- options that are misspelled ------------------------------------------- */

#define MAX_NAME 32u

/* Returns how many letters must be added, removed, changed or swapped with the
 * next one to turn a into b: the optimal string alignment distance. */
static size_t distance(const char *a, size_t n, const char *b, size_t n_b)
{
    size_t d[MAX_NAME + 1][MAX_NAME + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= n_b; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            bool same = a[i - 1] == b[j - 1];
            size_t least = d[i - 1][j - 1] + !same;
            least = d[i - 1][j] + 1 < least ? d[i - 1][j] + 1 : least;
            least = d[i][j - 1] + 1 < least ? d[i][j - 1] + 1 : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                && d[i - 2][j - 2] + 1 < least)
                least = d[i - 2][j - 2] + 1;
            d[i][j] = least;
        }
    return d[n][n_b];
}

/* Names the option nearest to a misspelled word without its "--", if at most a
 * third of its letters differ. */
static void suggest(const gac__tool *tool, const char *word)
{
    size_t n = strcspn(word, "="), least = n / 3 + 1;
    const char *best = NULL;
    for (const struct option *o = tool->options; n <= MAX_NAME && o->name;
         o++) {
        size_t length = strlen(o->name);
        size_t d = length <= MAX_NAME ? distance(word, n, o->name, length) : n;
        if (d < least) {
            least = d;
            best = o->name;
        }
    }
    if (best)
        fprintf(stderr, "Did you mean '--%s'?\n", best);
}

int gac__tool_option(gac__tool *tool, int option, const char *argument)
{
    switch (option) {
    case 'h':
    case GAC__TOOL_OPTION_HELP: fputs(tool->usage, stdout); return GAC__EXIT_OK;
    case GAC__TOOL_OPTION_VERSION:
        printf("%s %s\n", tool->name, gac_version());
        return GAC__EXIT_OK;
    case GAC__TOOL_OPTION_COLOR: return set_color(tool, argument);
    case GAC__TOOL_OPTION_FORMAT: return set_format(tool, argument);
    default: /* '?': getopt_long() has printed the fault */
        if (optopt == 0 && strncmp(tool->argv[optind - 1], "--", 2) == 0)
            suggest(tool, tool->argv[optind - 1] + 2);
        fprintf(stderr, "Try '%s --help'.\n", tool->name);
        return GAC__EXIT_USAGE;
    }
}

bool gac__tool_switch(int option, void *options, size_t size)
{
    bool is_switch =
        option >= GAC__TOOL_SWITCHES && option < GAC__TOOL_SWITCHES + (int)size;
    if (is_switch)
        *((bool *)options + (option - GAC__TOOL_SWITCHES)) = true;
    return is_switch;
}

bool gac__tool_read(const char *path, gac__bytes *bytes)
{
    char piece[1 << 14];
    FILE *file = strcmp(path, "-") != 0 ? fopen(path, "rb") : stdin;
    size_t n;
    int error = file ? 0 : errno;
    gac__bytes_add(bytes, NULL, 0);
    while (!error && (n = fread(piece, 1, sizeof piece, file)) > 0) {
        gac__bytes_add(bytes, piece, n);
        error = bytes->failed ? ENOMEM : bytes->n >= MOST_BYTES ? EFBIG : 0;
    }
    if (!error && ferror(file))
        error = errno;
    if (file && file != stdin)
        fclose(file);
    errno = error;
    return !error;
}

void gac__tool_print_name(FILE *to, const char *name)
{
    size_t size = strlen(name);
    while (size > 0) {
        char instead;
        size_t n = gac__utf8_shown(name, size, &instead);
        fwrite(name, 1, n, to);
        if (n == size)
            return;
        fputc(instead, to);
        name += n + 1;
        size -= n + 1;
    }
}

bool gac__tool_ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), k = strlen(end);
    return n >= k && !strcmp(name + n - k, end);
}

/* -- diagnostics ----------------------------------------------------------- */

/* The last word of an instruction at which an operand is underlined; to find a
 * word, all before it are visited. */
#define MAX_WORD 1024

/* Returns the excerpt of an instruction: its line and text, in which an operand
 * is underlined (-1: none). */
static gac_excerpt excerpt_of(const gac_input *input,
                              const gac_disassembly *dis, uint32_t ordinal,
                              int32_t operand_word)
{
    gac_excerpt e = {0};
    if (!gac_input_place(input, ordinal, &e.line, &e.column))
        e.line = ordinal;
    if (dis)
        e.text = gac_disassembly_instruction(dis, ordinal, &e.text_size);
    if (e.text && operand_word >= 0 && operand_word <= MAX_WORD)
        gac_disassembly_operand(dis, ordinal, (uint32_t)operand_word, &e.first,
                                &e.size);
    return e;
}

/* Sets the excerpts of a diagnostic's instruction, and of the related one. */
static void locate_one(gac_diagnostic_list *list, size_t index,
                       const gac_input *input, const gac_disassembly *dis)
{
    const gac_diagnostic *d = gac_diagnostic_list_at(list, index);
    gac_excerpt e = excerpt_of(input, dis, d->ordinal, d->operand_word);
    gac_diagnostic_list_set_excerpt(list, index, &e);
    if (d->related == 0)
        return;
    e = excerpt_of(input, dis, d->related, -1);
    gac_diagnostic_list_set_related(list, index, &e);
}

/* Reads the source line of a diagnostic from its file, if there is one. */
static void take_source(gac_diagnostic_list *list, size_t index,
                        gac__source_lines *lines)
{
    const gac_diagnostic *d = gac_diagnostic_list_at(list, index);
    const char *text;
    size_t size;
    if (!d->source_text && d->source.file
        && gac__source_line(lines, d->source.file, d->source.line, &text,
                            &size))
        gac_diagnostic_list_set_source_text(list, index, text, size);
}

static bool has_ordinals(const gac_diagnostic_list *list, size_t first)
{
    for (size_t i = first; i < gac_diagnostic_list_count(list); i++)
        if (gac_diagnostic_list_at(list, i)->ordinal)
            return true;
    return false;
}

void gac__tool_locate(const gac__tool *tool, gac_diagnostic_list *list,
                      size_t first, gac_context *context,
                      const gac_input *input)
{
    gac_disassembly *dis = NULL;
    gac__source_lines lines = {0};
    size_t n = gac_diagnostic_list_count(list);
    if (!input || !has_ordinals(list, first))
        return;
    if (tool->format == GAC_FORMAT_TEXT) {
        size_t size;
        const void *data = gac_input_data(input, &size);
        gac_disassemble_options options = {.size = sizeof options,
                                           .trusting = true};
        gac_disassemble(context, data, size, &options, &dis);
    }
    for (size_t i = first; i < n; i++)
        if (gac_diagnostic_list_at(list, i)->ordinal) {
            locate_one(list, i, input, dis);
            if (tool->format != GAC_FORMAT_JSON)
                take_source(list, i, &lines);
        }
    gac_disassembly_destroy(dis);
    gac__source_lines_free(&lines);
}

void gac__tool_show(const gac__tool *tool, const gac_diagnostic_list *list)
{
    gac_render_options options = {.size = sizeof options,
                                  .format = tool->format,
                                  .color = tool->color,
                                  .tool = tool->name};
    /* The C library's standard error has no buffer: text gets a stream that
     * has one. */
    bool is_text = tool->format == GAC_FORMAT_TEXT;
    FILE *buffered = is_text ? fdopen(dup(STDERR_FILENO), "w") : NULL;
    FILE *out = buffered ? buffered : is_text ? stderr : stdout;
    gac_diagnostic_list_render(list, &options, gac_write_file, out);
    fflush(out);
    if (buffered)
        fclose(buffered);
    if (gac_diagnostic_list_lost(list))
        fprintf(stderr, "%s: out of memory: %zu diagnostics are missing\n",
                tool->name, gac_diagnostic_list_lost(list));
}

void gac__tool_add_error(gac_diagnostic_list *list, const char *rule,
                         const char *message)
{
    gac_diagnostic_list_add(list,
                            &(gac_diagnostic){.severity = GAC_SEVERITY_ERROR,
                                              .rule = rule,
                                              .message = message,
                                              .word_offset = GAC_NO_OFFSET,
                                              .operand_word = -1});
}

static void add_failure(gac_diagnostic_list *list, const char *what,
                        const char *why)
{
    char message[160];
    snprintf(message, sizeof message, "%s: %s", what, why);
    gac__tool_add_error(list, NULL, message);
}

static bool has_error(const gac_diagnostic_list *list, size_t first)
{
    for (size_t i = first; i < gac_diagnostic_list_count(list); i++)
        if (gac_diagnostic_list_at(list, i)->severity == GAC_SEVERITY_ERROR)
            return true;
    return false;
}

void gac__tool_unreadable(gac_diagnostic_list *list, size_t first,
                          gac_result result, int error)
{
    if (result != GAC_OK && !has_error(list, first))
        add_failure(list, "The file cannot be read",
                    result == GAC_ERR_IO ? strerror(error)
                                         : gac_result_text(result));
}

gac_result gac__tool_write(gac_diagnostic_list *list, const char *path,
                           const void *data, size_t size_bytes)
{
    if (gac__output_write(path, data, size_bytes))
        return GAC_OK;
    gac_diagnostic_list_set_file(list, path);
    add_failure(list, "The file cannot be written", strerror(errno));
    return GAC_ERR_INVALID;
}

int gac__tool_filter(const gac__tool *tool, const char *output,
                     gac__tool_work *work, const void *arguments)
{
    gac_context *context = NULL;
    gac_diagnostic_list *list = NULL;
    gac_result result = gac_diagnostic_list_create(NULL, &list);
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = list};
    if (result == GAC_OK)
        result = gac_context_create(&options, &context);
    if (result == GAC_OK) {
        result = work(context, list, arguments);
        if (result != GAC_OK || tool->format == GAC_FORMAT_TEXT
            || strcmp(output, "-") != 0)
            gac__tool_show(tool, list);
    }
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return result == GAC_OK ? GAC__EXIT_OK : GAC__EXIT_INVALID;
}
