/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's errors and warnings on stderr, and strings that it keeps. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/run_tool.h"

bool gac__run_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("gac-run: error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

void gac__run_warning(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("gac-run: warning: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

const char *gac__run_keep(gac__run_command *command, const char *first,
                          const char *second)
{
    size_t n = strlen(first) + strlen(second) + 1;
    gac__run_string *string = malloc(sizeof *string + n);
    if (string == NULL)
        return NULL;
    snprintf(string->text, n, "%s%s", first, second);
    string->next = command->strings;
    command->strings = string;
    return string->text;
}
