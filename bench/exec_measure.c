/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the benchmarks of kernels have in common: times, and assembled modules.
 */
#include "exec_run.h"

#include <stdio.h>
#include <stdlib.h>

double exec_clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double exec_median(double *times, uint32_t n)
{
    qsort(times, n, sizeof *times, by_value);
    return times[n / 2];
}

gac_assembly *exec_assemble(const exec_case *c)
{
    char text[400];
    gac_context *context;
    gac_assembly *assembly;
    snprintf(text, sizeof text, "bench/kernels/%s.spvasm", c->name);
    if (gac_context_create(NULL, &context) != GAC_OK
        || gac_assemble_file(context, text, NULL, &assembly) != GAC_OK) {
        fprintf(stderr, "cannot assemble %s\n", text);
        exit(2);
    }
    return assembly;
}
