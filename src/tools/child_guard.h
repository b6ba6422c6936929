/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Time and memory limits for foreign code, which a child process runs. */
#ifndef GAC_TOOLS_CHILD_GUARD_H
#define GAC_TOOLS_CHILD_GUARD_H

#include <stddef.h>

#include <gac/gac.h>

/* The limits of all calls for one module together. With `deadline_ns` or
 * `most_bytes` the work on a small module runs in a child process, too. */
typedef struct gac__child_guard {
    size_t module_bytes;  /* the module's size, which tells small from large */
    double seconds_left;  /* the processor time that the calls may still take */
    uint64_t deadline_ns; /* the value of gac__now_ns() at which the work ends;
                             0: none */
    uint64_t most_bytes;  /* memory that the child may have in addition to what
                             it has at its start; 0: no limit */
} gac__child_guard;

/* Returns the default limit for a module: many times what an ordinary one
 * takes. */
gac__child_guard gac__child_guard_of(size_t module_bytes);

/* Calls `work(argument)`; for a large module in a child process, which sends
 * the `size_bytes` at `argument`, at most 8192, back. Returns OK; TIMEOUT if
 * the guard's time is used up; TRAP if the work crashed (crash_guard.h), but
 * MEMORY if its memory was limited. A gac_core_rules_options.guard whose `user`
 * is a gac__child_guard. For one thread at a time. */
gac_result gac__guard_child(void *user, void (*work)(void *argument),
                            void *argument, size_t size_bytes);

#endif
