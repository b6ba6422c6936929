/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* All memory that a context shares with kernels. */
#ifndef GAC_OPENCL_SHARED_MEMORY_H
#define GAC_OPENCL_SHARED_MEMORY_H

#include "opencl/opencl_internal.h"

/* Uses all of the context's allocations: a list in the order of their
 * addresses, which gac__cl_shared_list_unuse() frees. */
size_t gac__cl_shared_list_use(cl_context context, gac__cl_shared ***list_out);
void gac__cl_shared_list_unuse(gac__cl_shared **list, size_t n);

/* Finds the allocation of such a list that has the byte at `data`; NULL: there
 * is none. */
gac__cl_shared *gac__cl_shared_list_find(gac__cl_shared *const *list, size_t n,
                                         const void *data);

#endif
