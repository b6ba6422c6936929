/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory that host and kernels share: SVM, USM, and addresses of buffers.
 * usage: tool_shared FILE.spv|FILE.cl [WHICH]: see test_written_by_host(),
 * "through", or "addresses" */
#include "host.h"

#include <pthread.h>

#define N 64

#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
typedef cl_ulong cl_mem_device_address_ext;
#endif

static cl_device_svm_capabilities capabilities;

/* Runs "increment" on `n` integers at `data`. */
static cl_int increment_at(void *data, size_t n)
{
    cl_kernel kernel = new_kernel("increment");
    OK(clSetKernelArgSVMPointer(kernel, 0, data));
    cl_int result = run_1d(kernel, n, 0);
    OK(clReleaseKernel(kernel));
    return result;
}

static void test_allocation(void)
{
    const struct {
        cl_svm_mem_flags flags;
        size_t size;
        cl_uint alignment;
    } wrong[] = {{0, 0, 0},
                 {0, SIZE_MAX, 0},
                 {0, 64, 3},
                 {CL_MEM_SVM_ATOMICS, 64, 0},
                 {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0},
                 {CL_MEM_USE_HOST_PTR, 64, 0},
                 {0, 64, 1u << 30}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        HOLDS(!clSVMAlloc(context, wrong[k].flags, wrong[k].size,
                          wrong[k].alignment));
    for (cl_uint alignment = 0; alignment <= 128;
         alignment = alignment ? 2 * alignment : 1) {
        void *data = clSVMAlloc(context, 0, 100, alignment);
        HOLDS(data && (uintptr_t)data % (alignment ? alignment : 128) == 0);
        clSVMFree(context, data);
    }
    clSVMFree(context, NULL);
}

static void test_coarse(void)
{
    int *data = clSVMAlloc(context, CL_MEM_READ_WRITE, N * sizeof *data, 0);
    int pattern = 7;
    OK(clEnqueueSVMMemFill(queue, data, &pattern, sizeof pattern,
                           N * sizeof *data, 0, NULL, NULL));
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, data,
                       N * sizeof *data, 0, NULL, NULL));
    for (int k = 0; k < N; k++)
        SAME(data[k], 7);
    data[3] = 100;
    OK(clEnqueueSVMUnmap(queue, data, 0, NULL, NULL));
    OK(increment_at(data, N));
    OK(increment_at(data + 8, 8)); /* from inside */
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, data, N * sizeof *data, 0,
                       NULL, NULL));
    HOLDS(data[0] == 8 && data[3] == 101 && data[8] == 9 && data[15] == 9
          && data[16] == 8);
    OK(clEnqueueSVMUnmap(queue, data, 0, NULL, NULL));
    OK(clFinish(queue));
    clSVMFree(context, data);
}

