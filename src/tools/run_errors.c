/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's errors and warnings. */
#include <stdarg.h>

#include "tools/run_tool.h"

static void say(const char *severity, const char *format, va_list args)
{
    fprintf(stderr, "gac-run: %s: ", severity);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

bool gac__run_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("error", format, args);
    va_end(args);
    return false;
}

void gac__run_warning(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("warning", format, args);
    va_end(args);
}
