/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Translates OpenCL's build options to arguments of clang.
 *
 * Each option is a row; options without a row are refused. A value that is a
 * word of its own ("-D X=1") is joined to its option ("-DX=1"), so that clang
 * never takes it for an option. */
#include "source/source_internal.h"

#include <string.h>

typedef enum option_kind {
    PASSED,   /* clang has the same option */
    UNIFORM,  /* the same, and work-group sizes divide the range */
    IGNORED,  /* accepted, without effect */
    VALUE,    /* -D X, or -DX */
    STANDARD, /* -cl-std=X */
    LINES     /* -g */
} option_kind;

typedef struct option_row {
    const char *name;
    option_kind kind;
} option_row;

static const option_row rows[] = {
    {"-D", VALUE},
    {"-I", VALUE},
    {"-cl-std=", STANDARD},
    {"-g", LINES},
    {"-w", PASSED},
    {"-Werror", PASSED},
    {"-cl-single-precision-constant", PASSED},
    {"-cl-fp32-correctly-rounded-divide-sqrt", PASSED},
    {"-cl-opt-disable", PASSED},
    {"-cl-mad-enable", PASSED},
    {"-cl-no-signed-zeros", PASSED},
    {"-cl-unsafe-math-optimizations", PASSED},
    {"-cl-finite-math-only", PASSED},
    {"-cl-fast-relaxed-math", PASSED},
    {"-cl-uniform-work-group-size", UNIFORM},
    {"-cl-kernel-arg-info", PASSED},
    {"-cl-denorms-are-zero", IGNORED},
    {"-cl-strict-aliasing", IGNORED},
    {"-cl-no-subgroup-ifp", IGNORED},
    {"-O0", PASSED},
    {"-O1", PASSED},
    {"-O2", PASSED},
    {"-O3", PASSED},
};

static const char *const standards[] = {"CL1.0",    "CL1.1",    "CL1.2",
                                        "CL2.0",    "CL3.0",    "CLC++",
                                        "CLC++1.0", "CLC++2021"};

/* Reads the next word as a shell does: '...', "...", \x. Moves `*at` behind it.
 * A quote that is not closed ends with the text. False: there is no word. */
static bool next_word(const char **at, gac__bytes *word)
{
    const char *c = *at + strspn(*at, " \t\r\n\v\f");
    char quote = '\0';
    word->n = 0;
    if (!*c) {
        *at = c;
        return false;
    }
    gac__bytes_text(word, "");
    for (; *c && (quote || !strchr(" \t\r\n\v\f", *c)); c++) {
        if (quote ? *c == quote : *c == '"' || *c == '\'') {
            quote = quote ? '\0' : *c;
            continue;
        }
        if (*c == '\\' && quote != '\'' && c[1])
            c++;
        gac__bytes_add(word, c, 1);
    }
    *at = c;
    return true;
}

static const option_row *find_row(const char *word)
{
    for (size_t i = 0; i < GAC__COUNT_OF(rows); i++) {
        const option_row *row = &rows[i];
        bool prefix = row->kind == VALUE || row->kind == STANDARD;
        if (prefix ? !strncmp(word, row->name, strlen(row->name))
                   : !strcmp(word, row->name))
            return row;
    }
    return NULL;
}

static bool set_standard(const char *name, gac__build_options *out)
{
    for (size_t i = 0; i < GAC__COUNT_OF(standards); i++)
        if (!strcmp(name, standards[i])) {
            out->standard = standards[i];
            return true;
        }
    return false;
}

/* Reads an option, for -D and -I with the next word if the value is missing.
 * False: the option is not valid, and `log` says so. */
static bool take_word(gac__bytes *word, const char **at,
                      gac__build_options *out, gac__bytes *log)
{
    const option_row *row = find_row(word->data);
    if (!row) {
        gac__bytes_print(log, "unknown build option: %s\n", word->data);
        return false;
    }
    switch (row->kind) {
    case IGNORED: return true;
    case LINES: out->debug_lines = true; return true;
    case UNIFORM: out->uniform_groups = true; /* fall through */
    case PASSED:
        gac__strings_add(&out->arguments, "%s", word->data);
        return true;
    case STANDARD:
        if (set_standard(word->data + strlen(row->name), out))
            return true;
        gac__bytes_print(log, "unknown build option: %s\n", word->data);
        return false;
    case VALUE: break;
    }
    const char *value = word->data + strlen(row->name);
    if (!*value) {
        if (!next_word(at, word)) {
            gac__bytes_print(log, "build option without a value: %s\n",
                             row->name);
            return false;
        }
        value = word->data;
    }
    gac__strings_add(&out->arguments, "%s%s", row->name, value);
    return true;
}

gac_result gac__build_options_parse(const char *options,
                                    gac__build_options *out, gac__bytes *log)
{
    gac__bytes word = {0};
    const char *at = options ? options : "";
    bool known = true;
    *out = (gac__build_options){0};
    while (known && !word.failed && next_word(&at, &word))
        known = !word.failed && take_word(&word, &at, out, log);
    bool failed = word.failed || out->arguments.failed;
    gac__bytes_free(&word);
    if (failed)
        return GAC_ERR_MEMORY;
    return known ? GAC_OK : GAC_ERR_ARGUMENT;
}

const char *gac__build_standard(const gac__build_options *options,
                                const char *otherwise)
{
    if (options->standard)
        return options->standard;
    return otherwise ? otherwise : "CL1.2";
}

bool gac__source_uniform_groups(const char *options, const char *standard)
{
    gac__build_options parsed;
    gac__bytes log = {0};
    (void)gac__build_options_parse(options, &parsed, &log);
    bool old = !strncmp(gac__build_standard(&parsed, standard), "CL1", 3);
    gac__strings_free(&parsed.arguments);
    gac__bytes_free(&log);
    return old || parsed.uniform_groups;
}

bool gac__source_check_options(const char *options, char *why, size_t size)
{
    gac__build_options parsed;
    gac__bytes log = {0};
    gac_result result = gac__build_options_parse(options, &parsed, &log);
    if (why && size) {
        size_t n = log.n < size - 1 ? log.n : size - 1;
        if (n)
            memcpy(why, log.data, n);
        while (n && why[n - 1] == '\n')
            n--;
        why[n] = '\0';
    }
    gac__strings_free(&parsed.arguments);
    gac__bytes_free(&log);
    return result == GAC_OK;
}