static void test_copies(void)
{
    unsigned char host[256], got[256];
    unsigned char *a = clSVMAlloc(context, 0, 256, 0);
    unsigned char *b = clSVMAlloc(context, 0, 256, 0);
    for (int k = 0; k < 256; k++)
        host[k] = (unsigned char)draw(256);
    OK(clEnqueueSVMMemcpy(queue, CL_FALSE, a, host, 256, 0, NULL, NULL));
    OK(clEnqueueSVMMemcpy(queue, CL_FALSE, b + 100, a + 10, 100, 0, NULL,
                          NULL));
    OK(clEnqueueSVMMemcpy(queue, CL_TRUE, got, b + 100, 100, 0, NULL, NULL));
    HOLDS(!memcmp(got, host + 10, 100));
    SAME(clEnqueueSVMMemcpy(queue, CL_TRUE, a, a + 10, 20, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
    SAME(clEnqueueSVMMemcpy(queue, CL_TRUE, NULL, a, 20, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemcpy(queue, CL_TRUE, a, NULL, 20, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemFill(queue, a + 2, host, 4, 8, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemFill(queue, a, host, 3, 9, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemFill(queue, a, host, 4, 6, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemFill(queue, a, host, 0, 0, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMemFill(queue, NULL, host, 4, 8, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, a, 0, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, NULL, 8, 0, NULL, NULL),
         CL_INVALID_VALUE);
    clSVMFree(context, a);
    clSVMFree(context, b);
}

/* -- frees ---------------------------------------------------------------- */

static int n_freed;

static void CL_CALLBACK free_them(cl_command_queue q, cl_uint n,
                                  void *pointers[], void *user)
{
    HOLDS(q == queue && user == &n_freed);
    for (cl_uint k = 0; k < n; k++)
        clSVMFree(context, pointers[k]);
    n_freed += (int)n;
}

static void test_frees(void)
{
    void *pointers[3], *list[1] = {NULL};
    cl_event event;
    for (int k = 0; k < 3; k++)
        pointers[k] = clSVMAlloc(context, 0, 64, 0);
    OK(clEnqueueSVMFree(queue, 2, pointers, free_them, &n_freed, 0, NULL,
                        NULL));
    OK(clEnqueueSVMFree(queue, 1, &pointers[2], NULL, NULL, 0, NULL, &event));
    memset(pointers, 0, sizeof pointers); /* they have been copied */
    OK(clWaitForEvents(1, &event));
    SAME(n_freed, 2);
    OK(clReleaseEvent(event));
    SAME(clEnqueueSVMFree(queue, 0, list, NULL, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
}

/* -- lists and buffers over shared memory --------------------------------- */

typedef struct node {
    struct node *next;
    int value, filler;
} node;

/* The host's pointers are the kernel's. */
static void test_list(void)
{
    int sum = 0, wanted = 0;
    node *nodes[10];
    cl_mem out = new_buffer(0, 4, NULL);
    for (int k = 9; k >= 0; k--) {
        nodes[k] = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER,
                              sizeof *nodes[k], 0);
        *nodes[k] = (node){k < 9 ? nodes[k + 1] : NULL, k * k, 0};
        wanted += k * k;
    }
    cl_kernel kernel = new_kernel("walk");
    OK(clSetKernelArgSVMPointer(kernel, 0, nodes[0]));
    set_buffer(kernel, 1, out);
    OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof nodes,
                           nodes));
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof sum, &sum);
    SAME(sum, wanted);
    SAME(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, nodes),
         CL_INVALID_VALUE);
    SAME(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, NULL),
         CL_INVALID_VALUE);
    SAME(clSetKernelExecInfo(kernel, 0x1234, sizeof nodes, nodes),
         CL_INVALID_VALUE);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(out));
    for (int k = 0; k < 10; k++)
        clSVMFree(context, nodes[k]);
}

static void test_buffer(void)
{
    cl_bool uses = CL_FALSE;
    int *data =
        clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, N * sizeof *data, 0);
    memset(data, 0, N * sizeof *data);
    cl_mem memory = new_buffer(CL_MEM_USE_HOST_PTR, N * sizeof *data, data);
    cl_mem half = new_buffer(CL_MEM_USE_HOST_PTR, N / 2 * sizeof *data, data);
    OK(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses,
                          NULL));
    SAME(uses, CL_TRUE);
    cl_int result;
    HOLDS(!clCreateBuffer(context, CL_MEM_USE_HOST_PTR, N * sizeof *data,
                          data + 1, &result));
    SAME(result, CL_INVALID_BUFFER_SIZE);
    cl_kernel kernel = new_kernel("increment");
    set_buffer(kernel, 0, memory);
    OK(run_1d(kernel, N, 0));
    OK(clSetKernelArgSVMPointer(kernel, 0, data));
    OK(run_1d(kernel, N, 0));
    cl_kernel copy = new_kernel("copy"); /* two of one memory */
    set_buffer(copy, 0, half);
    OK(clSetKernelArgSVMPointer(copy, 1, data + N / 2));
    OK(run_1d(copy, N / 2, 0));
    for (int k = 0; k < N; k++)
        SAME(data[k], 2);
    OK(clReleaseKernel(kernel));
    OK(clReleaseKernel(copy));
    OK(clReleaseMemObject(memory));
    OK(clReleaseMemObject(half));
    clSVMFree(context, data);
}

/* -- atomics with the host ------------------------------------------------ */

static int *shared_flag;
static volatile int *shared_value;

static void *raise_flag(void *unused)
{
    (void)unused;
    shared_value[1] = 42;
    __atomic_store_n(shared_flag, 1, __ATOMIC_RELEASE);
    while (__atomic_load_n(shared_flag, __ATOMIC_ACQUIRE) != 2)
        ;
    return NULL;
}

static void test_atomics(void)
{
    cl_int result;
    pthread_t thread;
    cl_kernel kernel = clCreateKernel(program, "wait_for_host", &result);
    if (result != CL_SUCCESS || !(capabilities & CL_DEVICE_SVM_ATOMICS)) {
        n_skipped++;
        return;
    }
    int *data = clSVMAlloc(
        context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0);
    memset(data, 0, 64);
    shared_flag = data;
    shared_value = data + 4;
    OK(clSetKernelArgSVMPointer(kernel, 0, data));
    OK(clSetKernelArgSVMPointer(kernel, 1, data + 4));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){1}, NULL, 0,
                              NULL, NULL));
    OK(clFlush(queue));
    HOLDS(!pthread_create(&thread, NULL, raise_flag, NULL));
    OK(clFinish(queue));
    pthread_join(thread, NULL);
    SAME(data[4], 42);
    OK(clReleaseKernel(kernel));
    clSVMFree(context, data);
}

