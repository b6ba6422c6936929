/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* All memory that a context shares with kernels. */
#ifndef GAC_OPENCL_SHARED_MEMORY_H
#define GAC_OPENCL_SHARED_MEMORY_H

#include "opencl/opencl_internal.h"

/* A copy of the context's list, the caller's; returns how many there are. */
size_t gac__cl_shared_list(cl_context context, gac__cl_shared **list_out);

#endif
