/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A kernel that the executor is measured on: an OpenCL C file whose comments
 * say how it is run.
 *
 *   // RUN: -g 65536 -l 64 % buf:f32:65536=rand:1 u32:500
 *                      gac-run's command line, % for the module; the kernel has
 *                      the file's name
 *   // LONG: ...       the same, of 20 ms and more: for machines that others
 * use
 *   // SETUP: -g 1     first, kernel `setup` of the same file runs over this
 *                      range, with the same arguments: what it leaves in the
 *                      buffers is what each run starts with
 *   // TOLERANCE: 1e-4 by so much, relative to their size, the floats of two
 *                      implementations may differ; of integers so large a share
 *                      (default: 0) */
#ifndef BENCH_EXEC_CASE_H
#define BENCH_EXEC_CASE_H

#include "tools/run_tool.h"

typedef struct exec_case {
    char name[64];          /* the kernel's, and the file's */
    gac__run_command run;   /* range and arguments, with the buffers' memory */
    gac__run_command setup; /* its range; has_global: there is one */
    double tolerance;
    uint8_t **kept; /* what exec_case_keep() put aside, an argument each */
    char *lines;    /* what the commands point into */
} exec_case;

/* Reads a .cl file, and makes the arguments' memory of its line `wanted` ("RUN"
 * or "LONG"). NULL: it has none. What is wrong with it ends the program. */
exec_case *exec_case_open(const char *path, const char *wanted);
void exec_case_close(exec_case *c);

/* Takes what the buffers hold now for what each run starts with; gives them
 * that again. */
void exec_case_start_here(exec_case *c);
void exec_case_restore(exec_case *c);

/* Puts aside what the buffers hold; tells whether they hold the same now, to
 * the bit, or within the tolerance. */
void exec_case_keep(exec_case *c);
bool exec_case_is_same(const exec_case *c);
bool exec_case_is_near(const exec_case *c);

/* Work-items in dimension d, in at most `groups` work-groups (0: all). */
uint64_t exec_global(const exec_case *c, uint32_t d, uint32_t groups);

/* The compilers of bench/compile.sh, and the module that one of them made of a
 * case there, in `folder`; free() it. NULL: it could not. */
#define EXEC_COMPILERS 2
extern const char *const exec_compilers[EXEC_COMPILERS];
void *exec_case_module(const exec_case *c, const char *folder,
                       const char *compiler, size_t *bytes_out);

/* Reads a file; free() it. Ends the program if it cannot be read. */
void *exec_read_file(const char *path, size_t *bytes_out);

#endif
