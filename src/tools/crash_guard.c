/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Leaves code that crashes by a jump out of the signal's handler. */

/* A child process would be safer, but it takes a millisecond, which is as long
 * as the validation of most modules takes; handlers take a few system calls.
 * They are installed only while the foreign code runs, so that a fault of gac's
 * own code ends the process. The handler has a stack of its own, since the
 * crash may be an overflow of the stack. */
#include "tools/crash_guard.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

enum { CRASH_COUNT = 5, STACK_BYTES = 64 << 10 };

static const int crashes[CRASH_COUNT] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                         SIGABRT};

/* Where the handler jumps to. It is static, since a handler's only argument is
 * the signal. */
static sigjmp_buf way_out;

static void leave(int number)
{
    siglongjmp(way_out, number);
}

bool gac__guard_crash(void *user, void (*work)(void *argument), void *argument)
{
    static _Alignas(16) char stack_bytes[STACK_BYTES];
    struct sigaction handler = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
    struct sigaction before[CRASH_COUNT];
    stack_t stack = {.ss_sp = stack_bytes, .ss_size = STACK_BYTES}, old_stack;
    (void)user;
    bool has_stack = sigaltstack(&stack, &old_stack) == 0;
    sigemptyset(&handler.sa_mask);
    for (size_t i = 0; i < CRASH_COUNT; i++)
        sigaction(crashes[i], &handler, &before[i]);

    volatile bool whole = false;
    if (sigsetjmp(way_out, 1) == 0) {
        work(argument);
        whole = true;
    }

    for (size_t i = 0; i < CRASH_COUNT; i++)
        sigaction(crashes[i], &before[i], NULL);
    if (has_stack)
        sigaltstack(&old_stack, NULL);
    return whole;
}
