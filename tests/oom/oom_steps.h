/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Scenes: what is done with each module, and without one. */
#ifndef TESTS_OOM_STEPS_H
#define TESTS_OOM_STEPS_H

#include "oom_trial.h"

typedef struct oom_kind {
    const char *name;
    oom_step_fn *const *steps;
    bool of_text;   /* of assembly text; all others are of binaries */
    bool of_kernel; /* once for each kernel */
    const char *checks;
    uint32_t n_threads;
    bool loose;
} oom_kind;

/* Of modules; a row without a name ends them. */
extern const oom_kind oom_kinds[];

/* Of none: the copy engine, and the set for foreign interpreters. */
extern const oom_kind oom_copy_kinds[];

/* Frees all that the steps have made. */
gac_result oom_close(oom_scene *s);

#endif
