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

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static char device_name[200];

struct exec_ocl {
    const exec_case *c;
    cl_program program;
    cl_kernel kernel;
    size_t global[2], local[2];
    void *data[EXEC_ARGS];
    cl_mem memory[EXEC_ARGS];
    size_t bytes[EXEC_ARGS];
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

const char *exec_ocl_device(void)
{
    return device_name;
}

static void set_argument(exec_ocl *o, cl_uint n)
{
    const exec_arg *a = &o->c->args[n];
    cl_int status;
    switch ((exec_arg_kind)a->kind) {
    case EXEC_ARG_IN:
    case EXEC_ARG_OUT:
    case EXEC_ARG_CONSTANT:
        o->data[n] = exec_arg_data(a, &o->bytes[n]);
        o->memory[n] =
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                           o->bytes[n], o->data[n], &status);
        must(status, "buffer");
        must(clSetKernelArg(o->kernel, n, sizeof(cl_mem), &o->memory[n]),
             "arg");
        break;
    case EXEC_ARG_LOCAL:
        must(clSetKernelArg(o->kernel, n, a->count, NULL), "arg");
        break;
    case EXEC_ARG_U32:
        must(clSetKernelArg(o->kernel, n, 4, &a->u32), "arg");
        break;
    case EXEC_ARG_F32:
        must(clSetKernelArg(o->kernel, n, 4, &a->f32), "arg");
        break;
    case EXEC_ARG_NONE: break;
    }
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
    o->kernel = clCreateKernel(o->program, c->name, &status);
    must(status, "kernel");
    for (cl_uint n = 0; n < EXEC_ARGS; n++)
        set_argument(o, n);
    for (uint32_t d = 0; d < 2; d++) {
        o->global[d] = exec_global(c, d, groups);
        o->local[d] = c->local[d];
    }
    return o;
}

void exec_ocl_run(exec_ocl *o)
{
    must(clEnqueueNDRangeKernel(queue, o->kernel, 2, NULL, o->global, o->local,
                                0, NULL, NULL),
         "enqueue");
    must(clFinish(queue), "finish");
}

const void *exec_ocl_buffer(exec_ocl *o, uint32_t index)
{
    cl_int status;
    void *p = clEnqueueMapBuffer(queue, o->memory[index], CL_TRUE, CL_MAP_READ,
                                 0, o->bytes[index], 0, NULL, NULL, &status);
    must(status, "map");
    return p;
}

void exec_ocl_close(exec_ocl *o)
{
    clReleaseKernel(o->kernel);
    clReleaseProgram(o->program);
    for (uint32_t n = 0; n < EXEC_ARGS; n++) {
        if (o->memory[n] != NULL)
            clReleaseMemObject(o->memory[n]);
        free(o->data[n]);
    }
    free(o);
}
