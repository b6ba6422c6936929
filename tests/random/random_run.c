/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Data for random kernels, and running them with libgac. */
#include "random_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    return z ^ (z >> 29);
}

void random_data_init(random_input *data, uint64_t seed, uint32_t number,
                      const random_range *range)
{
    uint64_t state = seed * 31 + number;
    memset(data, 0, sizeof *data);
    for (uint32_t k = 0; k < RANDOM_IN_WORDS; k++) {
        uint64_t r = next(&state);
        data->in[k] = (int32_t)(r >> (32 + (r & 3) * 8));
    }
    for (uint32_t k = 0; k < RANDOM_COUNTERS; k++)
        data->counters[k] = (int32_t)next(&state);
    for (uint32_t k = 0; k < RANDOM_COUNTERS; k++)
        data->wide_counters[k] = (int64_t)next(&state);
    data->p0 = (uint32_t)next(&state) % 1000;
    data->p1 = (int64_t)next(&state);
    data->p2 = (float)(int32_t)(next(&state) % 2000) / 8 - 100;
    for (uint32_t k = 0; k < 4; k++)
        data->p3[k] = (int16_t)next(&state);
    data->n_out = RANDOM_SLOTS;
    for (uint32_t d = 0; d < 3; d++)
        data->n_out *= range->global[d];
    data->out = calloc(data->n_out, sizeof *data->out);
    if (data->out == NULL)
        abort();
}

void random_data_free(random_input *data)
{
    free(data->out);
}

static uint64_t hash(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (size_t k = 0; k < n; k++)
        h = (h ^ p[k]) * 0x100000001B3u;
    return h;
}

uint64_t random_data_digest(const random_input *data)
{
    uint64_t h = 0xCBF29CE484222325u;
    h = hash(h, data->counters, sizeof data->counters);
    h = hash(h, data->wide_counters, sizeof data->wide_counters);
    return hash(h, data->out, data->n_out * sizeof *data->out);
}

static gac_result run(gac_launch *l, const random_range *range,
                      const random_how *how, random_input *data)
{
    gac_run_options o = {.size = sizeof o,
                         .dimensions = 3,
                         .threads = how->threads,
                         .async_mode = how->mode,
                         .async_seed = data->p0,
                         .sub_group_size = 8,
                         .checks = how->checks,
                         .strip_lanes = how->strip_lanes,
                         .timeout_ns = 20000000000u};
    for (uint32_t d = 0; d < 3; d++) {
        o.global[d] = range->global[d];
        o.local[d] = range->local[d];
    }
    gac_result r[] = {
        gac_launch_set_buffer(l, 0, data->out, data->n_out * 4, 0),
        gac_launch_set_buffer(l, 1, data->in, sizeof data->in,
                              GAC_BUFFER_READ_ONLY),
        gac_launch_set_buffer(l, 2, data->counters, sizeof data->counters, 0),
        gac_launch_set_buffer(l, 3, data->wide_counters,
                              sizeof data->wide_counters, 0),
        gac_launch_set_value(l, 4, &data->p0, sizeof data->p0),
        gac_launch_set_value(l, 5, &data->p1, sizeof data->p1),
        gac_launch_set_value(l, 6, &data->p2, sizeof data->p2),
        gac_launch_set_value(l, 7, data->p3, sizeof data->p3),
        gac_launch_set_local(l, 8, RANDOM_SHARED_BYTES),
    };
    for (size_t k = 0; k < sizeof r / sizeof r[0]; k++)
        if (r[k] != GAC_OK)
            return r[k];
    gac_run_stats stats = {0};
    gac_result result = gac_launch_run(l, &o, &stats);
    return result == GAC_OK && stats.findings ? GAC_ERR_INVALID : result;
}

gac_result random_run_gac(const gac_program *program, uint32_t number,
                          const random_range *range, const random_how *how,
                          random_input *data)
{
    char name[16];
    gac_launch *launch;
    snprintf(name, sizeof name, "k%u", number);
    gac_result result = gac_launch_create(program, name, &launch);
    if (result != GAC_OK)
        return result;
    result = run(launch, range, how, data);
    gac_launch_destroy(launch);
    return result;
}
