/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Limits for others' code: what may take long is done by a child. */
#ifndef GAC_TOOLS_CHILD_GUARD_H
#define GAC_TOOLS_CHILD_GUARD_H

#include <stddef.h>

#include <gac/gac.h>

/* What the calls for one module may take together. With `deadline_ns` or
 * `most_bytes` small modules go to a child process, too. A crash of work whose
 * bytes are limited returns MEMORY. */
typedef struct gac__child_guard {
    size_t module_bytes;
    double seconds_left;  /* of the processor's time */
    uint64_t deadline_ns; /* besides, of gac__now_ns(); 0: no such limit */
    uint64_t most_bytes;  /* beyond what the process has; 0: no limit */
} gac__child_guard;

/* The usual limit for a module: many times what one without malice takes. */
gac__child_guard gac__child_guard_of(size_t module_bytes);

/* Calls `work(argument)`, for a large module in a child process, whose
 * `size_bytes` at `argument` come back. Returns OK; TIMEOUT when the guard's
 * seconds are spent; TRAP if the work crashed (crash_guard.h). Fits
 * gac_core_rules_options.guard; `user` is a gac__child_guard. For one thread
 * at a time. */
gac_result gac__guard_child(void *user, void (*work)(void *argument),
                            void *argument, size_t size_bytes);

#endif
