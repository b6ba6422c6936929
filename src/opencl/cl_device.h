/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The device's properties that other objects answer with. */
#ifndef GAC_OPENCL_DEVICE_H
#define GAC_OPENCL_DEVICE_H

#include "opencl/opencl_internal.h"

/* Sets what the device says of the machine. */
void gac__cl_device_measure(cl_device_id device);

/* A getter of the device, the only one of a context, a queue or a program. */
void gac__cl_get_device(const void *object, gac__cl_answer *answer);

/* Getters that the platform shares: "extensions ... supported by all devices."
 */
void gac__cl_get_extensions(const void *object, gac__cl_answer *answer);
void gac__cl_get_extension_versions(const void *object, gac__cl_answer *answer);

#endif
