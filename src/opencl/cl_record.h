/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Launches as files: what GAC_RECORD writes and gac-run --replay runs. */
#ifndef GAC_OPENCL_CL_RECORD_H
#define GAC_OPENCL_CL_RECORD_H

#include "opencl/opencl_internal.h"

/* Memory that a launch can reach, with its contents before the launch. */
typedef struct gac__cl_reached {
    uint32_t argument; /* UINT32_MAX: none */
    const void *data;
    size_t size;
    uint64_t address; /* in the kernel's memory; 0: none */
} gac__cl_reached;

/* A launch that is about to run. */
typedef struct gac__cl_launched {
    const gac__cl_code *code;
    const char *kernel;
    const gac__cl_parameter *parameters;
    const gac__cl_argument *arguments;
    uint32_t n_arguments;
    const gac__cl_reached *reached;
    size_t n_reached;
    const gac_run_options *options;
} gac__cl_launched;

/* Writes a launch to a new folder in `top`, which is created if necessary:
 *
 *     N/job.json    kernel, range, specialization constants, arguments
 *     N/module.spv
 *     N/argK.npy, N/bufferK.npy    contents of buffers
 *
 * A failure is reported once on standard error, and has no other effect. */
void gac__cl_record(const char *top, const gac__cl_launched *launched);

#endif