/* -- unified shared memory ------------------------------------------------ */

static void *function(const char *name)
{
    return clGetExtensionFunctionAddressForPlatform(platform, name);
}

static clHostMemAllocINTEL_fn host_alloc;
static clDeviceMemAllocINTEL_fn device_alloc;
static clSharedMemAllocINTEL_fn shared_alloc;
static clMemFreeINTEL_fn usm_free;
static clMemBlockingFreeINTEL_fn blocking_free;
static clGetMemAllocInfoINTEL_fn alloc_info;
static clSetKernelArgMemPointerINTEL_fn set_pointer;
static clEnqueueMemFillINTEL_fn usm_fill;
static clEnqueueMemcpyINTEL_fn usm_copy;

/* Functions and data have one kind of pointer, says POSIX. */
static void find(const char *name, void *to)
{
    void *address = function(name);
    HOLDS(address != NULL);
    memcpy(to, &address, sizeof address);
}

static void expect_allocation(const void *data, cl_uint type, const void *base,
                              size_t size, cl_device_id of)
{
    cl_uint got_type = 0;
    void *got_base = (void *)1;
    size_t got_size = 99;
    cl_device_id got_device = (cl_device_id)(void *)1;
    OK(alloc_info(context, data, CL_MEM_ALLOC_TYPE_INTEL, sizeof got_type,
                  &got_type, NULL));
    OK(alloc_info(context, data, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof got_base,
                  &got_base, NULL));
    OK(alloc_info(context, data, CL_MEM_ALLOC_SIZE_INTEL, sizeof got_size,
                  &got_size, NULL));
    OK(alloc_info(context, data, CL_MEM_ALLOC_DEVICE_INTEL, sizeof got_device,
                  &got_device, NULL));
    HOLDS(got_type == type && got_base == base && got_size == size
          && got_device == of);
}

