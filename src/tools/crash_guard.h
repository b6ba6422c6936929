/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Outliving a crash in others' code. */
#ifndef GAC_TOOLS_CRASH_GUARD_H
#define GAC_TOOLS_CRASH_GUARD_H

#include <stdbool.h>

/* Calls `work(argument)`; returns whether it came to its end. False if a signal
 * of a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT; a stack that is used up
 * too) cut it short: what it had allocated is lost, what it was writing may be
 * half written, and must not be touched. Fits gac_core_rules_options.guard;
 * `user` is not used. For one thread at a time. */
bool gac__guard_crash(void *user, void (*work)(void *argument), void *argument);

#endif
