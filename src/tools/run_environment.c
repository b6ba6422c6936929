/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Environment variables of gac-run, for measurements and tests. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>

#include <gac/copy.h>

#include "support/numbers.h"

/* Returns a variable's value; NULL: it is not set, or empty. */
static const char *value_of(const char *name)
{
    const char *text = getenv(name);
    return text && *text ? text : NULL;
}

/* Reads a variable's number; it stays as it is if the variable is not set.
 * `least` is 1 where the option's 0 means the default, so that a variable of 0
 * is not taken for that. */
static bool read_number(const char *name, uint32_t least, uint32_t *value)
{
    const char *text = value_of(name);
    uint64_t number = 0;
    if (!text)
        return true;
    if (!gac__parse_number(text, UINT32_MAX, &number))
        return gac__run_error("%s=%s: expected a number up to %u", name, text,
                              UINT32_MAX);
    *value = number > least ? (uint32_t)number : least;
    return true;
}

static bool read_level(gac_cpu_level *level)
{
    static const char *const names[] = {[GAC_CPU_BASELINE] = "baseline",
                                        [GAC_CPU_AVX2] = "avx2",
                                        [GAC_CPU_AVX512] = "avx512"};
    const char *text = value_of("GAC_CPU");
    if (!text)
        return true;
    for (size_t n = 0; n < GAC__COUNT_OF(names); n++)
        if (names[n] && strcmp(text, names[n]) == 0) {
            *level = (gac_cpu_level)n;
            return true;
        }
    return gac__run_error("GAC_CPU=%s: expected baseline, avx2 or avx512",
                          text);
}

bool gac__run_environment(gac__run_command *command)
{
    gac_run_options *options = &command->options;
    uint32_t policy = 0;
    if (!read_level(&command->cpu_level)
        || !read_number("GAC_COPY_POLICY", 0, &policy)
        || !read_number("GAC_STRIP", 0, &options->strip_lanes)
        || !read_number("GAC_JOIN", 1, &options->coalesced_items)
        || !read_number("GAC_PACK", 1, &options->compaction_cost))
        return false;
    if (value_of("GAC_COPY_POLICY"))
        options->copy_policy = GAC_COPY_POLICY(policy);
    return true;
}
