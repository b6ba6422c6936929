/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The benchmark's kernels on the first OpenCL device (PoCL, Oclgrind). Buffers
 * are the host's own memory, so that nothing is copied. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

#include "exec_run.h"

#include <stdlib.h>

#define MOST_ARGS 32u

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static char device_name[200];

struct exec_ocl {
    const exec_case *c;
    cl_program program;
    cl_kernel kernel;
    size_t global[3], local[3];
    cl_mem memory[MOST_ARGS];
};

static void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "OpenCL: %s: %d\n", what, (int)status);
    exit(2);
}

static void open_device(void)
{
    cl_platform_id platform;
    cl_int status;
    if (context != NULL)
        return;
    must(clGetPlatformIDs(1, &platform, NULL), "platform");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
         "device");
    clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof device_name - 1,
                    device_name, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "queue");
}

void exec_ocl_limit(unsigned threads)
{
    static const char *const libraries[][2] = {
        {"baseline", "sse2"}, {"avx2", "avx2"}, {"avx512", "avx512"}};
    const char *level = getenv("GAC_CPU");
    char most[16];
    snprintf(most, sizeof most, "%u", threads);
    setenv("POCL_MAX_PTHREAD_COUNT", most, 1);
    for (size_t k = 0; level && k < sizeof libraries / sizeof *libraries; k++)
        if (strcmp(level, libraries[k][0]) == 0)
            setenv("POCL_KERNELLIB_NAME", libraries[k][1], 0);
}

const char *exec_ocl_device(void)
{
    return device_name;
}

static void set_argument(exec_ocl *o, cl_kernel kernel, cl_uint n)
{
    const gac__run_arg *a = &o->c->run.args[n];
    cl_int status;
    switch (a->kind) {
    case GAC__RUN_BUFFER:
        if (o->memory[n] == NULL) {
            o->memory[n] =
                clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                               a->size_bytes, a->data, &status);
            must(status, "buffer");
        }
        must(clSetKernelArg(kernel, n, sizeof(cl_mem), &o->memory[n]), "arg");
        break;
    case GAC__RUN_LOCAL:
        must(clSetKernelArg(kernel, n, a->size_bytes, NULL), "arg");
        break;
    default:
        must(clSetKernelArg(kernel, n, a->size_bytes, a->data), "arg");
        break;
    }
}

static cl_kernel kernel_of(exec_ocl *o, const char *name)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(o->program, name, &status);
    must(status, "kernel");
    for (cl_uint n = 0; n < o->c->run.n_args; n++)
        set_argument(o, kernel, n);
    return kernel;
}

static size_t one_at_least(uint64_t n)
{
    return n > 0 ? n : 1;
}

static void run(cl_kernel kernel, const size_t global[3], const size_t *local)
{
    must(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL,
                                NULL),
         "enqueue");
    must(clFinish(queue), "finish");
}

exec_ocl *exec_ocl_open(const exec_case *c, const char *path, uint32_t groups)
{
    cl_int status;
    size_t length;
    exec_ocl *o = calloc(1, sizeof *o);
    if (o == NULL)
        abort();
    open_device();
    char *text = exec_read_file(path, &length);
    o->c = c;
    o->program = clCreateProgramWithSource(context, 1, (const char **)&text,
                                           &length, &status);
    must(status, "program");
    must(clBuildProgram(o->program, 1, &device, "-cl-std=CL1.2", NULL, NULL),
         "build");
    free(text);
    o->kernel = kernel_of(o, c->name);
    for (uint32_t d = 0; d < 3; d++) {
        o->global[d] = one_at_least(exec_global(c, d, groups));
        o->local[d] = one_at_least(c->run.options.local[d]);
    }
    return o;
}

void exec_ocl_setup(exec_ocl *o)
{
    const gac_run_options *options = &o->c->setup.options;
    size_t global[3];
    if (!o->c->setup.has_global)
        return;
    cl_kernel kernel = kernel_of(o, "setup");
    for (uint32_t d = 0; d < 3; d++)
        global[d] = one_at_least(options->global[d]);
    run(kernel, global, NULL);
    clReleaseKernel(kernel);
}

void exec_ocl_run(exec_ocl *o)
{
    run(o->kernel, o->global, o->local);
}

void exec_ocl_close(exec_ocl *o)
{
    clReleaseKernel(o->kernel);
    clReleaseProgram(o->program);
    for (uint32_t n = 0; n < MOST_ARGS; n++)
        if (o->memory[n] != NULL)
            clReleaseMemObject(o->memory[n]);
    free(o);
}
