/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's --timeout outside of the library's calls. */

/* The time limit includes filling the arguments and writing the results. An
 * alarm sets a flag, which each loop over a buffer tests; large blocks are
 * processed in pieces. The alarm also interrupts a blocking call on a file or a
 * pipe; it is repeated for such calls after the first. */
#include "tools/run_tool.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>

#define PIECE_BYTES ((size_t)1 << 20)
#define AGAIN_US 20000 /* microseconds between repeated alarms */

static volatile sig_atomic_t late;

static void on_alarm(int signal_number)
{
    (void)signal_number;
    late = 1;
}

void gac__run_deadline_set(const gac__run_command *command)
{
    uint64_t us = command->options.timeout_ns / 1000 + 1;
    struct itimerval when = {
        .it_value = {(time_t)(us / 1000000), (suseconds_t)(us % 1000000)},
        .it_interval = {0, AGAIN_US}};
    struct sigaction action = {.sa_handler = on_alarm};
    late = 0;
    if (command->options.timeout_ns == 0)
        return;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &when, NULL);
}

void gac__run_deadline_end(void)
{
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
}

bool gac__run_is_late(void)
{
    return late != 0;
}

int gac__run_tell_late(const gac__run_command *command, const char *what)
{
    gac__run_error("[limit] the time limit of %.3g s was exceeded while %s",
                   (double)command->options.timeout_ns * 1e-9, what);
    return GAC__EXIT_TRAP;
}

void gac__run_clear(void *data, size_t size)
{
    for (size_t at = 0; at < size && !late; at += PIECE_BYTES)
        memset((char *)data + at, 0,
               size - at < PIECE_BYTES ? size - at : PIECE_BYTES);
}

void gac__run_copy(void *to, const void *from, size_t size)
{
    for (size_t at = 0; at < size && !late; at += PIECE_BYTES)
        memcpy((char *)to + at, (const char *)from + at,
               size - at < PIECE_BYTES ? size - at : PIECE_BYTES);
}

bool gac__run_read(FILE *file, void *data, size_t size)
{
    size_t at = 0, n = 1;
    for (; at < size && n > 0 && !late; at += n)
        n = fread((char *)data + at, 1,
                  size - at < PIECE_BYTES ? size - at : PIECE_BYTES, file);
    return at == size;
}

bool gac__run_write(FILE *file, const void *data, size_t size)
{
    size_t at = 0, n = 1;
    for (; at < size && n > 0 && !late; at += n)
        n = fwrite((const char *)data + at, 1,
                   size - at < PIECE_BYTES ? size - at : PIECE_BYTES, file);
    return at == size;
}
