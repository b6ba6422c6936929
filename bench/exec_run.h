/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A benchmark's kernel, ready to run: by a build of gac, or by an OpenCL
 * device. All work in the case's own buffers, and leave their contents there.
 */
#ifndef BENCH_EXEC_RUN_H
#define BENCH_EXEC_RUN_H

#include <gac/gac.h>
#include <gac/text.h>
#include <time.h>

#include "exec_case.h"

/* The functions of a build of gac. */
#define EXEC_FUNCTIONS(X)                                                      \
    X(context_create)                                                          \
    X(context_destroy)                                                         \
    X(module_parse)                                                            \
    X(module_destroy)                                                          \
    X(program_create)                                                          \
    X(program_destroy)                                                         \
    X(launch_create)                                                           \
    X(launch_destroy)                                                          \
    X(launch_set_buffer)                                                       \
    X(launch_set_local)                                                        \
    X(launch_set_value)                                                        \
    X(launch_run)

typedef struct exec_library {
#define X(name) __typeof__(gac_##name) *name;
    EXEC_FUNCTIONS(X)
#undef X
} exec_library;

/* That of the program itself, and that of a libgac.so, which stays loaded. */
extern const exec_library exec_linked;
exec_library exec_library_open(const char *path);

typedef struct exec_gac exec_gac;
typedef struct exec_ocl exec_ocl;

/* Compiles the case's kernel and sets its arguments. `words`: the module, alive
 * until the close. Faults end the program. `groups`: at most so many
 * work-groups in a dimension; 0: all. */
exec_gac *exec_gac_open(const exec_library *library, const exec_case *c,
                        const void *words, size_t bytes, uint32_t groups);
/* Runs the case's setup, if it has one; exec_case_start_here() may follow. */
void exec_gac_setup(exec_gac *g);
void exec_gac_run(exec_gac *g);

/* Later runs are on so many threads (0: one a processor) and make these checks
 * (gac_run_options' `checks`; NULL: none). */
void exec_gac_set(exec_gac *g, uint32_t threads, const char *checks);

/* The last run's. */
const gac_run_stats *exec_gac_stats(const exec_gac *g);
void exec_gac_close(exec_gac *g);

/* Before all else of OpenCL: PoCL takes so many threads, and, as gac, no more
 * instruction sets than the environment variable GAC_CPU allows. */
void exec_ocl_limit(unsigned threads);

/* Like exec_gac_open(), but from the OpenCL C source in `path`. */
exec_ocl *exec_ocl_open(const exec_case *c, const char *path, uint32_t groups);
void exec_ocl_setup(exec_ocl *o);
void exec_ocl_run(exec_ocl *o);
void exec_ocl_close(exec_ocl *o);

/* The device's name; valid after an open. */
const char *exec_ocl_device(void);

/* A clock's time, and the median of n times, which are sorted. */
double exec_clock_ms(clockid_t clock);
double exec_median(double *times, uint32_t n);

/* The module of bench/kernels' case, from its text. Ends the program if there
 * is none. */
gac_assembly *exec_assemble(const exec_case *c);

#endif
