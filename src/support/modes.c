/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names of modes in command lines and environment variables. */
#include "support/modes.h"

#include <string.h>

#include "support/numbers.h"

bool gac__parse_async(const char *text, gac_async_mode *mode_out,
                      uint64_t *seed_out)
{
    if (!strcmp(text, "eager"))
        *mode_out = GAC_ASYNC_EAGER;
    else if (!strcmp(text, "late"))
        *mode_out = GAC_ASYNC_LATE;
    else if (!strcmp(text, "thread"))
        *mode_out = GAC_ASYNC_THREAD;
    else if (!strncmp(text, "random:", 7)
             && gac__parse_number(text + 7, UINT64_MAX, seed_out))
        *mode_out = GAC_ASYNC_RANDOM;
    else
        *mode_out = GAC_ASYNC_DEFAULT;
    return *mode_out != GAC_ASYNC_DEFAULT;
}

bool gac__parse_wait(const char *text, bool *is_barrier_out)
{
    *is_barrier_out = !strcmp(text, "barrier");
    return *is_barrier_out || !strcmp(text, "event");
}

bool gac__parse_format(const char *text, gac_format *format_out)
{
    if (!strcmp(text, "json"))
        *format_out = GAC_FORMAT_JSON;
    else if (!strcmp(text, "sarif"))
        *format_out = GAC_FORMAT_SARIF;
    else
        *format_out = GAC_FORMAT_TEXT;
    return *format_out != GAC_FORMAT_TEXT || !strcmp(text, "text");
}
