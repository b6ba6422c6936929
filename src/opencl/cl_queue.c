/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Command queues. */
#include "opencl/cl_device.h"

#include <stdlib.h>

#define QUEUE_FLAGS                                                            \
    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define DEVICE_QUEUE_FLAGS (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)

static void destroy(void *object)
{
    cl_command_queue queue = object;
    gac__bytes_free(&queue->properties);
    gac__cl_unuse(queue->context);
}

/* Reads the flags from the properties. A size is for on-device queues alone. */
static cl_int read_properties(const cl_queue_properties *list,
                              cl_command_queue_properties *flags)
{
    bool has_size = false;
    for (size_t n = 0; list && list[n]; n += 2) {
        switch (list[n]) {
        case CL_QUEUE_PROPERTIES: *flags = list[n + 1]; break;
        case CL_QUEUE_SIZE: has_size = true; break;
        default: return CL_INVALID_VALUE;
        }
    }
    return has_size && !(*flags & CL_QUEUE_ON_DEVICE) ? CL_INVALID_VALUE
                                                      : CL_SUCCESS;
}

/* Creates a queue with these flags, or those of its properties. */
static cl_int make(cl_context context, cl_device_id device,
                   cl_command_queue_properties flags,
                   const cl_queue_properties *properties,
                   cl_command_queue *queue_out)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    GAC__CL_TRY(read_properties(properties, &flags));
    if (flags
        & ~(cl_command_queue_properties)(QUEUE_FLAGS | DEVICE_QUEUE_FLAGS))
        return CL_INVALID_VALUE;
    if (flags & DEVICE_QUEUE_FLAGS)
        return CL_INVALID_QUEUE_PROPERTIES; /* the device has no on-device
                                               queues */
    cl_command_queue queue =
        gac__cl_create(GAC__CL_QUEUE, sizeof *queue, destroy);
    if (!queue)
        return CL_OUT_OF_HOST_MEMORY;
    queue->flags = flags;
    queue->context = context;
    gac__cl_use(context);
    *queue_out = queue;
    return gac__cl_keep_properties(&queue->properties, properties)
               ? CL_SUCCESS
               : CL_OUT_OF_HOST_MEMORY;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_command_queue queue = NULL;
    cl_int result = make(context, device, properties, NULL, &queue);
    return gac__cl_created(queue, result, errcode_ret);
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device,
    const cl_queue_properties *properties, cl_int *errcode_ret)
{
    cl_command_queue queue = NULL;
    cl_int result = make(context, device, 0, properties, &queue);
    return gac__cl_created(queue, result, errcode_ret);
}

/* "CL_QUEUE_SIZE: ... only valid for device queues." */
static void get_size(const void *object, gac__cl_answer *answer)
{
    (void)object;
    answer->result = CL_INVALID_COMMAND_QUEUE;
}

static const gac__cl_query queries[] = {
    GAC__CL_ROW_MEMBER(CL_QUEUE_CONTEXT, _cl_command_queue, context),
    GAC__CL_ROW_GET(CL_QUEUE_DEVICE, gac__cl_get_device),
    GAC__CL_ROW_GET(CL_QUEUE_REFERENCE_COUNT, gac__cl_get_references),
    GAC__CL_ROW_MEMBER(CL_QUEUE_PROPERTIES, _cl_command_queue, flags),
    GAC__CL_ROW_GET_OF(CL_QUEUE_PROPERTIES_ARRAY, _cl_command_queue, properties,
                       gac__cl_get_bytes),
    GAC__CL_ROW_GET(CL_QUEUE_SIZE, get_size),
    GAC__CL_ROW(CL_QUEUE_DEVICE_DEFAULT, size_t, 0),
};

GAC__CL_DEFINE_INFO(clGetCommandQueueInfo, cl_command_queue, GAC__CL_QUEUE,
                    queries)

cl_int CL_API_CALL clFlush(cl_command_queue queue)
{
    return gac__cl_check(queue, GAC__CL_QUEUE);
}

cl_int CL_API_CALL clFinish(cl_command_queue queue)
{
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    gac__cl_use(queue);
    gac__cl_wait_for_queue(queue);
    gac__cl_unuse(queue);
    return CL_SUCCESS;
}

/* -- points --------------------------------------------------------------- */

typedef struct point_command {
    gac__cl_command command;
    gac__cl_point point;
    cl_mem *memories; /* uses are held */
} point_command;

static cl_int run_point(gac__cl_command *command)
{
    point_command *c = (point_command *)(void *)command;
    if (c->point.call)
        c->point.call(c->point.arguments);
    for (cl_uint k = 0; c->point.writes && k < c->point.n; k++)
        if (c->memories[k])
            gac__cl_write(c->memories[k]);
    return CL_COMPLETE;
}

static void drop_point(gac__cl_command *command)
{
    point_command *c = (point_command *)(void *)command;
    for (cl_uint k = 0; c->memories && k < c->point.n; k++)
        gac__cl_unuse(c->memories[k]);
    free(c->memories);
    free(c->point.arguments);
}

cl_int gac__cl_enqueue_point(cl_command_queue queue, gac__cl_point point,
                             gac__cl_waits waits, bool blocking,
                             cl_event *event_out)
{
    point_command *c =
        gac__cl_command_create(sizeof *c, point.type, run_point, drop_point);
    if (!c) {
        free(point.arguments);
        return CL_OUT_OF_HOST_MEMORY;
    }
    c->point = point;
    c->memories = gac__cl_copy(point.memories, point.n * sizeof(cl_mem));
    if (!c->memories) {
        gac__cl_command_destroy(&c->command);
        return CL_OUT_OF_HOST_MEMORY;
    }
    for (cl_uint k = 0; k < point.n; k++)
        gac__cl_use(c->memories[k]);
    return gac__cl_enqueue(queue, &c->command, point.order, waits, blocking,
                           event_out);
}

/* -- markers and barriers ------------------------------------------------- */

static cl_int enqueue_empty(cl_command_queue queue, cl_command_type type,
                            gac__cl_order order, gac__cl_waits waits,
                            cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    gac__cl_point point = {.type = type, .order = order};
    return gac__cl_enqueue_point(queue, point, waits, false, event);
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue,
                                               cl_uint n_events,
                                               const cl_event *events,
                                               cl_event *event)
{
    return enqueue_empty(queue, CL_COMMAND_MARKER, GAC__CL_ORDER_AFTER,
                         (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue,
                                                cl_uint n_events,
                                                const cl_event *events,
                                                cl_event *event)
{
    return enqueue_empty(queue, CL_COMMAND_BARRIER, GAC__CL_ORDER_FENCE,
                         (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    return event ? enqueue_empty(queue, CL_COMMAND_MARKER, GAC__CL_ORDER_AFTER,
                                 (gac__cl_waits){0, NULL}, event)
                 : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue)
{
    return enqueue_empty(queue, CL_COMMAND_BARRIER, GAC__CL_ORDER_FENCE,
                         (gac__cl_waits){0, NULL}, NULL);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue,
                                          cl_uint n_events,
                                          const cl_event *events)
{
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    if (!n_events || !events)
        return CL_INVALID_VALUE;
    gac__cl_waits waits = {n_events, events};
    cl_int result = gac__cl_check_enqueue(queue, waits);
    if (result == CL_INVALID_EVENT_WAIT_LIST)
        return CL_INVALID_EVENT;
    GAC__CL_TRY(result);
    return enqueue_empty(queue, CL_COMMAND_BARRIER, GAC__CL_ORDER_FENCE, waits,
                         NULL);
}
