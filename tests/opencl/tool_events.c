/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Events and queues: order, wait lists, callbacks, failures, times, releases
 * while commands are pending. usage: tool_events FILE.spv|FILE.cl */
#include "host.h"

#include <stdatomic.h>
#include <unistd.h>

static const cl_int wait_failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

static cl_int status_of(cl_event event)
{
    cl_int status = 99;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                      &status, NULL));
    return status;
}

static cl_event new_user_event(void)
{
    cl_int result;
    cl_event event = clCreateUserEvent(context, &result);
    need(result, "clCreateUserEvent");
    return event;
}

static cl_command_queue new_queue(cl_command_queue_properties flags)
{
    cl_int result;
    cl_command_queue made =
        clCreateCommandQueue(context, device, flags, &result);
    need(result, "clCreateCommandQueue");
    return made;
}

/* Callbacks may come after the wait for their event has ended. */
static void settle(atomic_int *counter, int wanted)
{
    for (int k = 0; k < 2000 && atomic_load(counter) < wanted; k++)
        usleep(1000);
}

/* -- user events ---------------------------------------------------------- */

static void test_user_event(void)
{
    cl_event event = new_user_event(), marker;
    cl_command_queue of_event = queue;
    cl_command_type type = 0;
    SAME(status_of(event), CL_SUBMITTED);
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof of_event, &of_event,
                      NULL));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    HOLDS(!of_event && type == CL_COMMAND_USER);
    OK(clEnqueueMarkerWithWaitList(queue, 1, &event, &marker));
    HOLDS(status_of(marker) > CL_COMPLETE);
    SAME(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
    SAME(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
    OK(clSetUserEventStatus(event, CL_COMPLETE));
    SAME(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
    OK(clWaitForEvents(1, &marker));
    SAME(status_of(marker), CL_COMPLETE);
    OK(clReleaseEvent(marker));
    OK(clReleaseEvent(event));
}

/* What waits for a failed event fails, and what waits for that; other commands
 * go on. */
static void test_failure(void)
{
    cl_event event = new_user_event(), first, second, other;
    cl_command_queue out_of_order =
        new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    int value = 5, got = 0;
    cl_mem memory = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof value, &value);
    OK(clEnqueueWriteBuffer(out_of_order, memory, CL_FALSE, 0, sizeof got, &got,
                            1, &event, &first));
    OK(clEnqueueMarkerWithWaitList(out_of_order, 1, &first, &second));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &other));
    OK(clSetUserEventStatus(event, -7));
    SAME(clWaitForEvents(1, &second), wait_failed);
    SAME(status_of(event), -7);
    SAME(status_of(first), wait_failed);
    SAME(status_of(second), wait_failed);
    OK(clWaitForEvents(1, &other));
    /* Again: it has failed already. */
    SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof got, &got, 1,
                             &event, NULL),
         wait_failed);
    SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof got, &got, 1,
                             &first, NULL),
         wait_failed);
    read_buffer(memory, sizeof got, &got);
    SAME(got, 5); /* nothing was written */
    OK(clFinish(out_of_order));
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(first));
    OK(clReleaseEvent(second));
    OK(clReleaseEvent(other));
    OK(clReleaseMemObject(memory));
    OK(clReleaseCommandQueue(out_of_order));
}

/* -- callbacks ------------------------------------------------------------ */

static atomic_int n_called;
static cl_int statuses[16];

static void CL_CALLBACK note(cl_event event, cl_int status, void *user)
{
    (void)event;
    (void)user;
    int at = atomic_load(&n_called);
    if (at < 16)
        statuses[at] = status;
    atomic_fetch_add(&n_called, 1);
}

static void test_callbacks(void)
{
    static const cl_int all[] = {CL_COMPLETE, CL_SUBMITTED, CL_RUNNING};
    cl_event event = new_user_event(), marker;
    OK(clEnqueueMarkerWithWaitList(queue, 1, &event, &marker));
    for (int k = 0; k < 3; k++)
        OK(clSetEventCallback(marker, all[k], note, NULL));
    SAME(clSetEventCallback(marker, CL_QUEUED, note, NULL), CL_INVALID_VALUE);
    SAME(clSetEventCallback(marker, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
    OK(clSetUserEventStatus(event, CL_COMPLETE));
    OK(clWaitForEvents(1, &marker));
    settle(&n_called, 3);
    SAME(atomic_load(&n_called), 3);
    HOLDS(statuses[0] == CL_SUBMITTED && statuses[1] == CL_RUNNING
          && statuses[2] == CL_COMPLETE);
    OK(clSetEventCallback(marker, CL_COMPLETE, note, NULL)); /* it is */
    settle(&n_called, 4);
    SAME(atomic_load(&n_called), 4);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(marker));
    atomic_store(&n_called, 0);
    event = new_user_event();
    OK(clEnqueueMarkerWithWaitList(queue, 1, &event, &marker));
    OK(clSetEventCallback(marker, CL_COMPLETE, note, NULL));
    OK(clSetEventCallback(event, CL_COMPLETE, note, NULL));
    OK(clSetUserEventStatus(event, -3));
    SAME(clWaitForEvents(1, &marker), wait_failed);
    settle(&n_called, 2);
    SAME(atomic_load(&n_called), 2);
    SAME(statuses[0] + statuses[1], -3 + wait_failed);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(marker));
}

