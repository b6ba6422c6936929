/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels: arguments of all kinds, ranges, variables, what launches leave
 * behind, what stops them. usage: tool_kernels FILE.spv|FILE.cl */
#include "host.h"

static cl_mem out;
static cl_bool non_uniform; /* work-groups may be */
static cl_double doubles[16];

static void set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    OK(clSetKernelArg(kernel, index, size, value));
}
#define SET(kernel, index, value) set(kernel, index, sizeof(value), &(value))

/* -- values --------------------------------------------------------------- */

typedef struct record {
    char c;
    double d;
    short s[3];
} record;

static void test_values(void)
{
    cl_char c = -5;
    cl_uchar uc = 200;
    cl_short s = -3000;
    cl_ushort us = 60000;
    cl_int i = -70000;
    cl_uint ui = 4000000000u;
    cl_long l = -((cl_long)1 << 40);
    cl_ulong ul = (cl_ulong)1 << 50;
    cl_float f = 1.5f;
    cl_double d = -2.25;
    record r = {7, 8.5, {1, 2, -9}};
    cl_kernel kernel = new_kernel("values");
    SET(kernel, 0, c);
    SET(kernel, 1, uc);
    SET(kernel, 2, s);
    SET(kernel, 3, us);
    SET(kernel, 4, i);
    SET(kernel, 5, ui);
    SET(kernel, 6, l);
    SET(kernel, 7, ul);
    SET(kernel, 8, f);
    SET(kernel, 9, d);
    SAME(run_1d(kernel, 1, 1), CL_INVALID_KERNEL_ARGS);
    SET(kernel, 10, r);
    set_buffer(kernel, 11, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof doubles, doubles);
    HOLDS(doubles[0] == -5 && doubles[1] == 200 && doubles[2] == -3000);
    HOLDS(doubles[3] == 60000 && doubles[4] == -70000);
    HOLDS(doubles[5] == 4e9 && doubles[6] == -1099511627776.0);
    HOLDS(doubles[7] == 1125899906842624.0 && doubles[8] == 1.5);
    HOLDS(doubles[9] == -2.25 && doubles[10] == 7 && doubles[11] == 8.5);
    HOLDS(doubles[12] == -9);
    SAME(clSetKernelArg(kernel, 0, 2, &s), CL_INVALID_ARG_SIZE);
    if (on_gac)
        SAME(clSetKernelArg(kernel, 10, sizeof r - 8, &r), CL_INVALID_ARG_SIZE);
    SAME(clSetKernelArg(kernel, 12, 4, &i), CL_INVALID_ARG_INDEX);
    SAME(clSetKernelArg(kernel, 0, SIZE_MAX, &c), CL_INVALID_ARG_SIZE);
    if (on_gac)
        SAME(clSetKernelArg(kernel, 0, 1, NULL), CL_INVALID_ARG_VALUE);
    SAME(clSetKernelArg(kernel, 11, 4, &out), CL_INVALID_ARG_SIZE);
    OK(clReleaseKernel(kernel));
}

/* A vector of 3 is as large as one of 4. */
static void test_vectors(void)
{
    cl_char2 c = {{1, -2}};
    cl_short3 s = {{1, 2, -300, 4}};
    cl_int4 i = {{1, 2, 3, -4}};
    cl_int3 t = {{5, 6, 7, 8}};
    cl_long8 l = {{0, 0, 0, 0, 0, 0, 0, (cl_long)1 << 33}};
    cl_float16 f = {{0}};
    cl_double3 d = {{1, 2, 3.5, 4}};
    cl_uchar3 u = {{250, 2, 3, 4}};
    f.s[15] = 0.5f;
    cl_kernel kernel = new_kernel("vectors");
    SET(kernel, 0, c);
    SET(kernel, 1, s);
    SET(kernel, 2, i);
    SET(kernel, 3, t);
    SET(kernel, 4, l);
    SET(kernel, 5, f);
    SET(kernel, 6, d);
    SET(kernel, 7, u);
    set_buffer(kernel, 8, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof doubles, doubles);
    HOLDS(doubles[0] == -2 && doubles[1] == -300 && doubles[2] == -4);
    HOLDS(doubles[3] == 7 && doubles[4] == 8589934592.0 && doubles[5] == 0.5);
    HOLDS(doubles[6] == 3.5 && doubles[7] == 250);
    SAME(clSetKernelArg(kernel, 2, 8, &i), CL_INVALID_ARG_SIZE);
    OK(clReleaseKernel(kernel));
}

