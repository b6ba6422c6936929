/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs gac-run thousands of times without starting a program: each run is a
 * fork of a worker process, which has done nothing yet but start. A run that
 * crashes costs itself only, a worker that does its case. */
#ifndef TESTS_FORK_RUN_H
#define TESTS_FORK_RUN_H

#include <stdbool.h>
#include <stddef.h>

/* Judges case `i`; prints what it has to say in one line. */
typedef bool fork_case(size_t i);

/* Judges cases 0, step, 2 * step .. below n in two processes; prints the line
 * that the runner reads. Returns the exit code. */
int fork_cases(size_t n, size_t step, fork_case *judge);

/* The binary of the module in file `path`, assembled at the first call in any
 * of the processes; `path` itself if that cannot be. The caller's. */
char *fork_module(const char *path);

typedef struct fork_request {
    char **words;          /* gac-run and its arguments, NULL behind them */
    char *const *settings; /* NAME=VALUE; NULL behind them */
    int error_fd;          /* standard error; -1: nowhere */
} fork_request;

/* What a run prints, the caller's; *status_out is as from waitpid(). */
char *fork_run(const fork_request *request, int *status_out);

#endif
