/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Commands that copy memory: to and from the host, between buffers, and between
 * shared memory. */
#include "opencl/cl_transfers.h"

#include <string.h>

/* -- boxes ---------------------------------------------------------------- */

/* One side of a copy, in bytes: from `first` on, lines of `region[0]` bytes,
 * `region[1]` lines in a plane, `region[2]` planes. */
typedef struct side {
    size_t first;
    size_t row, slice; /* pitches of lines and of planes */
} side;

/* Sets pitches that are 0; false: they are smaller than the region, or the
 * plane's is no multiple of the line's. */
static bool set_pitches(side *s, const size_t region[3])
{
    if (!s->row)
        s->row = region[0];
    if (s->row < region[0])
        return false;
    size_t least;
    if (__builtin_mul_overflow(s->row, region[1], &least))
        return false;
    if (!s->slice)
        s->slice = least;
    return s->slice >= least && s->slice % s->row == 0;
}

/* Adds an origin to a side's beginning, and checks that the side lies in `size`
 * bytes. */
static bool set_first(side *s, const size_t origin[3], const size_t region[3],
                      size_t size)
{
    size_t z, y, last_z, last_y, end;
    return !__builtin_mul_overflow(origin[2], s->slice, &z)
           && !__builtin_mul_overflow(origin[1], s->row, &y)
           && !__builtin_add_overflow(z, y, &s->first)
           && !__builtin_add_overflow(s->first, origin[0], &s->first)
           && !__builtin_mul_overflow(region[2] - 1, s->slice, &last_z)
           && !__builtin_mul_overflow(region[1] - 1, s->row, &last_y)
           && !__builtin_add_overflow(s->first, last_z, &end)
           && !__builtin_add_overflow(end, last_y, &end)
           && !__builtin_add_overflow(end, region[0], &end) && end <= size;
}

typedef struct copy_command {
    gac__cl_command command;
    unsigned char *to;
    const unsigned char *from;
    side to_side, from_side;
    size_t region[3];
    cl_mem to_memory, from_memory; /* a use is held; NULL: the host's memory */
    gac__cl_shared *to_shared, *from_shared; /* a use is held; NULL: no shared
                                                memory, or a buffer's */
} copy_command;

static cl_int run_copy(gac__cl_command *command)
{
    copy_command *c = (copy_command *)(void *)command;
    for (size_t z = 0; z < c->region[2]; z++)
        for (size_t y = 0; y < c->region[1]; y++) {
            unsigned char *to = c->to + c->to_side.first + z * c->to_side.slice
                                + y * c->to_side.row;
            const unsigned char *from = c->from + c->from_side.first
                                        + z * c->from_side.slice
                                        + y * c->from_side.row;
            if (to != from && c->region[0])
                memmove(to, from, c->region[0]);
        }
    if (c->to_memory)
        gac__cl_write(c->to_memory);
    if (c->to_shared)
        c->to_shared->written = true;
    return CL_COMPLETE;
}

static void drop_copy(gac__cl_command *command)
{
    copy_command *c = (copy_command *)(void *)command;
    gac__cl_unuse(c->to_memory);
    gac__cl_unuse(c->from_memory);
    gac__cl_shared_unuse(c->to_shared);
    gac__cl_shared_unuse(c->from_shared);
}

/* Enqueues a copy. What lies in no buffer may lie in shared memory. */
static cl_int enqueue_copy(cl_command_queue queue, cl_command_type type,
                           copy_command copy, gac__cl_waits waits,
                           bool blocking, cl_event *event)
{
    copy_command *c =
        gac__cl_command_create(sizeof *c, type, run_copy, drop_copy);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    copy.command = c->command;
    *c = copy;
    gac__cl_use(c->to_memory);
    gac__cl_use(c->from_memory);
    if (!c->to_memory)
        c->to_shared = gac__cl_shared_use(queue->context, c->to, 1);
    if (!c->from_memory)
        c->from_shared = gac__cl_shared_use(queue->context, c->from, 1);
    return gac__cl_enqueue(queue, &c->command, GAC__CL_ORDER_QUEUE, waits,
                           blocking, event);
}

/* -- reads and writes ----------------------------------------------------- */

/* The arguments of clEnqueueReadBufferRect and clEnqueueWriteBufferRect. */
typedef struct rectangle {
    const size_t *memory_origin, *host_origin, *region;
    side memory, host;
} rectangle;

