/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The environment variables that gac-cl or a user sets. */
#include "opencl/opencl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/modes.h"
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

static void read_all(void)
{
    const char *async = get("GAC_ASYNC"), *wait = get("GAC_WAIT");
    const char *format = get("GAC_FORMAT"), *timeout = get("GAC_TIMEOUT");
    read_checks();
    if (async
        && !gac__parse_async(async, &settings.async_mode, &settings.async_seed))
        refuse("GAC_ASYNC", async);
    if (wait && !gac__parse_wait(wait, &settings.wait_is_barrier))
        refuse("GAC_WAIT", wait);
    if (format && !gac__parse_format(format, &settings.format))
        refuse("GAC_FORMAT", format);
    if (timeout && !gac__parse_seconds(timeout, &settings.timeout_ns))
        refuse("GAC_TIMEOUT", timeout);
    settings.only = get("GAC_ONLY");
    settings.log = get("GAC_LOG");
    settings.record = get("GAC_RECORD");
    settings.tally = get("GAC_TALLY");
}

const gac__cl_settings *gac__cl_settings_read(void)
{
    pthread_once(&once, read_all);
    return &settings;
}
