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

static void read_async(void)
{
    static const struct {
        const char *name;
        gac_async_mode mode;
    } modes[] = {{"eager", GAC_ASYNC_EAGER},
                 {"late", GAC_ASYNC_LATE},
                 {"thread", GAC_ASYNC_THREAD},
                 {"random", GAC_ASYNC_RANDOM}};
    const char *value = get("GAC_ASYNC");
    if (!value)
        return;
    for (size_t n = 0; n < GAC__CL_COUNT(modes); n++)
        if (!strcmp(value, modes[n].name))
            settings.async_mode = modes[n].mode;
    if (!strncmp(value, "random:", 7)
        && gac__parse_number(value + 7, UINT64_MAX, &settings.async_seed))
        settings.async_mode = GAC_ASYNC_RANDOM;
    if (settings.async_mode == GAC_ASYNC_DEFAULT)
        refuse("GAC_ASYNC", value);
}

static void read_rest(void)
{
    const char *wait = get("GAC_WAIT"), *timeout = get("GAC_TIMEOUT");
    const char *format = get("GAC_FORMAT");
    settings.wait_is_barrier = wait && !strcmp(wait, "barrier");
    if (wait && strcmp(wait, "barrier") != 0 && strcmp(wait, "event") != 0)
        refuse("GAC_WAIT", wait);
    if (timeout && !gac__parse_seconds(timeout, &settings.timeout_ns))
        refuse("GAC_TIMEOUT", timeout);
    if (format && !strcmp(format, "json"))
        settings.format = GAC_FORMAT_JSON;
    else if (format && !strcmp(format, "sarif"))
        settings.format = GAC_FORMAT_SARIF;
    else if (format && strcmp(format, "text") != 0)
        refuse("GAC_FORMAT", format);
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