/* Enqueues a copy between a buffer and the host's memory. */
static cl_int transfer(cl_command_queue queue, cl_mem memory,
                       cl_command_type type, bool blocking, const rectangle *r,
                       void *host, gac__cl_waits waits, cl_event *event)
{
    bool reads =
        type == CL_COMMAND_READ_BUFFER || type == CL_COMMAND_READ_BUFFER_RECT;
    if (memory->flags & (reads ? GAC__CL_NOT_READ : GAC__CL_NOT_WRITTEN))
        return CL_INVALID_OPERATION;
    copy_command c = {.to = reads ? host : memory->data,
                      .from = reads ? memory->data : host,
                      .to_side = reads ? r->host : r->memory,
                      .from_side = reads ? r->memory : r->host,
                      .to_memory = reads ? NULL : memory,
                      .from_memory = reads ? memory : NULL};
    memcpy(c.region, r->region, sizeof c.region);
    return enqueue_copy(queue, type, c, waits, blocking, event);
}

static cl_int read_or_write(cl_command_queue queue, cl_mem memory,
                            cl_command_type type, bool blocking, size_t offset,
                            size_t size, void *host, gac__cl_waits waits,
                            cl_event *event)
{
    const size_t region[] = {size, 1, 1};
    const rectangle r = {.region = region, .memory.first = offset};
    GAC__CL_TRY(gac__cl_check_memory(queue, memory, waits));
    if (!host || !gac__cl_lies_in(offset, size, memory->size))
        return CL_INVALID_VALUE;
    return transfer(queue, memory, type, blocking, &r, host, waits, event);
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
                                       cl_bool blocking, size_t offset,
                                       size_t size, void *ptr, cl_uint n_events,
                                       const cl_event *events, cl_event *event)
{
    return read_or_write(queue, buffer, CL_COMMAND_READ_BUFFER, blocking,
                         offset, size, ptr, (gac__cl_waits){n_events, events},
                         event);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer,
                                        cl_bool blocking, size_t offset,
                                        size_t size, const void *ptr,
                                        cl_uint n_events,
                                        const cl_event *events, cl_event *event)
{
    return read_or_write(queue, buffer, CL_COMMAND_WRITE_BUFFER, blocking,
                         offset, size, (void *)(uintptr_t)ptr,
                         (gac__cl_waits){n_events, events}, event);
}

static bool is_region(const size_t *region)
{
    return region && region[0] && region[1] && region[2];
}

