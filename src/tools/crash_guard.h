/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Survives a crash in foreign code. */
#ifndef GAC_TOOLS_CRASH_GUARD_H
#define GAC_TOOLS_CRASH_GUARD_H

#include <stdbool.h>

/* Calls `work(argument)`; returns whether it returned. False: a signal of a
 * crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT; an overflow of the stack,
 * too) ended it: its allocations are leaked, and what it was writing may be
 * incomplete and must not be read. Fits gac_core_rules_options.guard; `user` is
 * not used. For one thread at a time. */
bool gac__guard_crash(void *user, void (*work)(void *argument), void *argument);

#endif
