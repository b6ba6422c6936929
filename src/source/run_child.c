/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs a program to its end, with a time limit.
 *
 * The child is the leader of a process group of its own, so that the processes
 * that it starts end with it. Its standard output and error are one pipe, which
 * is read to its end; what is above a limit is not kept. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source/source_internal.h"

extern char **environ;

enum { MOST_OUTPUT = 1 << 20, SLICE_MS = 50 };

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};

/* -- signals --------------------------------------------------------------- */

void gac__signals_hold(sigset_t *before_out)
{
    sigset_t these;
    sigemptyset(&these);
    for (size_t i = 0; i < GAC__COUNT_OF(ending); i++)
        sigaddset(&these, ending[i]);
    pthread_sigmask(SIG_BLOCK, &these, before_out);
}

void gac__signals_release(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Whether a signal that ends the process is pending. */
static bool is_ending(void)
{
    sigset_t pending;
    if (sigpending(&pending) != 0)
        return false;
    for (size_t i = 0; i < GAC__COUNT_OF(ending); i++)
        if (sigismember(&pending, ending[i]))
            return true;
    return false;
}

/* -- starting -------------------------------------------------------------- */

/* Sets the child up: no signal is blocked or ignored, its standard input is
 * empty, and its output is the pipe. Returns 0 or an errno value. */
static int set_up(posix_spawn_file_actions_t *actions,
                  posix_spawnattr_t *attributes, int fd)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
                                                 "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, fd, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, fd, STDERR_FILENO);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP
                                             | POSIX_SPAWN_SETSIGMASK
                                             | POSIX_SPAWN_SETSIGDEF);
    return error;
}

/* Starts the child. Returns 0 or an errno value. */
static int start(const gac__strings *arguments, int fd, pid_t *pid_out)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = set_up(&actions, &attributes, fd);
        if (!error)
            error = posix_spawn(pid_out, arguments->items[0], &actions,
                                &attributes, arguments->items, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* -- waiting --------------------------------------------------------------- */

static gac_result still_wanted(uint64_t deadline_ns)
{
    if (is_ending())
        return GAC_ERR_CANCELLED;
    return gac__now_ns() < deadline_ns ? GAC_OK : GAC_ERR_TIMEOUT;
}

/* Reads until all processes have closed the other end. */
static gac_result read_output(int fd, uint64_t deadline_ns, gac__bytes *output)
{
    char piece[1 << 14];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        gac_result result = still_wanted(deadline_ns);
        if (result != GAC_OK)
            return result;
        if (poll(&p, 1, SLICE_MS) <= 0)
            continue;
        ssize_t n = read(fd, piece, sizeof piece);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
            return GAC_OK;
        if (n > 0 && output->n < MOST_OUTPUT)
            gac__bytes_add(output, piece, (size_t)n);
    }
}

/* Waits for the process. Its status may be lost, since SIGCHLD is ignored or
 * another thread waits for any child. That counts as success; whether the
 * program succeeded then shows in the files that it wrote. */
static gac_result wait_for(pid_t pid, uint64_t deadline_ns, int *status_out)
{
    *status_out = 0;
    for (int ms = 0;; ms += ms < SLICE_MS) {
        pid_t done = waitpid(pid, status_out, WNOHANG);
        if (done == pid || (done < 0 && errno != EINTR))
            return GAC_OK;
        gac_result result = still_wanted(deadline_ns);
        if (result != GAC_OK)
            return result;
        if (ms > 0)
            poll(NULL, 0, ms);
        else
            sched_yield();
    }
}

/* Kills the child and its process group, and waits for the child. */
static void end_it(pid_t pid)
{
    kill(-pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

gac_result gac__child_run(const gac__strings *arguments, uint64_t deadline_ns,
                          gac__bytes *output, gac__child_end *end)
{
    int ends[2], status;
    pid_t pid = 0;
    if (arguments->failed)
        return GAC_ERR_MEMORY;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        gac__bytes_print(output, "a pipe cannot be made: %s\n",
                         strerror(errno));
        return GAC_ERR_IO;
    }
    int error = start(arguments, ends[1], &pid);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        gac__bytes_print(output, "%s cannot be started: %s\n",
                         arguments->items[0], strerror(error));
        return GAC_ERR_IO;
    }
    gac_result result = read_output(ends[0], deadline_ns, output);
    close(ends[0]);
    if (result == GAC_OK)
        result = wait_for(pid, deadline_ns, &status);
    if (result != GAC_OK) {
        end_it(pid);
        return result;
    }
    end->exited = WIFEXITED(status);
    end->code = end->exited           ? WEXITSTATUS(status)
                : WIFSIGNALED(status) ? WTERMSIG(status)
                                      : 0;
    return GAC_OK;
}