static void CL_CALLBACK ask(cl_event event, cl_int status, void *user)
{
    cl_command_type type = 0;
    (void)status;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    SAME(type, CL_COMMAND_MARKER);
    atomic_fetch_add((atomic_int *)user, 1);
}

/* The program has released the event; it lives until its command is done. */
static void test_callback_of_released(void)
{
    static atomic_int asked;
    cl_event event = new_user_event(), marker;
    OK(clEnqueueMarkerWithWaitList(queue, 1, &event, &marker));
    OK(clSetEventCallback(marker, CL_COMPLETE, ask, &asked));
    OK(clReleaseEvent(marker));
    OK(clSetUserEventStatus(event, CL_COMPLETE));
    OK(clFinish(queue));
    settle(&asked, 1);
    SAME(atomic_load(&asked), 1);
    OK(clReleaseEvent(event));
}

/* -- order ---------------------------------------------------------------- */

#define NODES 120

/* A command of a graph: when it began and ended, by a common count. */
static struct {
    int begun, ended;
} stamps[NODES];
static atomic_int now;

static void CL_CALLBACK stamp(void *arguments)
{
    int k = *(int *)arguments;
    stamps[k].begun = atomic_fetch_add(&now, 1);
    if (k % 7 == 0)
        usleep(100);
    stamps[k].ended = atomic_fetch_add(&now, 1);
}

static cl_event events[NODES];
static bool follows[NODES][NODES]; /* [a][b]: a waits for b */

static void enqueue_node(cl_command_queue q, int k, cl_uint n,
                         const cl_event *list)
{
    OK(clEnqueueNativeKernel(q, stamp, &k, sizeof k, 0, NULL, NULL, n,
                             n ? list : NULL, &events[k]));
}

static void expect_order(void)
{
    bool ordered = true;
    for (int a = 0; a < NODES; a++)
        for (int b = 0; b < a; b++)
            ordered = ordered
                      && (!follows[a][b] || stamps[b].ended < stamps[a].begun);
    HOLDS(ordered);
    for (int k = 0; k < NODES; k++) {
        SAME(status_of(events[k]), CL_COMPLETE);
        OK(clReleaseEvent(events[k]));
    }
}

/* Commands that each wait for some before them, over queues of both kinds,
 * with barriers between. */
static void test_graph(bool barriers)
{
    cl_command_queue queues[3] = {
        new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), new_queue(0)};
    int barrier[3] = {-1, -1, -1}, of[NODES];
    memset(follows, 0, sizeof follows);
    for (int k = 0; k < NODES; k++) {
        cl_event list[4];
        cl_uint n = k ? draw(4) : 0, q = draw(3);
        of[k] = (int)q;
        for (cl_uint e = 0; e < n; e++) {
            uint32_t other = draw((uint32_t)k);
            follows[k][other] = true;
            list[e] = events[other];
        }
        for (int b = 0; b < k; b++)
            if (of[b] == of[k] && (q == 2 || b < barrier[q]))
                follows[k][b] = true;
        enqueue_node(queues[q], k, n, list);
        if (barriers && draw(8) == 0) {
            q = draw(3);
            OK(clEnqueueBarrierWithWaitList(queues[q], 0, NULL, NULL));
            barrier[q] = k + 1;
        }
    }
    for (int q = 0; q < 3; q++)
        OK(clFlush(queues[q]));
    for (int q = 0; q < 3; q++)
        OK(clFinish(queues[q]));
    expect_order();
    for (int q = 0; q < 3; q++)
        OK(clReleaseCommandQueue(queues[q]));
}