/* -- buffers and local memory --------------------------------------------- */

static void test_null(void)
{
    cl_kernel kernel = new_kernel("is_null");
    cl_mem none = NULL;
    cl_int got[2] = {9, 9};
    set_buffer(kernel, 0, none);
    set(kernel, 1, sizeof none, NULL);
    set_buffer(kernel, 2, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof got, got);
    HOLDS(got[0] == 1 && got[1] == 1);
    set_buffer(kernel, 0, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof got, got);
    HOLDS(got[0] == 0 && got[1] == 1);
    OK(clReleaseKernel(kernel));
}

static void test_local(void)
{
    cl_int values[64], sums[8];
    cl_ulong before = 0, after = 0, most = 0;
    cl_kernel kernel = new_kernel("local_sum");
    for (int k = 0; k < 64; k++)
        values[k] = k * k;
    cl_mem in = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof values, values);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                sizeof before, &before, NULL));
    set(kernel, 0, 8 * sizeof(cl_int), NULL);
    set_buffer(kernel, 1, in);
    set_buffer(kernel, 2, out);
    set(kernel, 3, 8 * sizeof(cl_int), NULL);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                sizeof after, &after, NULL));
    HOLDS(after >= before + 64);
    OK(run_1d(kernel, 64, 8));
    read_buffer(out, sizeof sums, sums);
    for (int g = 0; g < 8; g++) {
        cl_int sum = 0;
        for (int k = 0; k < 8; k++)
            sum += values[8 * g + k];
        SAME(sums[g], sum);
    }
    SAME(clSetKernelArg(kernel, 0, 0, NULL), CL_INVALID_ARG_SIZE);
    SAME(clSetKernelArg(kernel, 0, 8, values), CL_INVALID_ARG_VALUE);
    OK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most,
                       NULL));
    if (on_gac) { /* too much is told when it is set, or when it is to run */
        set(kernel, 0, (size_t)most + 1, NULL);
        SAME(run_1d(kernel, 64, 8), CL_OUT_OF_RESOURCES);
        set(kernel, 0, SIZE_MAX, NULL);
        SAME(run_1d(kernel, 64, 8), CL_OUT_OF_RESOURCES);
    }
    OK(clReleaseMemObject(in));
    OK(clReleaseKernel(kernel));
}

/* -- ranges --------------------------------------------------------------- */

/* What the specification says of each work-item's ids. */
static void expect_ids(const cl_ulong *p, const size_t offset[3],
                       const size_t global[3], const size_t local[3],
                       cl_uint dimensions)
{
    bool fine = true;
    for (size_t z = 0; z < global[2]; z++)
        for (size_t y = 0; y < global[1]; y++)
            for (size_t x = 0; x < global[0]; x++, p += 8) {
                size_t at[3] = {x, y, z}, size[3];
                for (int d = 0; d < 3; d++) {
                    size_t left = global[d] - at[d] / local[d] * local[d];
                    size[d] = left < local[d] ? left : local[d];
                    fine = fine && p[d] == at[d] + offset[d];
                }
                fine = fine && p[5] == size[0] + 100 * size[1] + 10000 * size[2]
                       && p[6] == local[0] && p[7] == dimensions
                       && p[3]
                              == x % local[0] + 100 * (y % local[1])
                                     + 10000 * (z % local[2])
                       && p[4]
                              == x / local[0] + 100 * (y / local[1])
                                     + 10000 * (z / local[2]);
            }
    HOLDS(fine);
}

