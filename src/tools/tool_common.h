/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What all tools share: common options, numbers, output of diagnostics. */
#ifndef GAC_TOOLS_TOOL_COMMON_H
#define GAC_TOOLS_TOOL_COMMON_H

#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gac/render.h>
#include <gac/text.h>

#include "support/bytes.h"

/* Exit codes of all tools. */
enum {
    GAC__EXIT_OK = 0,
    GAC__EXIT_INVALID = 1, /* an invalid or unreadable module */
    GAC__EXIT_USAGE = 2,
    GAC__EXIT_FOUND = 3, /* the checker found something */
    GAC__EXIT_TRAP = 4   /* the kernel trapped */
};

/* One tool's invocation. */
typedef struct gac__tool {
    const char *name;  /* "gac-val" */
    const char *usage; /* what --help prints */
    gac_format format;
    bool color;                   /* diagnostics as text have colours */
    const struct option *options; /* getopt_long()'s table, in which the option
                                     nearest to a misspelled one is searched */
    char **argv; /* getopt_long()'s arguments, for the misspelled one */
} gac__tool;

/* Values of the common options in a tool's getopt_long table; a tool's own
 * start at GAC__TOOL_OPTION_END, and its switches at GAC__TOOL_SWITCHES. */
enum {
    GAC__TOOL_OPTION_HELP = 256,
    GAC__TOOL_OPTION_VERSION,
    GAC__TOOL_OPTION_COLOR,
    GAC__TOOL_OPTION_FORMAT,
    GAC__TOOL_OPTION_END,
    GAC__TOOL_SWITCHES = 1024
};

/* The row of an option that sets a bool of the options `type`, which
 * gac__tool_switch() sets. */
#define GAC__TOOL_SWITCH(name, type, field)                                    \
    {                                                                          \
        name, no_argument, NULL,                                               \
            GAC__TOOL_SWITCHES + (int)offsetof(type, field)                    \
    }

/* Sets the bool of such an option; false: `option` is none. */
bool gac__tool_switch(int option, void *options, size_t size);

/* The common options' rows of that table; whether --color has an argument. A
 * tool adds "h" to its short options. */
#define GAC__TOOL_LONG_OPTIONS(color_argument)                                 \
    {"help", no_argument, NULL, GAC__TOOL_OPTION_HELP},                        \
        {"version", no_argument, NULL, GAC__TOOL_OPTION_VERSION},              \
        {"color", color_argument, NULL, GAC__TOOL_OPTION_COLOR},               \
    {                                                                          \
        "format", required_argument, NULL, GAC__TOOL_OPTION_FORMAT             \
    }

/* The common options' part of --help. */
#define GAC__TOOL_COMMON_HELP                                                  \
    "  --format=text|json|sarif  how diagnostics are written; text goes to\n"  \
    "                            standard error, the others to standard "      \
    "output\n"                                                                 \
    "  --color=auto|always|never colours in text diagnostics\n"                \
    "  -h, --help                print this help\n"                            \
    "  --version                 print the version\n"

/* Initializes a tool. Colours are on if stderr is a terminal and NO_COLOR is
 * not set. */
void gac__tool_init(gac__tool *tool, const char *name, const char *usage,
                    const struct option *options, char **argv);

/* Handles a common option that getopt_long() returned, with its argument; and
 * '?', by naming the option nearest to the unknown one. Returns -1 to continue,
 * or the exit code. */
int gac__tool_option(gac__tool *tool, int option, const char *argument);

/* Prints "NAME: message" and a pointer to --help; returns GAC__EXIT_USAGE. */
int gac__tool_usage_error(const gac__tool *tool, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Ends main(): returns `code`, or, if standard output could not be written
 * completely, prints a message and returns `failure` in place of success. */
int gac__tool_close(const char *name, int code, int failure);

/* Reads a whole file, "-" being standard input, behind what `bytes` has. False,
 * with errno, on failure: EFBIG for 256 MiB and more. */
bool gac__tool_read(const char *path, gac__bytes *bytes);

/* Whether a name has this end: ".spv". */
bool gac__tool_ends_with(const char *name, const char *end);

/* Adds the lines of the input and of source files, and in text format the
 * disassembled instruction, to the list's diagnostics from `first` on, which
 * are all about this input. `input` NULL: adds nothing. */
void gac__tool_locate(const gac__tool *tool, gac_diagnostic_list *list,
                      size_t first, gac_context *context,
                      const gac_input *input);

/* Adds an error without a place in the list's present file; `rule` NULL: no
 * rule. */
void gac__tool_add_error(gac_diagnostic_list *list, const char *rule,
                         const char *message);

/* Adds an error that the list's present file cannot be read, if an error from
 * `first` on does not say so: the library has added one for FORMAT and TIMEOUT,
 * unless its rule is left out. `error` is errno's value. */
void gac__tool_unreadable(gac_diagnostic_list *list, size_t first,
                          gac_result result, int error);

/* Writes a file, "-" being standard output, completely or not at all. INVALID:
 * it cannot be written, and the list has got an error. */
gac_result gac__tool_write(gac_diagnostic_list *list, const char *path,
                           const void *data, size_t size_bytes);

/* Prints what is shown of a name of a module's (support/utf8.h). */
void gac__tool_print_name(FILE *to, const char *name);

/* Writes the list in the tool's format. */
void gac__tool_show(const gac__tool *tool, const gac_diagnostic_list *list);

/* The work of a tool that turns one file into another; faults of the input go
 * to the list. */
typedef gac_result gac__tool_work(gac_context *context,
                                  gac_diagnostic_list *list,
                                  const void *arguments);

/* Does the work, shows the list and returns the exit code. `output` is the path
 * that the work writes. If that is standard output and the work succeeds, the
 * list is shown as text only: JSON or SARIF would follow the output. */
int gac__tool_filter(const gac__tool *tool, const char *output,
                     gac__tool_work *work, const void *arguments);

#endif