/* A barrier with a wait list waits for that alone, and later ones for it. */
static void test_barrier_of_events(void)
{
    cl_command_queue q = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event blocked = new_user_event(), gate = new_user_event();
    cl_event before, barrier, after, marker;
    OK(clEnqueueMarkerWithWaitList(q, 1, &blocked, &before));
    OK(clEnqueueBarrierWithWaitList(q, 1, &gate, &barrier));
    enqueue_node(q, 0, 0, NULL);
    after = events[0];
    OK(clEnqueueMarkerWithWaitList(q, 0, NULL, &marker));
    OK(clFlush(q));
    usleep(3000);
    HOLDS(status_of(after) > CL_COMPLETE && status_of(barrier) > CL_COMPLETE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &after));
    HOLDS(status_of(before) > CL_COMPLETE);
    HOLDS(status_of(marker) > CL_COMPLETE); /* it waits for all before it */
    OK(clSetUserEventStatus(blocked, CL_COMPLETE));
    OK(clFinish(q));
    SAME(status_of(marker), CL_COMPLETE);
    cl_event all[] = {blocked, gate, before, barrier, after, marker};
    for (int k = 0; k < 6; k++)
        OK(clReleaseEvent(all[k]));
    OK(clReleaseCommandQueue(q));
}

/* The functions of OpenCL 1.0. */
static void test_old_functions(void)
{
    cl_event marker, gate = new_user_event();
    cl_command_queue q = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    OK(clEnqueueWaitForEvents(q, 1, &gate));
    OK(clEnqueueMarker(q, &marker));
    OK(clEnqueueBarrier(q));
    HOLDS(status_of(marker) > CL_COMPLETE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(q));
    SAME(status_of(marker), CL_COMPLETE);
    SAME(clEnqueueMarker(q, NULL), CL_INVALID_VALUE);
    OK(clReleaseEvent(marker));
    OK(clReleaseEvent(gate));
    OK(clReleaseCommandQueue(q));
}

/* -- times ---------------------------------------------------------------- */

static void test_times(void)
{
    static const cl_profiling_info names[] = {
        CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
        CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
        CL_PROFILING_COMMAND_COMPLETE};
    cl_command_queue q = new_queue(CL_QUEUE_PROFILING_ENABLE);
    cl_event gate = new_user_event(), event;
    cl_ulong times[5] = {0}, before = 0;
    int k = 0;
    OK(clEnqueueNativeKernel(q, stamp, &k, sizeof k, 0, NULL, NULL, 1, &gate,
                             &event));
    SAME(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof before,
                                 &before, NULL),
         CL_PROFILING_INFO_NOT_AVAILABLE);
    SAME(clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof before,
                                 &before, NULL),
         CL_PROFILING_INFO_NOT_AVAILABLE);
    usleep(2000);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &event));
    for (int n = 0; n < 5; n++)
        OK(clGetEventProfilingInfo(event, names[n], sizeof times[n], &times[n],
                                   NULL));
    for (int n = 0; n + 1 < 5; n++)
        HOLDS(times[n] <= times[n + 1] && times[n]);
    HOLDS(times[3] - times[2] >= 100000); /* it sleeps so long */
    HOLDS(times[2] - times[0] >= 2000000);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
    OK(clReleaseCommandQueue(q));
}

/* -- early releases ------------------------------------------------------- */

/* All that a pending launch needs is released before it runs. */
static void test_early_release(void)
{
    cl_int result;
    int values[64] = {0}, n_failed_before = (int)n_failed;
    size_t global = 64;
    cl_event gate, done;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    cl_command_queue q = clCreateCommandQueue(own, device, 0, &result);
    cl_context kept = context;
    context = own;
    cl_program own_program = build_file(program_path);
    cl_kernel kernel = clCreateKernel(own_program, "increment", &result);
    cl_mem memory = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof values, values);
    gate = new_user_event();
    set_buffer(kernel, 0, memory);
    OK(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &global, NULL, 1, &gate,
                              NULL));
    OK(clEnqueueReadBuffer(q, memory, CL_FALSE, 0, sizeof values, values, 0,
                           NULL, &done));
    OK(clReleaseMemObject(memory));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(own_program));
    OK(clReleaseCommandQueue(q));
    OK(clReleaseContext(own));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clReleaseEvent(gate));
    OK(clWaitForEvents(1, &done));
    for (int k = 0; k < 64; k++)
        SAME(values[k], 1);
    OK(clReleaseEvent(done));
    context = kept;
    HOLDS((int)n_failed == n_failed_before);
}

/* A context that only its queue needs can be asked for, and retained. */
static void test_owner(void)
{
    cl_int result;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    cl_command_queue q = clCreateCommandQueue(own, device, 0, &result);
    cl_context found = NULL;
    OK(clReleaseContext(own));
    OK(clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof found, &found, NULL));
    HOLDS(found == own);
    OK(clRetainContext(found));
    OK(clReleaseCommandQueue(q));
    q = clCreateCommandQueue(found, device, 0, &result);
    OK(result);
    OK(clReleaseCommandQueue(q));
    OK(clReleaseContext(found));
}

/* -- native kernels ------------------------------------------------------- */