static void test_usm_errors(int *data)
{
    cl_int result;
    const cl_mem_properties_intel wrong[] = {0x9999, 1, 0};
    HOLDS(!host_alloc(context, NULL, 0, 0, &result));
    SAME(result, CL_INVALID_BUFFER_SIZE);
    HOLDS(!host_alloc(context, NULL, SIZE_MAX, 0, &result));
    SAME(result, CL_INVALID_BUFFER_SIZE);
    HOLDS(!device_alloc(context, NULL, NULL, 64, 0, &result));
    SAME(result, CL_INVALID_DEVICE);
    HOLDS(!shared_alloc(context, device, wrong, 64, 0, &result));
    SAME(result, CL_INVALID_PROPERTY);
    HOLDS(!shared_alloc(context, device, NULL, 64, 3, &result));
    SAME(result, CL_INVALID_VALUE);
    SAME(usm_free(context, data + 1), CL_INVALID_VALUE);
    SAME(usm_free(NULL, data), CL_INVALID_CONTEXT);
    SAME(usm_copy(queue, CL_TRUE, data, data + 1, 64, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
    SAME(usm_copy(queue, CL_TRUE, NULL, data, 4, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(usm_fill(queue, data, data, 0, 4, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void test_usm(void)
{
    cl_int result;
    int pattern = 3, got[N], on_stack = 0;
    find("clHostMemAllocINTEL", &host_alloc);
    find("clDeviceMemAllocINTEL", &device_alloc);
    find("clSharedMemAllocINTEL", &shared_alloc);
    find("clMemFreeINTEL", &usm_free);
    find("clMemBlockingFreeINTEL", &blocking_free);
    find("clGetMemAllocInfoINTEL", &alloc_info);
    find("clSetKernelArgMemPointerINTEL", &set_pointer);
    find("clEnqueueMemFillINTEL", &usm_fill);
    find("clEnqueueMemcpyINTEL", &usm_copy);
    if (!host_alloc)
        return;
    int *on_host = host_alloc(context, NULL, sizeof got, 0, &result);
    OK(result);
    int *on_device =
        device_alloc(context, device, NULL, sizeof got, 64, &result);
    OK(result);
    int *both = shared_alloc(context, device, NULL, sizeof got, 4096, &result);
    OK(result);
    HOLDS((uintptr_t)both % 4096 == 0);
    expect_allocation(on_host + 1, CL_MEM_TYPE_HOST_INTEL, on_host, sizeof got,
                      NULL);
    expect_allocation(on_device, CL_MEM_TYPE_DEVICE_INTEL, on_device,
                      sizeof got, device);
    expect_allocation(both + N - 1, CL_MEM_TYPE_SHARED_INTEL, both, sizeof got,
                      device);
    expect_allocation(&on_stack, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL);
    OK(usm_fill(queue, on_device, &pattern, sizeof pattern, sizeof got, 0, NULL,
                NULL));
    cl_kernel kernel = new_kernel("copy");
    OK(set_pointer(kernel, 0, on_device));
    OK(set_pointer(kernel, 1, both));
    OK(run_1d(kernel, N, 0));
    OK(usm_copy(queue, CL_TRUE, got, both, sizeof got, 0, NULL, NULL));
    for (int k = 0; k < N; k++)
        SAME(got[k], 3);
    test_usm_errors(on_host);
    OK(clReleaseKernel(kernel));
    OK(usm_free(context, on_host));
    SAME(usm_free(context, on_host), CL_INVALID_VALUE);
    OK(blocking_free(context, on_device));
    OK(usm_free(context, both));
    OK(usm_free(context, NULL));
}

/* A pointer into no memory stops the kernel, not the host. */
static void test_wild(void)
{
    int on_stack[N] = {0};
    int *freed = clSVMAlloc(context, 0, sizeof on_stack, 0);
    clSVMFree(context, freed);
    cl_kernel kernel = new_kernel("increment");
    int *pointers[] = {on_stack, freed, (int *)8};
    for (int k = 0; k < 3; k++) {
        cl_event event;
        size_t n = N;
        if (clSetKernelArgSVMPointer(kernel, 0, pointers[k]) != CL_SUCCESS)
            continue;
        OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL,
                                  &event));
        SAME(clWaitForEvents(1, &event),
             CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        OK(clReleaseEvent(event));
    }
    SAME(on_stack[0], 0);
    OK(clReleaseKernel(kernel));
}

/* -- what the host has written ------------------------------------------- */

/* Reads by kernels of what the program has written without a command, or by
 * one that is no write of this memory by name: the checker has nothing to say.
 * Of the last one it has. To it, a launch that takes pointers writes all shared
 * memory: so `which` alone is read; -1: all. */
static void test_written_by_host(int which)
{
    enum { SIZE = 64, BY_BUFFER = 5, MAPPED, N_DATA = 8 };
    cl_int result, pattern = 7;
    int *data[N_DATA] = {
        host_alloc(context, NULL, SIZE, 0, &result),
        shared_alloc(context, device, NULL, SIZE, 0, &result),
        clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, SIZE, 0),
    };
    for (int k = 3; k < N_DATA; k++)
        data[k] = clSVMAlloc(context, 0, SIZE, 0);
    cl_kernel kernel = new_kernel("increment");
    cl_mem memory = new_buffer(CL_MEM_READ_WRITE, SIZE, NULL);
    cl_mem over = new_buffer(CL_MEM_USE_HOST_PTR, SIZE, data[4]);
    cl_mem buffer = new_buffer(CL_MEM_USE_HOST_PTR, SIZE, data[BY_BUFFER]);
    for (int k = 0; k < 3; k++)
        data[k][0] = k;
    OK(clEnqueueFillBuffer(queue, memory, &pattern, sizeof pattern, 0, SIZE, 0,
                           NULL, NULL));
    OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, SIZE, data[3], 0, NULL,
                           NULL));
    OK(clEnqueueFillBuffer(queue, over, &pattern, sizeof pattern, 0, SIZE, 0,
                           NULL, NULL));
    OK(clEnqueueSVMMemFill(queue, data[BY_BUFFER], &pattern, sizeof pattern,
                           SIZE, 0, NULL, NULL));
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, data[MAPPED], SIZE, 0,
                       NULL, NULL));
    data[MAPPED][0] = 7;
    OK(clEnqueueSVMUnmap(queue, data[MAPPED], 0, NULL, NULL));
    OK(clFinish(queue));
    for (int k = 0; k < N_DATA; k++) {
        if (which >= 0 && k != which)
            continue;
        if (k == BY_BUFFER)
            set_buffer(kernel, 0, buffer);
        else
            OK(clSetKernelArgSVMPointer(kernel, 0, data[k]));
        OK(run_1d(kernel, 1, 1));
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(over));
    OK(clReleaseMemObject(memory));
    OK(clReleaseKernel(kernel));
    for (int k = 0; k < N_DATA; k++)
        clSVMFree(context, data[k]);
}

/* A kernel that is not checked writes through a pointer that it loads; what it
 * has written is read. */
static void test_written_through(void)
{
    cl_int n = 1;
    int *data = clSVMAlloc(context, 0, 64, 0);
    cl_ulong address = (uintptr_t)data;
    cl_mem table = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof address, &address);
    cl_kernel writer = new_kernel("add_through");
    cl_kernel reader = new_kernel("increment");
    set_buffer(writer, 0, table);
    OK(clSetKernelArg(writer, 1, sizeof n, &n));
    OK(clSetKernelExecInfo(writer, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data,
                           &data));
    OK(run_1d(writer, 1, 1));
    OK(clSetKernelArgSVMPointer(reader, 0, data));
    OK(run_1d(reader, 1, 1));
    OK(clReleaseKernel(writer));
    OK(clReleaseKernel(reader));
    OK(clReleaseMemObject(table));
    clSVMFree(context, data);
}

