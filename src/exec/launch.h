/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs and launches: what the public interface hands out. */
#ifndef GAC_EXEC_LAUNCH_H
#define GAC_EXEC_LAUNCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "exec/exec_internal.h"

struct gac_program {
    const gac_module *module;
    gac_context *context;
    gac_spec_value *specs;
    uint32_t n_specs;
};

/* A launch keeps the kernel's IR, and the lane program of its last run: another
 * run with the same work-group size starts at once. */
struct gac_launch {
    const gac_program *program;
    gac__arena arena;       /* of the IR */
    gac__ir *ir;
    char *name;
    gac__argument *arguments;
    gac__lane_program code; /* width 0: none yet */
    uint32_t code_for;      /* max_width that it was made for */
    atomic_int stop;
    bool running;
    pthread_t thread;
    gac_run_options options; /* of a started run */
    gac_run_stats stats;
    gac_result result;
};

/* Deals out all groups of a prepared run. */
gac_result gac__run_groups(gac__run *run);

/* Builds a run's address space from the launch's arguments and the module's
 * variables, and the scalar part of frames. */
gac_result gac__run_prepare(gac__run *run);
void gac__run_cleanup(gac__run *run);

#endif
