/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A kernel that only copies: 16 KiB tiles through local memory, run by gac,
 * against the copy engine called directly and against an OpenCL implementation
 * for the processor (PoCL). Interleaved rounds, one thread each; ratios are
 * formed in each round, and their medians printed.
 * usage: bench_tiles, from the project's root */
#include <stdio.h>
#include <stdlib.h>

#include <gac/gac.h>
#include <gac/text.h>

#include "support/support.h"

#if defined(HAVE_OPENCL)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

#define TILE_FLOATS 4096u
#define TILES 8192u
#define TURNS 8192u /* tiles copied in and out in a sample */
#define ROUNDS 21u

typedef struct tiles {
    char *in, *out, *tile;
    uint32_t mask; /* tiles of the buffers that are used, less one */
    gac_context *context;
    gac_assembly *assembly;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    void *opencl; /* NULL: none */
} tiles;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

/* -- the engine ------------------------------------------------------------ */

static double time_engine(tiles *t)
{
    gac_copy_shape run = gac_copy_linear(4, TILE_FLOATS);
    gac_copy_plan in, out;
    gac_copy_plan_make(&in, &run, GAC_COPY_IN);
    gac_copy_plan_make(&out, &run, GAC_COPY_OUT);
    uint64_t start = gac__now_ns();
    for (uint32_t i = 0; i < TURNS; i++) {
        size_t at = (size_t)(i & t->mask) * TILE_FLOATS * 4;
        gac_copy_plan_run(&in, t->tile, t->in + at);
        gac_copy_plan_run(&out, t->out + at, t->tile);
    }
    return (double)(gac__now_ns() - start);
}

/* -- gac ------------------------------------------------------------------- */

static gac_result open_gac(tiles *t)
{
    static const uint32_t turns = TURNS;
    size_t n_words, bytes = (size_t)TILES * TILE_FLOATS * 4;
    GAC__TRY(gac_context_create(NULL, &t->context));
    GAC__TRY(gac_assemble_file(t->context, "bench/tiles.spvasm", NULL,
                               &t->assembly));
    const uint32_t *words = gac_assembly_words(t->assembly, &n_words);
    GAC__TRY(
        gac_module_parse(t->context, words, n_words * 4, NULL, &t->module));
    GAC__TRY(gac_program_create(t->module, NULL, 0, &t->program));
    GAC__TRY(gac_launch_create(t->program, "tiles", &t->launch));
    GAC__TRY(gac_launch_set_buffer(t->launch, 0, t->in, bytes, 0));
    GAC__TRY(gac_launch_set_buffer(t->launch, 1, t->out, bytes, 0));
    GAC__TRY(gac_launch_set_local(t->launch, 2, TILE_FLOATS * 4));
    return gac_launch_set_value(t->launch, 3, &turns, sizeof turns);
}

static void close_gac(tiles *t)
{
    gac_launch_destroy(t->launch);
    gac_program_destroy(t->program);
    gac_module_destroy(t->module);
    gac_assembly_destroy(t->assembly);
    gac_context_destroy(t->context);
}

static double time_gac(tiles *t)
{
    gac_run_options options = {.size = sizeof options,
                               .dimensions = 1,
                               .global = {64},
                               .local = {64},
                               .threads = 1};
    gac_launch_set_value(t->launch, 4, &t->mask, sizeof t->mask);
    uint64_t start = gac__now_ns();
    if (gac_launch_run(t->launch, &options, NULL) != GAC_OK)
        exit(1);
    return (double)(gac__now_ns() - start);
}

/* -- OpenCL ---------------------------------------------------------------- */

#if defined(HAVE_OPENCL)
typedef struct opencl {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem in, out;
} opencl;

static opencl the_opencl;

