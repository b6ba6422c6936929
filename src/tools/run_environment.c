/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Environment variables of gac-run, for measurements and tests. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>

#include <gac/copy.h>

/* Returns the variable's number, at least `least`; 0 if the variable is not
 * set. `least` is 1 where the option's 0 means the default, so that a variable
 * of 0 is not taken for that. */
static uint64_t number(const char *name, uint64_t least)
{
    const char *text = getenv(name);
    uint64_t value = text != NULL ? strtoull(text, NULL, 0) : 0;
    return text != NULL && value < least ? least : value;
}

/* Like number(), limited to 32 bits. */
static uint32_t small_number(const char *name, uint64_t least)
{
    uint64_t value = number(name, least);
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

void gac__run_environment(gac__run_command *command)
{
    gac_run_options *options = &command->options;
    const char *cpu = getenv("GAC_CPU");
    if (cpu != NULL && strcmp(cpu, "baseline") == 0)
        command->cpu_level = GAC_CPU_BASELINE;
    if (cpu != NULL && strcmp(cpu, "avx2") == 0)
        command->cpu_level = GAC_CPU_AVX2;
    if (getenv("GAC_COPY_POLICY") != NULL)
        options->copy_policy = GAC_COPY_POLICY(number("GAC_COPY_POLICY", 0));
    options->strip_lanes = small_number("GAC_STRIP", 0);
    options->coalesced_items = small_number("GAC_JOIN", 1);
    options->compaction_cost = small_number("GAC_PACK", 1);
}
