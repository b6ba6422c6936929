/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* All shared memory of a context, for launches. */
#ifndef GAC_OPENCL_SHARED_MEMORY_H
#define GAC_OPENCL_SHARED_MEMORY_H

#include "opencl/opencl_internal.h"

/* Takes uses of all allocations of a context, sorted by address, which
 * gac__cl_shared_list_unuse() ends. */
size_t gac__cl_shared_list_use(cl_context context, gac__cl_shared ***list_out);
void gac__cl_shared_list_unuse(gac__cl_shared **list, size_t n);

/* Finds the allocation in such a list that contains the byte at `data`; NULL:
 * there is none. */
gac__cl_shared *gac__cl_shared_list_find(gac__cl_shared *const *list, size_t n,
                                         const void *data);

#endif