/* -- memory that is freed too early --------------------------------------- */

/* Runs "stay" on it, and frees it once the kernel is there. */
static void free_in_use(int *data, bool by_usm)
{
    cl_int status = 1;
    cl_event event;
    int *flag = clSVMAlloc(
        context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0);
    cl_kernel kernel = new_kernel("stay");
    *flag = 0;
    OK(clSetKernelArgSVMPointer(kernel, 0, flag));
    OK(clSetKernelArgSVMPointer(kernel, 1, data));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){1}, NULL, 0,
                              NULL, &event));
    OK(clFlush(queue));
    while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
        ;
    if (by_usm)
        OK(usm_free(context, data));
    else
        clSVMFree(context, data);
    SAME(usm_free(context, data), CL_INVALID_VALUE); /* it is gone */
    __atomic_store_n(flag, 2, __ATOMIC_RELEASE);
    OK(clWaitForEvents(1, &event));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                      &status, NULL));
    SAME(status, CL_COMPLETE);
    OK(clReleaseEvent(event));
    OK(clReleaseKernel(kernel));
    clSVMFree(context, flag);
}

/* Commands that have been enqueued when their memory goes. A kernel does not
 * find it any more; copies and fills go on with what was there. */
static void free_before(void)
{
    enum { SIZE = 1 << 20 };
    static unsigned char host[SIZE];
    cl_int result, pattern = 7, got = 0;
    size_t one = 1;
    cl_event gate = clCreateUserEvent(context, &result), ran;
    int *data = clSVMAlloc(context, 0, SIZE, 0);
    int *wrapped = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, SIZE, 0);
    cl_mem memory = new_buffer(CL_MEM_USE_HOST_PTR, SIZE, wrapped);
    cl_kernel kernel = new_kernel("increment");
    wrapped[0] = 5;
    OK(clSetKernelArgSVMPointer(kernel, 0, data));
    OK(clEnqueueSVMMemFill(queue, data, &pattern, sizeof pattern, SIZE, 1,
                           &gate, NULL));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL,
                              &ran));
    OK(clEnqueueSVMMemcpy(queue, CL_FALSE, host, data, SIZE, 0, NULL, NULL));
    OK(usm_copy(queue, CL_FALSE, data, host, SIZE, 0, NULL, NULL));
    OK(usm_fill(queue, data, &pattern, sizeof pattern, SIZE, 0, NULL, NULL));
    clSVMFree(context, data);
    clSVMFree(context, wrapped);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    SAME(clWaitForEvents(1, &ran),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    OK(clFinish(queue));
    SAME(host[SIZE - 4], 7);
    set_buffer(kernel, 0, memory);
    OK(run_1d(kernel, 1, 0));
    read_buffer(memory, sizeof got, &got);
    SAME(got, 6);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(ran));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(memory));
}

