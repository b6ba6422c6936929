/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Survives a crash in foreign code. */
#ifndef GAC_TOOLS_CRASH_GUARD_H
#define GAC_TOOLS_CRASH_GUARD_H

#include <stdbool.h>

/* Calls `work(argument)`; returns whether it returned. False: a signal ended it
 * (SIGSEGV, also by an overflow of the stack, SIGBUS, SIGFPE, SIGILL, SIGABRT).
 * Its allocations are then leaked, and what it was writing may be incomplete
 * and must not be read. `user` is not used. For one thread at a time. */
bool gac__guard_crash(void *user, void (*work)(void *argument), void *argument);

#endif