static void test_ids(void)
{
    static cl_ulong got[16 * 16 * 16 * 8];
    cl_kernel kernel = new_kernel("ids");
    cl_mem memory = new_buffer(0, sizeof got, NULL);
    set_buffer(kernel, 0, memory);
    for (int k = 0; k < 40; k++) {
        cl_uint dimensions = 1 + draw(3);
        size_t offset[3] = {0}, global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
        for (cl_uint d = 0; d < dimensions; d++) {
            offset[d] = k % 2 ? draw(1000) : 0;
            global[d] = 1 + draw(16);
            local[d] = 1 + draw(8);
            if (k % 4 == 0 || !non_uniform) /* they divide */
                global[d] = local[d] * (1 + draw(2));
        }
        cl_ulong width = global[0], height = global[1];
        SET(kernel, 1, width);
        SET(kernel, 2, height);
        OK(clEnqueueNDRangeKernel(queue, kernel, dimensions,
                                  k % 2 ? offset : NULL, global, local, 0, NULL,
                                  NULL));
        read_buffer(memory, global[0] * global[1] * global[2] * 8 * sizeof *got,
                    got);
        expect_ids(got, offset, global, local, dimensions);
    }
    OK(clReleaseMemObject(memory));
    OK(clReleaseKernel(kernel));
}

static cl_int launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                     const size_t *global, const size_t *local)
{
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                  local, 0, NULL, NULL);
}

static void test_range_errors(void)
{
    const size_t four[3] = {4, 4, 4}, huge[3] = {SIZE_MAX, 1, 1};
    const size_t zero[3] = {4, 0, 4}, items[3] = {2048, 1, 1};
    const size_t many[3] = {64, 64, 1}, wrap[3] = {SIZE_MAX - 2, 0, 0};
    cl_kernel kernel = new_kernel("increment");
    cl_event event;
    cl_int status = 9;
    set_buffer(kernel, 0, out);
    SAME(launch(kernel, 0, NULL, four, NULL), CL_INVALID_WORK_DIMENSION);
    SAME(launch(kernel, 4, NULL, four, NULL), CL_INVALID_WORK_DIMENSION);
    if (on_gac) { /* PoCL 3.1 has other limits, and runs these */
        SAME(launch(kernel, 1, wrap, four, NULL), CL_INVALID_GLOBAL_OFFSET);
        SAME(launch(kernel, 2, NULL, four, zero), CL_INVALID_WORK_GROUP_SIZE);
        SAME(launch(kernel, 1, NULL, items, items), CL_INVALID_WORK_ITEM_SIZE);
        SAME(launch(kernel, 1, NULL, four, huge), CL_INVALID_WORK_ITEM_SIZE);
        SAME(launch(kernel, 2, NULL, many, many), CL_INVALID_WORK_GROUP_SIZE);
    }
    if (!on_gac)
        goto end;
    /* No work-items are no fault. */
    OK(launch(kernel, 1, NULL, NULL, NULL));
    OK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, zero, NULL, 0, NULL,
                              &event));
    OK(clWaitForEvents(1, &event));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                      &status, NULL));
    SAME(status, CL_COMPLETE);
    OK(clReleaseEvent(event));
end:
    OK(clReleaseKernel(kernel));
}

static void test_required(void)
{
    const size_t global[3] = {8, 4, 1}, right[3] = {4, 2, 1};
    const size_t wrong[3] = {2, 2, 1}, odd[3] = {6, 4, 1};
    size_t sizes[3] = {0};
    cl_int got[32];
    cl_kernel kernel = new_kernel("required");
    set_buffer(kernel, 0, out);
    OK(clGetKernelWorkGroupInfo(kernel, device,
                                CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes,
                                sizes, NULL));
    HOLDS(sizes[0] == 4 && sizes[1] == 2 && sizes[2] == 1);
    SAME(launch(kernel, 2, NULL, global, wrong), CL_INVALID_WORK_GROUP_SIZE);
    OK(launch(kernel, 2, NULL, global, right));
    if (on_gac) {
        OK(launch(kernel, 2, NULL, odd, right)); /* not uniform */
        OK(launch(kernel, 2, NULL, global, NULL));
    }
    read_buffer(out, sizeof got, got);
    for (int k = 0; k < 32; k++)
        SAME(got[k], 4);
    SAME(launch(kernel, 1, NULL, global, right), CL_INVALID_WORK_GROUP_SIZE);
    OK(clReleaseKernel(kernel));
}

