/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The environment variables that gac-cl or a user sets. */
#include "opencl/opencl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/numbers.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static gac__cl_settings settings;

/* Returns a variable's value; NULL: it is not set, or empty. */
static const char *get(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static void refuse(const char *name, const char *value)
{
    fprintf(stderr, "gac: %s=%s is not understood and has no effect\n", name,
            value);
}

static void read_checks(void)
{
    const char *value = get("GAC_CHECK");
    if (!value || !strcmp(value, "0"))
        return;
    settings.checks = !strcmp(value, "1") ? "" : value;
}

/* Returns the index of a variable's value among `n` names; 0: it is not set, or
 * is none of them, which is told. */
static size_t choose(const char *name, const char *const *names, size_t n)
{
    const char *value = get(name);
    for (size_t k = 0; value && k < n; k++)
        if (!strcmp(value, names[k]))
            return k;
    if (value)
        refuse(name, value);
    return 0;
}

static void read_async(void)
{
    static const char *const modes[] = {[GAC_ASYNC_DEFAULT] = "",
                                        [GAC_ASYNC_EAGER] = "eager",
                                        [GAC_ASYNC_LATE] = "late",
                                        [GAC_ASYNC_THREAD] = "thread",
                                        [GAC_ASYNC_RANDOM] = "random"};
    const char *value = get("GAC_ASYNC");
    if (value && !strncmp(value, "random:", 7)
        && gac__parse_number(value + 7, UINT64_MAX, &settings.async_seed))
        settings.async_mode = GAC_ASYNC_RANDOM;
    else
        settings.async_mode =
            (gac_async_mode)choose("GAC_ASYNC", modes, GAC__CL_COUNT(modes));
}

static void read_rest(void)
{
    static const char *const waits[] = {"event", "barrier"};
    static const char *const formats[] = {[GAC_FORMAT_TEXT] = "text",
                                          [GAC_FORMAT_JSON] = "json",
                                          [GAC_FORMAT_SARIF] = "sarif"};
    const char *timeout = get("GAC_TIMEOUT");
    settings.wait_is_barrier = choose("GAC_WAIT", waits, 2) == 1;
    settings.format = (gac_format)choose("GAC_FORMAT", formats, 3);
    if (timeout && !gac__parse_seconds(timeout, &settings.timeout_ns))
        refuse("GAC_TIMEOUT", timeout);
    settings.only = get("GAC_ONLY");
    settings.log = get("GAC_LOG");
    settings.record = get("GAC_RECORD");
    settings.tally = get("GAC_TALLY");
}

static void read_all(void)
{
    read_checks();
    read_async();
    read_rest();
}

const gac__cl_settings *gac__cl_settings_read(void)
{
    pthread_once(&once, read_all);
    return &settings;
}