static cl_int read_or_write_box(cl_command_queue queue, cl_mem memory,
                                cl_command_type type, bool blocking,
                                rectangle *r, void *host, gac__cl_waits waits,
                                cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_memory(queue, memory, waits));
    if (!host || !r->memory_origin || !r->host_origin || !is_region(r->region)
        || !set_pitches(&r->memory, r->region)
        || !set_pitches(&r->host, r->region)
        || !set_first(&r->memory, r->memory_origin, r->region, memory->size)
        || !set_first(&r->host, r->host_origin, r->region, SIZE_MAX / 2))
        return CL_INVALID_VALUE;
    return transfer(queue, memory, type, blocking, r, host, waits, event);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    const size_t *buffer_origin, const size_t *host_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
    size_t host_row_pitch, size_t host_slice_pitch, void *ptr, cl_uint n_events,
    const cl_event *events, cl_event *event)
{
    rectangle r = {buffer_origin,
                   host_origin,
                   region,
                   {0, buffer_row_pitch, buffer_slice_pitch},
                   {0, host_row_pitch, host_slice_pitch}};
    return read_or_write_box(queue, buffer, CL_COMMAND_READ_BUFFER_RECT,
                             blocking, &r, ptr,
                             (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking,
    const size_t *buffer_origin, const size_t *host_origin,
    const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
    size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
    cl_uint n_events, const cl_event *events, cl_event *event)
{
    rectangle r = {buffer_origin,
                   host_origin,
                   region,
                   {0, buffer_row_pitch, buffer_slice_pitch},
                   {0, host_row_pitch, host_slice_pitch}};
    return read_or_write_box(queue, buffer, CL_COMMAND_WRITE_BUFFER_RECT,
                             blocking, &r, (void *)(uintptr_t)ptr,
                             (gac__cl_waits){n_events, events}, event);
}

/* -- copies between buffers ----------------------------------------------- */

/* Whether `size` bytes at each of two addresses overlap. */
static bool overlap(const unsigned char *a, const unsigned char *b, size_t size)
{
    return (uintptr_t)a < (uintptr_t)b + size
           && (uintptr_t)b < (uintptr_t)a + size;
}

static cl_int check_two(cl_command_queue queue, cl_mem from, cl_mem to,
                        gac__cl_waits waits)
{
    cl_int result = gac__cl_check_memory(queue, from, waits);
    return result == CL_SUCCESS ? gac__cl_check_memory(queue, to, waits)
                                : result;
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src,
                                       cl_mem dst, size_t src_offset,
                                       size_t dst_offset, size_t size,
                                       cl_uint n_events, const cl_event *events,
                                       cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(check_two(queue, src, dst, waits));
    if (!gac__cl_lies_in(src_offset, size, src->size)
        || !gac__cl_lies_in(dst_offset, size, dst->size))
        return CL_INVALID_VALUE;
    const unsigned char *from = src->data + src_offset;
    unsigned char *to = dst->data + dst_offset;
    if (overlap(from, to, size))
        return CL_MEM_COPY_OVERLAP;
    copy_command c = {.to = to,
                      .from = from,
                      .region = {size, 1, 1},
                      .to_memory = dst,
                      .from_memory = src};
    return enqueue_copy(queue, CL_COMMAND_COPY_BUFFER, c, waits, false, event);
}

static size_t end_of(const side *s, const size_t region[3])
{
    return s->first + (region[2] - 1) * s->slice + (region[1] - 1) * s->row
           + region[0];
}

/* Whether, of two pieces that recur every `pitch` bytes, one fits into the gap
 * behind the other. */
static bool fits_in_gap(size_t a, size_t b, size_t size, size_t pitch)
{
    a %= pitch;
    b %= pitch;
    return (b >= a + size && b + size <= a + pitch)
           || (a >= b + size && a + size <= b + pitch);
}

/* Whether two boxes of one buffer with the same pitches overlap, by the
 * specification's "Checking for Memory Copy Overlap". */
static bool boxes_overlap(const side *a, const side *b, const size_t region[3])
{
    size_t slice_size = (region[1] - 1) * a->row + region[0];
    return a->first < end_of(b, region) && b->first < end_of(a, region)
           && !fits_in_gap(a->first, b->first, region[0], a->row)
           && !fits_in_gap(a->first, b->first, slice_size, a->slice);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint n_events, const cl_event *events, cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    side from = {0, src_row_pitch, src_slice_pitch};
    side to = {0, dst_row_pitch, dst_slice_pitch};
    GAC__CL_TRY(check_two(queue, src, dst, waits));
    if (!src_origin || !dst_origin || !is_region(region)
        || !set_pitches(&from, region) || !set_pitches(&to, region)
        || !set_first(&from, src_origin, region, src->size)
        || !set_first(&to, dst_origin, region, dst->size))
        return CL_INVALID_VALUE;
    bool alike = from.row == to.row && from.slice == to.slice;
    if (src == dst && !alike)
        return CL_INVALID_VALUE;
    side a = from, b = to;
    a.first += src->origin;
    b.first += dst->origin;
    if (gac__cl_whole(src) == gac__cl_whole(dst)
        && (alike
                ? boxes_overlap(&a, &b, region)
                : a.first < end_of(&b, region) && b.first < end_of(&a, region)))
        return CL_MEM_COPY_OVERLAP;
    copy_command c = {.to = dst->data,
                      .from = src->data,
                      .to_side = to,
                      .from_side = from,
                      .region = {region[0], region[1], region[2]},
                      .to_memory = dst,
                      .from_memory = src};
    return enqueue_copy(queue, CL_COMMAND_COPY_BUFFER_RECT, c, waits, false,
                        event);
}

/* -- shared memory -------------------------------------------------------- */

static cl_int copy_shared(cl_command_queue queue, cl_command_type type,
                          bool blocking, void *to, const void *from,
                          size_t size, gac__cl_waits waits, cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!to || !from || !gac__cl_shared_fits(queue->context, to, size)
        || !gac__cl_shared_fits(queue->context, from, size))
        return CL_INVALID_VALUE;
    if (overlap(from, to, size))
        return CL_MEM_COPY_OVERLAP;
    copy_command c = {.to = to, .from = from, .region = {size, 1, 1}};
    return enqueue_copy(queue, type, c, waits, blocking, event);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking,
                                      void *dst, const void *src, size_t size,
                                      cl_uint n_events, const cl_event *events,
                                      cl_event *event)
{
    return copy_shared(queue, CL_COMMAND_SVM_MEMCPY, blocking, dst, src, size,
                       (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue queue,
                                        cl_bool blocking, void *dst,
                                        const void *src, size_t size,
                                        cl_uint n_events,
                                        const cl_event *events, cl_event *event)
{
    return copy_shared(queue, CL_COMMAND_MEMCPY_INTEL, blocking, dst, src, size,
                       (gac__cl_waits){n_events, events}, event);
}
