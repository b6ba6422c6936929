/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The same tiles, copied inside a kernel of an OpenCL implementation for
 * the processor (PoCL), whose async copies are loops over elements. */
#include "bench_copy.h"

#if defined(HAVE_OPENCL)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>

#define TURNS 20000u
#define SOURCE_FLOATS (1u << 20)

/* One work-item; a turn begins elsewhere in a hot image and reads its tile. */
static const char program_text[] =
    "#define TURN(body) float sum = 0; for (uint k = 0; k < turns; k++) {\\\n"
    "    event_t e = 0; __global const float *s = src + (k & 7) * 16; body\\\n"
    "    wait_group_events(1, &e);"
    " sum += *(volatile __local float *)(tile + (k & 255)); } out[0] = sum;\n"
    "#define ARGS __global const float *src, __global float *out, uint turns,"
    " __local float *tile\n"
    "__kernel void tile_16x16(ARGS) { TURN(for (int r = 0; r < 16; r++)"
    " e = async_work_group_copy(tile + r * 16, s + r * 1920, 16, e);) }\n"
    "__kernel void lines_64(ARGS) { TURN(for (int r = 0; r < 64; r++)"
    " e = async_work_group_copy(tile + r * 16, s + r * 1920, 16, e);) }\n"
    "__kernel void strided(ARGS) { TURN("
    " e = async_work_group_strided_copy(tile, s, 256, 2, e);) }\n";

typedef struct opencl {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem source, out;
} opencl;

static bool opencl_open(opencl *o)
{
    cl_platform_id platform;
    cl_device_id device;
    const char *text = program_text;
    cl_int r;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL)
               != CL_SUCCESS)
        return false;
    o->context = clCreateContext(NULL, 1, &device, NULL, NULL, &r);
    if (r != CL_SUCCESS)
        return false;
    o->queue = clCreateCommandQueue(o->context, device, 0, &r);
    o->program = clCreateProgramWithSource(o->context, 1, &text, NULL, &r);
    if (clBuildProgram(o->program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return false;
    o->source = clCreateBuffer(o->context, CL_MEM_READ_WRITE,
                               SOURCE_FLOATS * sizeof(float), NULL, &r);
    o->out = clCreateBuffer(o->context, CL_MEM_READ_WRITE, 64, NULL, &r);
    float one = 1;
    clEnqueueFillBuffer(o->queue, o->source, &one, sizeof one, 0,
                        SOURCE_FLOATS * sizeof(float), 0, NULL, NULL);
    return clFinish(o->queue) == CL_SUCCESS;
}

static void opencl_close(opencl *o)
{
    clReleaseMemObject(o->out);
    clReleaseMemObject(o->source);
    clReleaseProgram(o->program);
    clReleaseCommandQueue(o->queue);
    clReleaseContext(o->context);
}

/* Time of one launch of `turns` turns. */
static double launch(opencl *o, cl_kernel kernel, cl_uint turns)
{
    size_t one = 1;
    clSetKernelArg(kernel, 2, sizeof turns, &turns);
    uint64_t start = gac__now_ns();
    clEnqueueNDRangeKernel(o->queue, kernel, 1, NULL, &one, &one, 0, NULL,
                           NULL);
    clFinish(o->queue);
    return (double)(gac__now_ns() - start);
}

static double ours(const gac_copy_plan *plan, char *dst, const char *src)
{
    volatile float sum = 0;
    uint64_t start = gac__now_ns();
    for (uint32_t k = 0; k < TURNS; k++) {
        gac_copy_plan_run(plan, dst, src + (k & 7) * 64);
        float x;
        memcpy(&x, dst + (k & 255) * 4, 4);
        sum += x;
    }
    (void)sum;
    return (double)(gac__now_ns() - start);
}

static void one_kernel(opencl *o, const char *name, const gac_copy_shape *shape,
                       bench_case *c)
{
    double theirs[ROUNDS], own[ROUNDS], ratios[ROUNDS];
    char what[64];
    gac_copy_plan plan;
    cl_int r;
    cl_kernel kernel = clCreateKernel(o->program, name, &r);
    clSetKernelArg(kernel, 0, sizeof o->source, &o->source);
    clSetKernelArg(kernel, 1, sizeof o->out, &o->out);
    clSetKernelArg(kernel, 3, 16384, NULL);
    launch(o, kernel, TURNS);
    gac_copy_plan_make(&plan, shape,
                       GAC_COPY_IN
                           | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)level));
    for (size_t k = 0; k < ROUNDS; k++) {
        double empty = launch(o, kernel, 1);
        theirs[k] = (launch(o, kernel, TURNS) - empty) / TURNS;
        own[k] = ours(&plan, c->dst, c->src) / TURNS;
        ratios[k] = theirs[k] / own[k];
    }
    clReleaseKernel(kernel);
    snprintf(what, sizeof what, "%s in an OpenCL kernel", name);
    report(what, median(ratios, ROUNDS), "OpenCL", median(own, ROUNDS),
           median(theirs, ROUNDS), 0);
}

void bench_opencl(void)
{
    static const gac_copy_shape tile = {4, 16, 16, 1, 1920, 0, 16, 0};
    static const gac_copy_shape lines = {4, 16, 64, 1, 1920, 0, 16, 0};
    static const gac_copy_shape strided = {4, 1, 256, 1, 2, 0, 1, 0};
    opencl o;
    bench_case c;
    if (!opencl_open(&o)) {
        printf(
            "OpenCL left out: no OpenCL implementation for this processor\n");
        return;
    }
    case_begin(&c, &tile, HOT, false, GAC_COPY_IN);
    one_kernel(&o, "tile_16x16", &tile, &c);
    one_kernel(&o, "lines_64", &lines, &c);
    one_kernel(&o, "strided", &strided, &c);
    case_end(&c);
    opencl_close(&o);
}
#else
#include <stdio.h>

void bench_opencl(void)
{
    printf("OpenCL left out: built without OpenCL\n");
}
#endif
