/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Time and memory limits for foreign code, which a child process runs. */
#ifndef GAC_TOOLS_CHILD_GUARD_H
#define GAC_TOOLS_CHILD_GUARD_H

#include <stddef.h>

#include <gac/gac.h>

/* The limits of all calls for one module together. With `deadline_ns` or
 * `most_bytes` small modules go to a child process, too. A crash of work whose
 * memory is limited returns MEMORY. */
typedef struct gac__child_guard {
    size_t module_bytes;
    double seconds_left;  /* of the processor's time */
    uint64_t deadline_ns; /* of gac__now_ns(), in addition; 0: none */
    uint64_t most_bytes;  /* more than the process has; 0: no limit */
} gac__child_guard;

/* Returns the default limit for a module: many times what an ordinary one
 * takes. */
gac__child_guard gac__child_guard_of(size_t module_bytes);

/* Calls `work(argument)`; for a large module in a child process, which sends
 * the `size_bytes` at `argument` back. Returns OK; TIMEOUT when the guard's
 * time is used up; TRAP if the work crashed (crash_guard.h). Fits
 * gac_core_rules_options.guard; `user` is a gac__child_guard. For one thread at
 * a time. */
gac_result gac__guard_child(void *user, void (*work)(void *argument),
                            void *argument, size_t size_bytes);

#endif