static void open_opencl(tiles *t)
{
    static char text[4096];
    const char *texts = text;
    size_t bytes = (size_t)TILES * TILE_FLOATS * 4;
    opencl *o = &the_opencl;
    cl_platform_id platform;
    cl_device_id device;
    cl_uint turns = TURNS;
    FILE *f = fopen("bench/tiles.cl", "r");
    if (!f)
        return;
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL)
               != CL_SUCCESS)
        return;
    o->context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    o->queue = clCreateCommandQueue(o->context, device, 0, NULL);
    o->program = clCreateProgramWithSource(o->context, 1, &texts, NULL, NULL);
    if (clBuildProgram(o->program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return;
    o->kernel = clCreateKernel(o->program, "tiles", NULL);
    o->in = clCreateBuffer(o->context, CL_MEM_USE_HOST_PTR, bytes, t->in, NULL);
    o->out =
        clCreateBuffer(o->context, CL_MEM_USE_HOST_PTR, bytes, t->out, NULL);
    clSetKernelArg(o->kernel, 0, sizeof o->in, &o->in);
    clSetKernelArg(o->kernel, 1, sizeof o->out, &o->out);
    clSetKernelArg(o->kernel, 2, TILE_FLOATS * 4, NULL);
    clSetKernelArg(o->kernel, 3, sizeof turns, &turns);
    t->opencl = o;
}

static double time_opencl(tiles *t)
{
    opencl *o = t->opencl;
    size_t size = 64;
    clSetKernelArg(o->kernel, 4, sizeof t->mask, &t->mask);
    uint64_t start = gac__now_ns();
    clEnqueueNDRangeKernel(o->queue, o->kernel, 1, NULL, &size, &size, 0, NULL,
                           NULL);
    clFinish(o->queue);
    return (double)(gac__now_ns() - start);
}
#else
static void open_opencl(tiles *t)
{
    t->opencl = NULL;
}

static double time_opencl(tiles *t)
{
    (void)t;
    return 0;
}
#endif

/* -- both places ----------------------------------------------------------- */

static void run_place(tiles *t, const char *name, uint32_t used)
{
    double engine[ROUNDS], gac[ROUNDS], other[ROUNDS], to_engine[ROUNDS],
        to_other[ROUNDS], bytes = 2.0 * TURNS * TILE_FLOATS * 4;
    t->mask = used - 1;
    time_engine(t), time_gac(t);
    if (t->opencl)
        time_opencl(t);
    for (size_t r = 0; r < ROUNDS; r++) {
        engine[r] = time_engine(t);
        gac[r] = time_gac(t);
        other[r] = t->opencl ? time_opencl(t) : 0;
        to_engine[r] = engine[r] / gac[r];
        to_other[r] = other[r] / gac[r];
    }
    double share = median(to_engine), gain = median(to_other);
    printf("%-12s engine %6.1f GB/s, gac %6.1f, OpenCL %6.1f; gac / engine "
           "%.2f >= 0.80 %s",
           name, bytes / median(engine), bytes / median(gac),
           t->opencl ? bytes / median(other) : 0.0, share,
           share >= 0.8 ? "ok" : "short");
    if (t->opencl)
        printf("; gac / OpenCL %.2f >= 1.00 %s", gain,
               gain >= 1 ? "ok" : "short");
    printf("\n");
}

int main(void)
{
    static tiles t;
    size_t bytes = (size_t)TILES * TILE_FLOATS * 4;
    t.in = aligned_alloc(4096, bytes);
    t.out = aligned_alloc(4096, bytes);
    t.tile = aligned_alloc(4096, TILE_FLOATS * 4);
    if (!t.in || !t.out || !t.tile)
        return 1;
    memset(t.in, 1, bytes);
    memset(t.out, 2, bytes);
    memset(t.tile, 3, TILE_FLOATS * 4);
    if (open_gac(&t) != GAC_OK) {
        fprintf(stderr, "bench_tiles: run it from the project's root\n");
        return 1;
    }
    open_opencl(&t);
    printf("16 KiB tiles, global to local to global, bytes copied:\n");
    run_place(&t, "L2", 8);
    run_place(&t, "memory", TILES);
    close_gac(&t);
    free(t.in), free(t.out), free(t.tile);
    return 0;
}
