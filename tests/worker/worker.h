/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs gac-run, -val, -as and -dis thousands of times without starting a
 * program: two workers call their mains. A run that crashes costs a worker, and
 * the worker its case; another goes on behind it. */
#ifndef TESTS_WORKER_H
#define TESTS_WORKER_H

#include <stdbool.h>
#include <stddef.h>

/* Tries case `i`; prints what it has to say in one line. */
typedef bool worker_case(size_t i);

/* Tries cases 0 to n - 1 in two processes, `block` of them after each other in
 * the same one; prints the line that the runner reads. Returns the exit code.
 */
int worker_cases(size_t n, size_t block, worker_case *try_case);

/* The binary of the module in file `path`, assembled at the first call in any
 * of the processes; `path` itself if that cannot be. The caller's. */
char *worker_module(const char *path);

typedef struct worker_request {
    char **words;          /* a tool and its arguments, NULL behind them */
    char *const *settings; /* NAME=VALUE; NULL behind them; or NULL */
    int error_fd;          /* standard error; -1: nowhere */
} worker_request;

/* Runs a tool; what it prints goes to a file. Returns its exit code. */
int worker_run_to(const worker_request *request, int output_fd);

/* What a run prints, the caller's; its exit code goes to *code_out. */
char *worker_run(const worker_request *request, int *code_out);

#endif
