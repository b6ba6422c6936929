/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Events: user events, waiting, callbacks, times. */
#include "opencl/opencl_internal.h"

#include <stdlib.h>

/* Fails a user event at the release of its last reference: the program can no
 * longer complete it. The commands that wait for it fail, too. */
static void on_release(void *object)
{
    gac__cl_complete_user(object, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    cl_int result = CL_SUCCESS;
    cl_event event = NULL;
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if (!(event = gac__cl_create(GAC__CL_EVENT, sizeof *event,
                                      gac__cl_event_destroy)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (event) {
        event->object.released = on_release;
        event->context = context;
        gac__cl_use(context);
        event->type = CL_COMMAND_USER;
        atomic_init(&event->status, CL_SUBMITTED);
    }
    return gac__cl_created(event, result, errcode_ret);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status)
{
    if (!gac__cl_is(event, GAC__CL_EVENT) || event->queue)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    gac__cl_use(event);
    bool first = gac__cl_complete_user(event, status);
    gac__cl_unuse(event);
    return first ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clWaitForEvents(cl_uint n, const cl_event *events)
{
    if (!n || !events)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++)
        if (!gac__cl_is(events[k], GAC__CL_EVENT))
            return CL_INVALID_EVENT;
    for (cl_uint k = 1; k < n; k++)
        if (events[k]->context != events[0]->context)
            return CL_INVALID_CONTEXT;
    cl_int result = CL_SUCCESS;
    for (cl_uint k = 0; k < n; k++)
        gac__cl_use(events[k]);
    for (cl_uint k = 0; k < n; k++) {
        if (gac__cl_wait(events[k]) < 0)
            result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        gac__cl_unuse(events[k]);
    }
    return result;
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int status,
                                      void(CL_CALLBACK *notify)(cl_event,
                                                                cl_int, void *),
                                      void *user)
{
    GAC__CL_TRY(gac__cl_check(event, GAC__CL_EVENT));
    if (!notify
        || (status != CL_SUBMITTED && status != CL_RUNNING
            && status != CL_COMPLETE))
        return CL_INVALID_VALUE;
    gac__cl_callback *callback = calloc(1, sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback =
        (gac__cl_callback){.call = notify, .user = user, .status = status};
    gac__cl_use(event);
    gac__cl_add_callback(event, callback);
    gac__cl_unuse(event);
    return CL_SUCCESS;
}

/* -- queries -------------------------------------------------------------- */

GAC__CL_GETTER(get_status, cl_uint, struct _cl_event,
               (cl_uint)atomic_load(&o->status))

static const gac__cl_query queries[] = {
    GAC__CL_ROW_MEMBER(CL_EVENT_COMMAND_QUEUE, _cl_event, queue),
    GAC__CL_ROW_MEMBER(CL_EVENT_CONTEXT, _cl_event, context),
    GAC__CL_ROW_MEMBER(CL_EVENT_COMMAND_TYPE, _cl_event, type),
    GAC__CL_ROW_GET(CL_EVENT_COMMAND_EXECUTION_STATUS, get_status),
    GAC__CL_ROW_GET(CL_EVENT_REFERENCE_COUNT, gac__cl_get_references),
};

GAC__CL_DEFINE_INFO(clGetEventInfo, cl_event, GAC__CL_EVENT, queries)

static const gac__cl_query times[] = {
    GAC__CL_ROW_MEMBER(CL_PROFILING_COMMAND_QUEUED, _cl_event, queued),
    GAC__CL_ROW_MEMBER(CL_PROFILING_COMMAND_SUBMIT, _cl_event, submitted),
    GAC__CL_ROW_MEMBER(CL_PROFILING_COMMAND_START, _cl_event, started),
    GAC__CL_ROW_MEMBER(CL_PROFILING_COMMAND_END, _cl_event, ended),
    GAC__CL_ROW_MEMBER(CL_PROFILING_COMMAND_COMPLETE, _cl_event, ended),
};

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event,
                                           cl_profiling_info name, size_t size,
                                           void *value, size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(event, GAC__CL_EVENT));
    if (!event->queue || !(event->queue->flags & CL_QUEUE_PROFILING_ENABLE)
        || atomic_load(&event->status) != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    return GAC__CL_INFO(times, event, name, size, value, size_ret);
}
