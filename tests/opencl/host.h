/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the OpenCL hosts here have in common: a device, a module of kernels, and
 * the count of what holds. Any platform will do: what gac's tests expect must
 * hold on another implementation, too, where that has the feature. */
#ifndef GAC_TESTS_OPENCL_HOST_H
#define GAC_TESTS_OPENCL_HOST_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program; /* of the file that was given; NULL: none */
static const char *program_path;
static bool on_gac;

/* Callbacks count, too. */
static atomic_uint n_passed, n_failed, n_skipped;

/* Counts what holds; tells of what does not. */
static inline void hold(bool holds, int line, const char *what, long got,
                        long wanted)
{
    if (holds) {
        n_passed++;
        return;
    }
    n_failed++;
    printf("FAIL: line %d: %s: %ld, wanted %ld\n", line, what, got, wanted);
}

#define HOLDS(what) hold((what), __LINE__, #what, 0, 1)
/* Two numbers are the same. */
static inline void same(long got, long wanted, int line, const char *what)
{
    hold(got == wanted, line, what, got, wanted);
}
#define SAME(what, wanted) same((long)(what), (long)(wanted), __LINE__, #what)
#define OK(call) SAME(call, CL_SUCCESS)

/* Numbers that are the same in each run. */
static uint64_t seed = 88172645463325252u;
static inline uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % below;
}

static inline void need(cl_int result, const char *call)
{
    if (result == CL_SUCCESS)
        return;
    printf("FAIL: %s: error %d\n", call, result);
    exit(1);
}
#define NEED(call) need(call, #call)

static inline char *read_whole_file(const char *path, size_t *size_out)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);
    if (!file || !bytes) {
        printf("FAIL: %s: cannot be read\n", path);
        exit(1);
    }
    *size_out = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static inline bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

static inline void open_device(void)
{
    char name[100];
    cl_int result;
    NEED(clGetPlatformIDs(1, &platform, NULL));
    NEED(
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    on_gac = !strcmp(name, "gac");
    NEED(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    need(result, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &result);
    need(result, "clCreateCommandQueue");
}

/* Builds FILE.spv or FILE.cl. */
static inline cl_program build_file(const char *path)
{
    size_t size;
    cl_int result;
    char *bytes = read_whole_file(path, &size);
    const char *text = bytes;
    cl_program made =
        ends_with(path, ".cl")
            ? clCreateProgramWithSource(context, 1, &text, NULL, &result)
            : clCreateProgramWithIL(context, bytes, size, &result);
    need(result, path);
    free(bytes);
    result = clBuildProgram(made, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    if (result != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(made, device, CL_PROGRAM_BUILD_LOG, sizeof log,
                              log, NULL);
        fputs(log, stdout);
    }
    need(result, "clBuildProgram");
    return made;
}

/* A device, and the program of the first argument. */
static inline void open_all(int argc, char **argv)
{
    if (argc < 2) {
        printf("usage: %s FILE.spv|FILE.cl\n", argv[0]);
        exit(2);
    }
    open_device();
    program_path = argv[1];
    program = build_file(program_path);
}

/* The last line, and the program's status. Nothing is left. */
static inline int close_all(void)
{
    if (program)
        OK(clReleaseProgram(program));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
    printf("%u passed, %u failed, %u skipped\n", n_passed, n_failed, n_skipped);
    return n_failed != 0;
}

static inline cl_mem new_buffer(cl_mem_flags flags, size_t size, void *host)
{
    cl_int result;
    cl_mem made = clCreateBuffer(context, flags, size, host, &result);
    need(result, "clCreateBuffer");
    return made;
}

static inline cl_kernel new_kernel(const char *name)
{
    cl_int result;
    cl_kernel made = clCreateKernel(program, name, &result);
    need(result, name);
    return made;
}

static inline void set_buffer(cl_kernel kernel, cl_uint index, cl_mem memory)
{
    OK(clSetKernelArg(kernel, index, sizeof memory, &memory));
}

/* Runs a kernel over one dimension; `local` 0: the driver's choice. */
static inline cl_int run_1d(cl_kernel kernel, size_t global, size_t local)
{
    cl_int result = clEnqueueNDRangeKernel(
        queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL);
    return result == CL_SUCCESS ? clFinish(queue) : result;
}

static inline void read_buffer(cl_mem memory, size_t size, void *to)
{
    OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

#endif