/* So do reads and writes of buffers, whose other side it is. */
static void free_beside(void)
{
    enum { SIZE = 4096, ROWS = 4 };
    const size_t origin[3] = {0}, region[3] = {SIZE / ROWS, ROWS, 1};
    cl_int result;
    static unsigned char host[SIZE];
    cl_event gate = clCreateUserEvent(context, &result);
    cl_mem memory = new_buffer(CL_MEM_READ_WRITE, SIZE, NULL);
    unsigned char *data[4];
    for (int k = 0; k < 4; k++) {
        data[k] = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, SIZE, 0);
        memset(data[k], k + 1, SIZE);
    }
    OK(clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, SIZE, data[0], 1, &gate,
                            NULL));
    OK(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, SIZE, data[1], 0, NULL,
                           NULL));
    OK(clEnqueueWriteBufferRect(queue, memory, CL_FALSE, origin, origin, region,
                                0, 0, 0, 0, data[2], 0, NULL, NULL));
    OK(clEnqueueReadBufferRect(queue, memory, CL_FALSE, origin, origin, region,
                               0, 0, 0, 0, data[3], 0, NULL, NULL));
    for (int k = 0; k < 4; k++)
        clSVMFree(context, data[k]);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, SIZE, host, 0, NULL,
                           NULL));
    SAME(host[0], 3);
    SAME(host[SIZE - 1], 3);
    OK(clReleaseEvent(gate));
    OK(clReleaseMemObject(memory));
}

static void test_freed_early(void)
{
    free_beside();
    free_in_use(clSVMAlloc(context, 0, 1 << 20, 0), false);
    free_in_use(shared_alloc(context, device, NULL, 64, 0, NULL), true);
    free_before();
}

/* -- addresses of buffers ------------------------------------------------- */