/* -- what stays ----------------------------------------------------------- */

static void test_atomics(void)
{
    cl_int zero = 0, n = 0, most = 0;
    cl_kernel kernel = new_kernel("count");
    cl_mem first = new_buffer(CL_MEM_COPY_HOST_PTR, 4, &zero);
    cl_mem second = new_buffer(CL_MEM_COPY_HOST_PTR, 4, &zero);
    set_buffer(kernel, 0, first);
    set_buffer(kernel, 1, second);
    for (int k = 0; k < 5; k++)
        OK(run_1d(kernel, 1000, 0));
    read_buffer(first, 4, &n);
    read_buffer(second, 4, &most);
    HOLDS(n == 5000 && most == 999);
    OK(clReleaseMemObject(first));
    OK(clReleaseMemObject(second));
    OK(clReleaseKernel(kernel));
}

/* Program-scope variables live as long as the program; another build of the
 * same has its own. */
static void test_variables(void)
{
    cl_int got = 0, result;
    cl_kernel kernel = clCreateKernel(program, "bump", &result);
    if (result != CL_SUCCESS) {
        n_skipped++;
        return;
    }
    set_buffer(kernel, 0, out);
    for (int k = 0; k < 3; k++) {
        OK(run_1d(kernel, 1, 1));
        read_buffer(out, sizeof got, &got);
        SAME(got, 5 + k);
    }
    cl_kernel clone = clCloneKernel(kernel, &result);
    OK(result);
    OK(clReleaseKernel(kernel));
    OK(run_1d(clone, 1, 1));
    read_buffer(out, sizeof got, &got);
    SAME(got, 8);
    OK(clReleaseKernel(clone));
    cl_program other = build_file(program_path);
    kernel = clCreateKernel(other, "bump", &result);
    set_buffer(kernel, 0, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof got, &got);
    SAME(got, 5);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(other));
}

/* Setting an argument of a clone leaves the original as it was. */
static void test_clone(void)
{
    cl_int one[4] = {1, 1, 1, 1}, result, got = 0;
    cl_mem other = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof one, one);
    cl_mem mine = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof one, one);
    cl_kernel kernel = new_kernel("increment");
    cl_kernel unset = clCloneKernel(kernel, &result);
    SAME(run_1d(unset, 1, 1), CL_INVALID_KERNEL_ARGS);
    set_buffer(kernel, 0, mine);
    cl_kernel clone = clCloneKernel(kernel, &result);
    OK(result);
    OK(run_1d(clone, 1, 1));
    set_buffer(clone, 0, other);
    OK(run_1d(kernel, 1, 1));
    read_buffer(mine, 4, &got);
    SAME(got, 3);
    OK(run_1d(clone, 1, 1));
    read_buffer(other, 4, &got);
    SAME(got, 2);
    OK(clReleaseKernel(unset));
    OK(clReleaseKernel(clone));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(other));
    OK(clReleaseMemObject(mine));
}

/* A list through two parts of a buffer, made by one launch and followed by
 * another: an address is the same as long as its buffer lives. */
