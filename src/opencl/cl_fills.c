/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Commands that fill memory with a pattern. */
#include "opencl/cl_transfers.h"

#include <string.h>

#define MAX_PATTERN 128u

typedef struct fill_command {
    gac__cl_command command;
    unsigned char *to;
    size_t size, pattern_size;
    unsigned char pattern[MAX_PATTERN];
    cl_mem memory;          /* a use is held; NULL: no buffer */
    gac__cl_shared *shared; /* a use is held; NULL: the program's own memory */
} fill_command;

static cl_int run_fill(gac__cl_command *command)
{
    fill_command *f = (fill_command *)(void *)command;
    size_t done = f->pattern_size < f->size ? f->pattern_size : f->size;
    memcpy(f->to, f->pattern, done);
    while (done < f->size) { /* each copy doubles what is filled */
        size_t n = done < f->size - done ? done : f->size - done;
        memcpy(f->to + done, f->to, n);
        done += n;
    }
    if (f->memory)
        gac__cl_write(f->memory);
    if (f->shared)
        f->shared->written = true;
    return CL_COMPLETE;
}

static void drop_fill(gac__cl_command *command)
{
    fill_command *f = (fill_command *)(void *)command;
    gac__cl_unuse(f->memory);
    gac__cl_shared_unuse(f->shared);
}

static bool is_pattern(const void *pattern, size_t size)
{
    return pattern && size && size <= MAX_PATTERN && !(size & (size - 1));
}

static cl_int enqueue_fill(cl_command_queue queue, cl_command_type type,
                           cl_mem memory, unsigned char *to, size_t size,
                           const void *pattern, size_t pattern_size,
                           gac__cl_waits waits, cl_event *event)
{
    fill_command *f =
        gac__cl_command_create(sizeof *f, type, run_fill, drop_fill);
    if (!f)
        return CL_OUT_OF_HOST_MEMORY;
    f->to = to;
    f->size = size;
    f->pattern_size = pattern_size;
    memcpy(f->pattern, pattern, pattern_size);
    f->memory = memory;
    f->shared = memory ? NULL : gac__cl_shared_use(queue->context, to, size);
    gac__cl_use(memory);
    return gac__cl_enqueue(queue, &f->command, GAC__CL_ORDER_QUEUE, waits,
                           false, event);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer,
                                       const void *pattern, size_t pattern_size,
                                       size_t offset, size_t size,
                                       cl_uint n_events, const cl_event *events,
                                       cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_memory(queue, buffer, waits));
    if (!gac__cl_lies_in(offset, size, buffer->size)
        || !is_pattern(pattern, pattern_size) || offset % pattern_size
        || size % pattern_size)
        return CL_INVALID_VALUE;
    return enqueue_fill(queue, CL_COMMAND_FILL_BUFFER, buffer,
                        buffer->data + offset, size, pattern, pattern_size,
                        waits, event);
}

/* -- shared memory -------------------------------------------------------- */

static cl_int fill_shared(cl_command_queue queue, cl_command_type type,
                          void *to, const void *pattern, size_t pattern_size,
                          size_t size, gac__cl_waits waits, cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!to || !is_pattern(pattern, pattern_size)
        || (uintptr_t)to % pattern_size || size % pattern_size
        || !gac__cl_shared_fits(queue->context, to, size))
        return CL_INVALID_VALUE;
    return enqueue_fill(queue, type, NULL, to, size, pattern, pattern_size,
                        waits, event);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *dst,
                                       const void *pattern, size_t pattern_size,
                                       size_t size, cl_uint n_events,
                                       const cl_event *events, cl_event *event)
{
    return fill_shared(queue, CL_COMMAND_SVM_MEMFILL, dst, pattern,
                       pattern_size, size, (gac__cl_waits){n_events, events},
                       event);
}

cl_int CL_API_CALL clEnqueueMemFillINTEL(
    cl_command_queue queue, void *dst, const void *pattern, size_t pattern_size,
    size_t size, cl_uint n_events, const cl_event *events, cl_event *event)
{
    return fill_shared(queue, CL_COMMAND_MEMFILL_INTEL, dst, pattern,
                       pattern_size, size, (gac__cl_waits){n_events, events},
                       event);
}