static void test_addresses(void)
{
    enum { BUFFERS = 4 };
    const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT,
                                            CL_TRUE, 0};
    cl_mem memories[BUFFERS], table;
    cl_mem_device_address_ext addresses[BUFFERS];
    cl_int result, n = BUFFERS, zero = 0, got = 0;
    for (int k = 0; k < BUFFERS; k++) {
        memories[k] = clCreateBufferWithProperties(context, properties, 0, 64,
                                                   NULL, &result);
        OK(result);
        OK(clEnqueueFillBuffer(queue, memories[k], &zero, sizeof zero, 0, 64, 0,
                               NULL, NULL));
        OK(clGetMemObjectInfo(memories[k], CL_MEM_DEVICE_ADDRESS_EXT,
                              sizeof addresses[k], &addresses[k], NULL));
        HOLDS(addresses[k] != 0);
        addresses[k] += 4 * (cl_ulong)k;
    }
    table = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof addresses, addresses);
    cl_kernel kernel = new_kernel("add_through");
    set_buffer(kernel, 0, table);
    OK(clSetKernelArg(kernel, 1, sizeof n, &n));
    OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT,
                           sizeof addresses, addresses));
    OK(run_1d(kernel, 1, 1));
    OK(run_1d(kernel, 1, 1));
    for (int k = 0; k < BUFFERS; k++) {
        OK(clEnqueueReadBuffer(queue, memories[k], CL_TRUE, 4 * (size_t)k,
                               sizeof got, &got, 0, NULL, NULL));
        SAME(got, 2 * (k + 1));
    }
    SAME(clGetMemObjectInfo(table, CL_MEM_DEVICE_ADDRESS_EXT,
                            sizeof addresses[0], &addresses[0], NULL),
         CL_INVALID_OPERATION);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(table));
    for (int k = 0; k < BUFFERS; k++)
        OK(clReleaseMemObject(memories[k]));
}

/* Two launches whose argument is the address of a buffer, and of its last
 * integer; for --record, which finds what is before them. */
static void test_device_pointer(void)
{
    enum { COUNT = 4 };
    const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT,
                                            CL_TRUE, 0};
    cl_int (*set_device_pointer)(cl_kernel, cl_uint, cl_mem_device_address_ext);
    cl_mem_device_address_ext address;
    int host[COUNT] = {10, 20, 30, 40};
    cl_mem memory = clCreateBufferWithProperties(
        context, properties, CL_MEM_COPY_HOST_PTR, sizeof host, host, NULL);
    cl_kernel kernel = new_kernel("increment");
    find("clSetKernelArgDevicePointerEXT", &set_device_pointer);
    OK(clGetMemObjectInfo(memory, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address,
                          &address, NULL));
    OK(set_device_pointer(kernel, 0, address));
    OK(run_1d(kernel, COUNT, 0));
    OK(set_device_pointer(kernel, 0, address + sizeof(int) * (COUNT - 1)));
    OK(run_1d(kernel, 1, 0));
    OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof host, host, 0,
                           NULL, NULL));
    SAME(host[0], 11);
    SAME(host[COUNT - 1], 42);
    SAME(set_device_pointer(kernel, 1, address), CL_INVALID_ARG_INDEX);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(memory));
}

/* A launch whose arguments are a part of a buffer, twice, and the buffer; for
 * --record, which names the buffer for each part. */
static void test_part_twice(void)
{
    int host[4] = {10, 20, 30, 40};
    cl_buffer_region region = {0, 2 * sizeof(int)};
    cl_mem whole = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof host, host);
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &region, NULL);
    cl_kernel kernel = new_kernel("is_null");
    set_buffer(kernel, 0, part);
    set_buffer(kernel, 1, part);
    set_buffer(kernel, 2, whole);
    OK(run_1d(kernel, 1, 0));
    OK(clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, sizeof host, host, 0, NULL,
                           NULL));
    SAME(host[0], 0);
    SAME(host[3], 40);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(whole));
}

int main(int argc, char **argv)
{
    open_all(argc, argv);
    OK(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities,
                       &capabilities, NULL));
    HOLDS(capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    if (argc > 2 && !strcmp(argv[2], "addresses")) {
        test_device_pointer();
        test_part_twice();
        return close_all();
    }
    if (argc > 2) { /* for checked runs */
        test_usm();
        if (!strcmp(argv[2], "through"))
            test_written_through();
        else
            test_written_by_host(atoi(argv[2]));
        return close_all();
    }
    test_allocation();
    test_coarse();
    test_copies();
    test_frees();
    test_list();
    test_buffer();
    test_atomics();
    if (on_gac) {
        test_usm();
        test_written_by_host(-1);
        test_wild();
        test_freed_early();
        test_addresses();
        test_device_pointer();
    }
    return close_all();
}
