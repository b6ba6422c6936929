/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Eight host threads that create, enqueue, wait and release, on a context, a
 * program and queues that they share and on their own. usage: tool_threads
 * FILE.spv|FILE.cl [ITERATIONS] */
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define THREADS 8
#define N 256

static int iterations = 20;
static cl_command_queue shared_queues[2];
static cl_mem counter;
static atomic_uint n_wrong, n_called;

/* Counts are the threads' own affair here. */
static void expect(bool holds)
{
    if (!holds)
        atomic_fetch_add(&n_wrong, 1);
}

#define FINE(call) expect((call) == CL_SUCCESS)

static void CL_CALLBACK called(cl_event event, cl_int status, void *user)
{
    (void)event;
    expect(status == CL_COMPLETE && user == &n_called);
    atomic_fetch_add(&n_called, 1);
}

/* A buffer of its own, incremented some times over events. */
static void one_chain(cl_command_queue q, uint32_t times)
{
    cl_int result;
    int values[N];
    size_t global = N;
    cl_event last, next;
    cl_mem memory = clCreateBuffer(context, 0, sizeof values, NULL, &result);
    cl_kernel kernel = clCreateKernel(program, "increment", &result);
    cl_int zero = 0;
    FINE(result);
    FINE(clEnqueueFillBuffer(q, memory, &zero, sizeof zero, 0, sizeof values, 0,
                             NULL, &last));
    FINE(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    for (uint32_t k = 0; k < times; k++) {
        FINE(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &global, NULL, 1, &last,
                                    &next));
        FINE(clReleaseEvent(last));
        last = next;
    }
    FINE(clSetEventCallback(last, CL_COMPLETE, called, &n_called));
    FINE(clReleaseKernel(kernel));
    FINE(clEnqueueReadBuffer(q, memory, CL_TRUE, 0, sizeof values, values, 1,
                             &last, NULL));
    FINE(clReleaseEvent(last));
    FINE(clReleaseMemObject(memory));
    for (int k = 0; k < N; k++)
        expect(values[k] == (int)times);
}

/* A kernel that all threads run on the same memory, by atomics. */
static void count_up(cl_command_queue q)
{
    cl_int result;
    size_t global = N;
    cl_kernel kernel = clCreateKernel(program, "count", &result);
    FINE(clSetKernelArg(kernel, 0, sizeof counter, &counter));
    cl_buffer_region region = {128, 4};
    cl_mem most = clCreateSubBuffer(counter, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &region, &result);
    FINE(clSetKernelArg(kernel, 1, sizeof most, &most));
    FINE(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &global, NULL, 0, NULL,
                                NULL));
    FINE(clReleaseMemObject(most));
    FINE(clReleaseKernel(kernel));
}

static void own_objects(void)
{
    cl_int result;
    cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    cl_command_queue q = clCreateCommandQueue(c, device, 0, &result);
    cl_event gate = clCreateUserEvent(c, &result), marker;
    void *data = clSVMAlloc(c, CL_MEM_READ_WRITE, 4096, 0);
    FINE(clEnqueueMarkerWithWaitList(q, 1, &gate, &marker));
    if (data) {
        FINE(clEnqueueSVMMemFill(q, data, "abcd", 4, 4096, 0, NULL, NULL));
        FINE(clEnqueueSVMFree(q, 1, &data, NULL, NULL, 0, NULL, NULL));
    }
    FINE(clSetUserEventStatus(gate, CL_COMPLETE));
    FINE(clWaitForEvents(1, &marker));
    FINE(clReleaseEvent(marker));
    FINE(clReleaseEvent(gate));
    FINE(clReleaseCommandQueue(q));
    FINE(clReleaseContext(c));
}

static void *work(void *user)
{
    uint32_t t = *(uint32_t *)user;
    for (int k = 0; k < iterations; k++) {
        cl_command_queue q = shared_queues[(t + (uint32_t)k) % 2];
        FINE(clRetainContext(context));
        one_chain(q, 1 + t % 3);
        count_up(q);
        if (k % 4 == 0)
            own_objects();
        if (k % 5 == 0)
            FINE(clFinish(q));
        FINE(clReleaseContext(context));
    }
    return NULL;
}

int main(int argc, char **argv)
{
    cl_int result;
    pthread_t threads[THREADS];
    uint32_t numbers[THREADS];
    int zeros[64] = {0}, got[64];
    open_all(argc, argv);
    if (argc > 2)
        iterations = atoi(argv[2]);
    shared_queues[0] = clCreateCommandQueue(context, device, 0, &result);
    shared_queues[1] = clCreateCommandQueue(
        context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &result);
    counter = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros);
    for (uint32_t k = 0; k < THREADS; k++) {
        numbers[k] = k;
        if (pthread_create(&threads[k], NULL, work, &numbers[k]))
            return 1;
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    for (int k = 0; k < 2; k++) {
        OK(clFinish(shared_queues[k]));
        OK(clReleaseCommandQueue(shared_queues[k]));
    }
    read_buffer(counter, sizeof got, got);
    SAME(got[0], THREADS * iterations * N);
    SAME(got[32], N - 1);
    SAME(atomic_load(&n_wrong), 0);
    for (int k = 0;
         k < 2000 && (int)atomic_load(&n_called) < THREADS * iterations; k++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    SAME(atomic_load(&n_called), THREADS * iterations);
    OK(clReleaseMemObject(counter));
    return close_all();
}
