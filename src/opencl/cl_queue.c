/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Command queues. */
#include "opencl/cl_device.h"

#define QUEUE_FLAGS                                                            \
    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define DEVICE_QUEUE_FLAGS (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)

static void destroy(void *object)
{
    cl_command_queue queue = object;
    gac__bytes_free(&queue->properties);
    gac__cl_unuse(queue->context);
}

/* Creates a queue with the first `n` of its properties, the final 0 included.
 */
static cl_int make(cl_context context, cl_device_id device,
                   cl_command_queue_properties flags,
                   const cl_queue_properties *properties, size_t n,
                   cl_command_queue *queue_out)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
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
    if (n)
        gac__bytes_add(&queue->properties, properties, n * sizeof *properties);
    *queue_out = queue;
    return queue->properties.failed ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_command_queue queue = NULL;
    cl_int result = make(context, device, properties, NULL, 0, &queue);
    return gac__cl_created(queue, result, errcode_ret);
}

/* Reads the flags from the properties. A size is for on-device queues alone. */
static cl_int read_properties(const cl_queue_properties *list,
                              cl_command_queue_properties *flags_out,
                              size_t *n_out)
{
    size_t n = 0;
    bool has_size = false;
    *flags_out = 0;
    for (; list && list[n]; n += 2) {
        switch (list[n]) {
        case CL_QUEUE_PROPERTIES: *flags_out = list[n + 1]; break;
        case CL_QUEUE_SIZE: has_size = true; break;
        default: return CL_INVALID_VALUE;
        }
    }
    *n_out = list ? n + 1 : 0;
    return has_size && !(*flags_out & CL_QUEUE_ON_DEVICE) ? CL_INVALID_VALUE
                                                          : CL_SUCCESS;
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device,
    const cl_queue_properties *properties, cl_int *errcode_ret)
{
    cl_command_queue_properties flags = 0;
    cl_command_queue queue = NULL;
    size_t n = 0;
    cl_int read = read_properties(properties, &flags, &n);
    cl_int result = make(context, device, read == CL_SUCCESS ? flags : 0,
                         properties, n, &queue);
    return gac__cl_created(queue, result == CL_SUCCESS ? read : result,
                           errcode_ret);
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

/* -- markers and barriers ------------------------------------------------- */

static cl_int do_nothing(gac__cl_command *command)
{
    (void)command;
    return CL_COMPLETE;
}

static cl_int enqueue_empty(cl_command_queue queue, cl_command_type type,
                            gac__cl_order order, gac__cl_waits waits,
                            cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    gac__cl_command *command =
        gac__cl_command_create(sizeof *command, type, do_nothing, NULL);
    return gac__cl_enqueue(queue, command, order, waits, false, event);
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
