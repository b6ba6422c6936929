/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Command queues. */
#include "opencl/cl_device.h"

#include <stdlib.h>
#include <string.h>

#define QUEUE_FLAGS                                                            \
    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define DEVICE_QUEUE_FLAGS (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)

static void destroy(void *object)
{
    cl_command_queue queue = object;
    free(queue->properties);
    gac__cl_unuse(queue->context);
}

static cl_command_queue make(cl_context context, cl_device_id device,
                             cl_command_queue_properties flags,
                             cl_int *result_out)
{
    cl_int result = CL_SUCCESS;
    cl_command_queue queue = NULL;
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if (!gac__cl_is(device, GAC__CL_DEVICE))
        result = CL_INVALID_DEVICE;
    else if (flags
             & ~(cl_command_queue_properties)(QUEUE_FLAGS | DEVICE_QUEUE_FLAGS))
        result = CL_INVALID_VALUE;
    else if (flags & DEVICE_QUEUE_FLAGS)
        result = CL_INVALID_QUEUE_PROPERTIES; /* the device has no on-device
                                                 queues */
    else if (!(queue = gac__cl_create(GAC__CL_QUEUE, sizeof *queue, destroy)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (queue) {
        queue->flags = flags;
        queue->context = context;
        gac__cl_use(context);
    }
    if (result_out)
        *result_out = result;
    return queue;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *errcode_ret)
{
    return make(context, device, properties, errcode_ret);
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
    size_t n = 0;
    cl_int result = read_properties(properties, &flags, &n);
    cl_command_queue queue =
        make(context, device, result == CL_SUCCESS ? flags : 0, errcode_ret);
    if (queue && result == CL_SUCCESS && n) {
        queue->properties = gac__cl_copy(properties, n * sizeof *properties);
        queue->n_properties = n;
        if (!queue->properties)
            result = CL_OUT_OF_HOST_MEMORY;
    }
    if (!queue || result == CL_SUCCESS)
        return queue;
    gac__cl_release(queue, GAC__CL_QUEUE, CL_INVALID_COMMAND_QUEUE);
    if (errcode_ret)
        *errcode_ret = result;
    return NULL;
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context,
                                                  cl_device_id device,
                                                  cl_command_queue queue)
{
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!gac__cl_is(device, GAC__CL_DEVICE))
        return CL_INVALID_DEVICE;
    if (!gac__cl_is(queue, GAC__CL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    return CL_INVALID_OPERATION; /* the device has no on-device queues */
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue)
{
    return gac__cl_retain(queue, GAC__CL_QUEUE, CL_INVALID_COMMAND_QUEUE);
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue)
{
    return gac__cl_release(queue, GAC__CL_QUEUE, CL_INVALID_COMMAND_QUEUE);
}

static void get_properties(const void *object, gac__cl_answer *answer)
{
    const struct _cl_command_queue *queue = object;
    gac__cl_say_bytes(answer, queue->properties,
                      queue->n_properties * sizeof *queue->properties);
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
    GAC__CL_ROW_GET(CL_QUEUE_PROPERTIES_ARRAY, get_properties),
    GAC__CL_ROW_GET(CL_QUEUE_SIZE, get_size),
    GAC__CL_ROW(CL_QUEUE_DEVICE_DEFAULT, GAC__CL_SIZE, 0),
};

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue,
                                         cl_command_queue_info name,
                                         size_t size, void *value,
                                         size_t *size_ret)
{
    if (!gac__cl_is(queue, GAC__CL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    return gac__cl_info(queries, GAC__CL_COUNT(queries), queue, name, size,
                        value, size_ret);
}

/* Of OpenCL 1.0; "returns CL_INVALID_OPERATION" from 1.1 on. */
cl_int CL_API_CALL clSetCommandQueueProperty(
    cl_command_queue queue, cl_command_queue_properties properties,
    cl_bool enable, cl_command_queue_properties *old_properties)
{
    (void)properties;
    (void)enable;
    (void)old_properties;
    return gac__cl_is(queue, GAC__CL_QUEUE) ? CL_INVALID_OPERATION
                                            : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL clFlush(cl_command_queue queue)
{
    return gac__cl_is(queue, GAC__CL_QUEUE) ? CL_SUCCESS
                                            : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL clFinish(cl_command_queue queue)
{
    if (!gac__cl_is(queue, GAC__CL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
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
    cl_int result = gac__cl_check_enqueue(queue, waits);
    if (result != CL_SUCCESS)
        return result;
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
    if (!gac__cl_is(queue, GAC__CL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
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
    if (!gac__cl_is(queue, GAC__CL_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (!n_events || !events)
        return CL_INVALID_VALUE;
    gac__cl_waits waits = {n_events, events};
    cl_int result = gac__cl_check_enqueue(queue, waits);
    if (result == CL_INVALID_EVENT_WAIT_LIST)
        return CL_INVALID_EVENT;
    return result != CL_SUCCESS
               ? result
               : enqueue_empty(queue, CL_COMMAND_BARRIER, GAC__CL_ORDER_FENCE,
                               waits, NULL);
}