static void test_list(void)
{
    enum { N = 50 };
    cl_int n = N, sum = 0, wanted = 0, result;
    cl_buffer_region region = {1024, 16 * N};
    cl_mem nodes = new_buffer(0, 1024 + 16 * N, NULL);
    cl_mem others = clCreateSubBuffer(nodes, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                      &region, &result);
    OK(result);
    cl_kernel link = new_kernel("link_nodes"), walk = new_kernel("walk");
    set_buffer(link, 0, nodes);
    set_buffer(link, 1, others);
    SET(link, 2, n);
    OK(run_1d(link, 1, 1));
    set_buffer(walk, 0, nodes);
    set_buffer(walk, 1, out);
    OK(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                           sizeof(cl_bool), &(cl_bool){CL_FALSE}));
    OK(run_1d(walk, 1, 1));
    read_buffer(out, sizeof sum, &sum);
    for (int k = 0; k < N; k++)
        wanted += k + 100 * k;
    SAME(sum, wanted);
    OK(clReleaseMemObject(nodes));
    OK(clReleaseMemObject(others));
    OK(clReleaseKernel(link));
    OK(clReleaseKernel(walk));
}

/* -- what stops ----------------------------------------------------------- */

/* The event fails, one line says why; the host and the queue go on. */
static void test_trap(void)
{
    cl_int status = 9, got = 0, four[4] = {4, 4, 4, 4};
    size_t one = 1;
    cl_event event;
    cl_mem small = new_buffer(CL_MEM_COPY_HOST_PTR, sizeof four, four);
    cl_kernel kernel = new_kernel("leave");
    set_buffer(kernel, 0, small);
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL,
                              &event));
    SAME(clWaitForEvents(1, &event),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                      &status, NULL));
    SAME(status, CL_OUT_OF_RESOURCES);
    SAME(
        clEnqueueReadBuffer(queue, small, CL_TRUE, 0, 4, &got, 1, &event, NULL),
        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    read_buffer(small, 4, &got);
    SAME(got, 4);
    OK(clReleaseEvent(event));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(small));
}

/* -- printf --------------------------------------------------------------- */

/* Launches' output is in the order of an in-order queue; the script reads it.
 */
static void test_printf(void)
{
    cl_kernel kernel = new_kernel("say");
    fflush(stdout);
    for (cl_int k = 0; k < 20; k++) {
        SET(kernel, 0, k);
        OK(launch(kernel, 1, NULL, (size_t[]){1}, NULL));
    }
    OK(clFinish(queue));
    OK(clReleaseKernel(kernel));
}

/* -- what may be asked ---------------------------------------------------- */

static void test_sub_groups(void)
{
    cl_kernel kernel = new_kernel("increment");
    size_t local[2] = {64, 2}, size = 0, count = 0, got[3] = {9, 9, 9};
    OK(clGetKernelSubGroupInfo(kernel, device,
                               CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                               sizeof local, local, sizeof size, &size, NULL));
    OK(clGetKernelSubGroupInfo(
        kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local,
        local, sizeof count, &count, NULL));
    HOLDS(size && count == (128 + size - 1) / size);
    OK(clGetKernelSubGroupInfo(kernel, device,
                               CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                               sizeof count, &count, sizeof got, got, NULL));
    SAME(got[0] * got[1] * got[2], 128);
    count = 1 << 20;
    OK(clGetKernelSubGroupInfo(kernel, device,
                               CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                               sizeof count, &count, sizeof got, got, NULL));
    HOLDS(!got[0] && !got[1] && !got[2]);
    SAME(clGetKernelSubGroupInfo(kernel, device,
                                 CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 3,
                                 local, sizeof size, &size, NULL),
         CL_INVALID_VALUE);
    SAME(clGetKernelSubGroupInfo(kernel, device,
                                 CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 0,
                                 NULL, sizeof size, &size, NULL),
         CL_INVALID_VALUE);
    OK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    open_all(argc, argv);
    out = new_buffer(0, 4096, NULL);
    OK(clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                       sizeof non_uniform, &non_uniform, NULL));
    test_values();
    test_vectors();
    test_null();
    test_local();
    test_ids();
    test_range_errors();
    test_required();
    test_atomics();
    test_variables();
    test_clone();
    test_list();
    test_printf();
    if (on_gac) {
        test_trap();
        test_sub_groups();
    }
    OK(clReleaseMemObject(out));
    return close_all();
}
