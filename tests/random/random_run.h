/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Data for random kernels, and running them with libgac. */
#ifndef RANDOM_RUN_H
#define RANDOM_RUN_H

#include <gac/gac.h>

#include "random_gen.h"

/* Everything that a kernel may write, and what it reads. */
typedef struct random_input {
    int32_t in[RANDOM_IN_WORDS];
    int32_t counters[RANDOM_COUNTERS];
    int64_t wide_counters[RANDOM_COUNTERS];
    uint32_t p0;
    int64_t p1;
    float p2;
    int16_t p3[4];
    uint32_t n_out; /* words */
    uint32_t *out;
} random_input;

#define RANDOM_SHARED_BYTES 2048u

/* Fills in what kernel `number` of program `seed` starts with; `out` is the
 * caller's: zeros for `n_out` words. */
void random_data_init(random_input *data, uint64_t seed, uint32_t number,
                      const random_range *range);
void random_data_free(random_input *data);

/* A hash of what a kernel may have written. */
uint64_t random_data_digest(const random_input *data);

/* How gac runs a kernel. */
typedef struct random_how {
    uint32_t threads;
    gac_async_mode mode;
    const char *checks; /* as in gac_run_options; what they find is an error */
    uint32_t strip_lanes; /* as in gac_run_options */
} random_how;

gac_result random_run_gac(const gac_program *program, uint32_t number,
                          const random_range *range, const random_how *how,
                          random_input *data);

#endif
