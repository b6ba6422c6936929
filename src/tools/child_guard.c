/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs code with a time limit, in a child process that an alarm ends. */

/* A thread or a signal handler cannot leave code that may be in the middle of
 * an allocation; a process can end anywhere, and its memory is freed with it.
 * The work on small modules runs in the calling process: it cannot take long,
 * and a fork would take longer. The limit is one of processor time, so that a
 * busy machine gives the same result as an idle one. */
#include "tools/child_guard.h"

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/bytes.h"
#include "support/clock.h"
#include "tools/crash_guard.h"
#include "tools/tool_common.h"

#define SMALL_BYTES (64 << 10)

/* Ordinary modules take up to a third of a second a megabyte and, since some of
 * the work is quadratic, half a minute for ten megabytes. */
#define SECONDS 10.0
#define SECONDS_PER_BYTE 1e-5

gac__child_guard gac__child_guard_of(size_t module_bytes)
{
    return (gac__child_guard){
        .module_bytes = module_bytes,
        .seconds_left = SECONDS + SECONDS_PER_BYTE * (double)module_bytes};
}

static bool is_limited(const gac__child_guard *guard)
{
    return guard->deadline_ns > 0 || guard->most_bytes > 0;
}

static bool is_late(const gac__child_guard *guard)
{
    return guard->deadline_ns && gac__now_ns() >= guard->deadline_ns;
}

/* Sets an alarm that ends the process at the deadline, which may be now. */
static void set_alarm(uint64_t deadline_ns)
{
    uint64_t now = gac__now_ns();
    uint64_t us = deadline_ns > now ? (deadline_ns - now) / 1000 + 1 : 1;
    setitimer(ITIMER_REAL,
              &(struct itimerval){.it_value = {(time_t)(us / 1000000),
                                               (suseconds_t)(us % 1000000)}},
              NULL);
}

/* Limits the process's data to what it holds now and `bytes` more. malloc() may
 * have freed memory at hand, which it gives out without asking the system: that
 * counts as part of `bytes`. A limit of address space would not do, since heaps
 * that threads have had reserve 64 MB each, and malloc() grows into these. */
static void limit_memory(uint64_t bytes)
{
    char text[128];
    FILE *f = bytes ? fopen("/proc/self/statm", "r") : NULL;
    if (!f)
        return;
    malloc_trim(0);
    if (fgets(text, sizeof text, f)) {
        char *field = text; /* the sixth: data and stack, in pages */
        for (int i = 0; i < 5; i++)
            strtoul(field, &field, 10);
        rlim_t pages = (rlim_t)strtoul(field, NULL, 10);
        rlim_t used = pages * (rlim_t)sysconf(_SC_PAGESIZE);
        rlim_t most = used - mallinfo2().fordblks + bytes;
        setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
    }
    fclose(f);
}

/* The child: does the work, writes its answer, and exits. */
static void be_child(int fd, const gac__child_guard *guard,
                     void (*work)(void *argument), void *argument,
                     size_t size_bytes)
{
    static const int fatal[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                SIGABRT, SIGXCPU, SIGALRM};
    rlim_t whole = (rlim_t)ceil(guard->seconds_left);
    setrlimit(RLIMIT_CPU, &(struct rlimit){whole, whole + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    for (size_t i = 0; i < GAC__COUNT_OF(fatal); i++)
        signal(fatal[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_memory(guard->most_bytes);
    if (guard->most_bytes && !freopen("/dev/null", "w", stderr))
        fclose(stderr); /* a lack of memory is reported by the parent */
    if (guard->deadline_ns)
        set_alarm(guard->deadline_ns);
    work(argument);
    _exit(gac__write_all(fd, argument, size_bytes) ? 0 : 1);
}

static double seconds_of(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

/* Waits for the child's end, and subtracts its processor time from the guard's.
 * `whole`: the child's answer is complete. */
static gac_result wait_for(pid_t pid, gac__child_guard *guard, bool whole)
{
    struct rusage usage = {0};
    int status = 0;
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return GAC_ERR_TRAP;
    guard->seconds_left -=
        seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
    if (whole)
        return GAC_OK;
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (by == SIGXCPU || by == SIGALRM)
        return GAC_ERR_TIMEOUT;
    return guard->most_bytes ? GAC_ERR_MEMORY : GAC_ERR_TRAP;
}

static gac_result here(void (*work)(void *argument), void *argument)
{
    return gac__guard_crash(NULL, work, argument) ? GAC_OK : GAC_ERR_TRAP;
}

gac_result gac__guard_child(void *user, void (*work)(void *argument),
                            void *argument, size_t size_bytes)
{
    gac__child_guard *guard = user;
    int ends[2];
    if (guard->module_bytes < SMALL_BYTES && !is_limited(guard))
        return here(work, argument);
    if (guard->seconds_left <= 0 || is_late(guard))
        return GAC_ERR_TIMEOUT;
    if (pipe(ends) != 0)
        return here(work, argument);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        be_child(ends[1], guard, work, argument, size_bytes);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return here(work, argument);
    }
    /* The answer is copied to the argument only if it is complete. */
    char answer[8192];
    size_t n = size_bytes <= sizeof answer
                   ? gac__read_all(ends[0], answer, size_bytes)
                   : 0;
    close(ends[0]);
    gac_result result =
        wait_for(pid, guard, n == size_bytes && size_bytes <= sizeof answer);
    if (result == GAC_OK)
        memcpy(argument, answer, size_bytes);
    return result;
}
