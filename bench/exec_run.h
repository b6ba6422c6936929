/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A benchmark's kernel, ready to run: by gac, or by an OpenCL device. */
#ifndef BENCH_EXEC_RUN_H
#define BENCH_EXEC_RUN_H

#include <time.h>

#include "exec_case.h"
#include "gac/text.h"

typedef struct exec_gac exec_gac;
typedef struct exec_ocl exec_ocl;

/* Sets the case up: data made, kernel compiled, arguments set. `words`: the
 * module, alive until the close. Faults end the program. `groups`: at most so
 * many work-groups in a dimension; 0: all. */
exec_gac *exec_gac_open(const exec_case *c, const void *words, size_t bytes,
                        uint32_t groups);
void exec_gac_run(exec_gac *g);

/* Later runs are on so many threads (0: one a processor) and make these checks
 * (gac_run_options' `checks`; NULL: none). */
void exec_gac_set(exec_gac *g, uint32_t threads, const char *checks);

/* The last run's findings and bytes of shadow memory. */
void exec_gac_stats(const exec_gac *g, uint64_t *findings_out,
                    uint64_t *shadow_bytes_out);
void exec_gac_close(exec_gac *g);

/* Argument `index`'s memory. */
const void *exec_gac_buffer(const exec_gac *g, uint32_t index);

/* Like exec_gac_open(), but from the OpenCL C source in `path`. */
exec_ocl *exec_ocl_open(const exec_case *c, const char *path, uint32_t groups);
void exec_ocl_run(exec_ocl *o);
void exec_ocl_close(exec_ocl *o);
const void *exec_ocl_buffer(exec_ocl *o, uint32_t index);

/* The device's name; valid after an open. */
const char *exec_ocl_device(void);

/* Reads a file; free() it. Ends the program if it cannot be read. */
void *exec_read_file(const char *path, size_t *bytes_out);

/* The range that is run in dimension d. */
uint32_t exec_global(const exec_case *c, uint32_t d, uint32_t groups);

const exec_case *exec_find(const char *name);

/* A clock's time, and the median of n times, which are sorted. */
double exec_clock_ms(clockid_t clock);
double exec_median(double *times, uint32_t n);

/* The module of a case, from its text. Ends the program if there is none. */
gac_assembly *exec_assemble(const exec_case *c);

#endif