typedef struct native_arguments {
    int n;
    void *first, *second;
} native_arguments;

static void CL_CALLBACK add(void *arguments)
{
    const native_arguments *a = arguments;
    for (int k = 0; k < a->n; k++)
        ((int *)a->second)[k] = ((int *)a->first)[k] + 1;
}

static void test_native(void)
{
    int values[4] = {1, 2, 3, 4}, got[4] = {0};
    cl_mem memories[2] = {
        new_buffer(CL_MEM_COPY_HOST_PTR, sizeof values, values),
        new_buffer(0, sizeof values, NULL)};
    native_arguments a = {4, memories[0], memories[1]};
    const void *places[2] = {&a.first, &a.second};
    OK(clEnqueueNativeKernel(queue, add, &a, sizeof a, 2, memories, places, 0,
                             NULL, NULL));
    memset(&a, 0, sizeof a); /* they have been copied */
    read_buffer(memories[1], sizeof got, got);
    for (int k = 0; k < 4; k++)
        SAME(got[k], values[k] + 1);
    SAME(clEnqueueNativeKernel(queue, NULL, &a, sizeof a, 0, NULL, NULL, 0,
                               NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueNativeKernel(queue, add, NULL, sizeof a, 0, NULL, NULL, 0,
                               NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueNativeKernel(queue, add, &a, 0, 0, NULL, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueNativeKernel(queue, add, &a, SIZE_MAX / 4, 0, NULL, NULL, 0,
                               NULL, NULL),
         CL_OUT_OF_HOST_MEMORY);
    SAME(clEnqueueNativeKernel(queue, add, &a, sizeof a, 1, NULL, places, 0,
                               NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueNativeKernel(queue, add, &a, sizeof a, 0, memories, places, 0,
                               NULL, NULL),
         CL_INVALID_VALUE);
    for (int k = 0; k < 2; k++)
        OK(clReleaseMemObject(memories[k]));
}

/* -- commands that run together ------------------------------------------- */

static atomic_int n_met;

/* Waits for as many commands as its argument says to run beside it. */
static void CL_CALLBACK meet(void *wanted)
{
    atomic_fetch_add(&n_met, 1);
    settle(&n_met, *(int *)wanted);
    HOLDS(atomic_load(&n_met) >= *(int *)wanted);
}

/* Two commands become ready at once, when one thread of the driver is idle. */
static void test_together(void)
{
    int one = 1, two = 2;
    cl_command_queue q = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event gate = new_user_event();
    OK(clEnqueueNativeKernel(q, meet, &one, sizeof one, 0, NULL, NULL, 0, NULL,
                             NULL));
    OK(clFlush(q));
    settle(&n_met, 1); /* by the driver's thread */
    OK(clFinish(q));
    usleep(20000);
    atomic_store(&n_met, 0);
    for (int k = 0; k < 2; k++)
        OK(clEnqueueNativeKernel(q, meet, &two, sizeof two, 0, NULL, NULL, 1,
                                 &gate, NULL));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    settle(&n_met, 2);
    settle(&n_met, 2); /* longer than they wait: clFinish() would run one */
    OK(clFinish(q));
    OK(clReleaseEvent(gate));
    OK(clReleaseCommandQueue(q));
}

/* -- wait lists of other contexts ----------------------------------------- */

static void test_contexts(void)
{
    cl_int result;
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    cl_event foreign = clCreateUserEvent(other, &result),
             own = new_user_event();
    cl_event both[2] = {own, foreign};
    cl_mem memory = clCreateBuffer(other, 0, 64, NULL, &result);
    OK(clSetUserEventStatus(own, CL_COMPLETE));
    OK(clSetUserEventStatus(foreign, CL_COMPLETE));
    SAME(clEnqueueMarkerWithWaitList(queue, 2, both, NULL), CL_INVALID_CONTEXT);
    SAME(clWaitForEvents(2, both), CL_INVALID_CONTEXT);
    SAME(clEnqueueFillBuffer(queue, memory, "x", 1, 0, 64, 0, NULL, NULL),
         CL_INVALID_CONTEXT);
    OK(clReleaseMemObject(memory));
    OK(clReleaseEvent(own));
    OK(clReleaseEvent(foreign));
    OK(clReleaseContext(other));
}

int main(int argc, char **argv)
{
    open_all(argc, argv);
    if (on_gac)
        test_together(); /* first, while the driver has no threads */
    test_user_event();
    test_failure();
    test_callbacks();
    test_callback_of_released();
    for (int k = 0; k < 6; k++)
        test_graph(k % 2);
    test_barrier_of_events();
    test_old_functions();
    test_times();
    test_early_release();
    test_owner();
    test_native();
    test_contexts();
    return close_all();
}
