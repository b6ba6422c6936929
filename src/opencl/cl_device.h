/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The device's properties that other objects answer with. */
#ifndef GAC_OPENCL_DEVICE_H
#define GAC_OPENCL_DEVICE_H

#include "opencl/opencl_internal.h"

/* Sets what the device says of the machine. */
void gac__cl_device_measure(cl_device_id device);

/* Getter: the only device, as contexts, queues and programs answer with it. */
void gac__cl_get_device(const void *object, gac__cl_answer *answer);

/* Getters for the device and the platform, whose extensions are those
 * "supported by all devices". */
void gac__cl_get_extensions(const void *object, gac__cl_answer *answer);
void gac__cl_get_extension_versions(const void *object, gac__cl_answer *answer);

#endif
