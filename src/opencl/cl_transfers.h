/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What commands over buffers share. */
#ifndef GAC_OPENCL_CL_TRANSFERS_H
#define GAC_OPENCL_CL_TRANSFERS_H

#include "opencl/opencl_internal.h"

/* Flags that forbid the host to read or to write. */
#define GAC__CL_NOT_READ (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)
#define GAC__CL_NOT_WRITTEN (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)

/* Whether a command may use a buffer. */
static inline cl_int gac__cl_check_memory(cl_command_queue queue, cl_mem memory,
                                          gac__cl_waits waits)
{
    cl_int result = gac__cl_check_enqueue(queue, waits);
    if (result == CL_SUCCESS && !gac__cl_is(memory, GAC__CL_MEMORY))
        result = CL_INVALID_MEM_OBJECT;
    if (result == CL_SUCCESS && memory->context != queue->context)
        result = CL_INVALID_CONTEXT;
    return result;
}

static inline bool gac__cl_lies_in(size_t offset, size_t size, size_t whole)
{
    return offset <= whole && size <= whole - offset;
}

#endif
