/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Routines of CLBlast on the OpenCL device that the loader finds: milliseconds
 * a call, the median, the queue empty before and behind. usage: bench_blas
 * ROUNDS */
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 512u          /* of matrices */
#define LONG (1u << 22) /* of vectors */
#define MOST 101

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

typedef struct device {
    cl_command_queue queue;
    cl_mem a, b, c;
} device;

static int run(device *d, int routine)
{
    cl_command_queue *q = &d->queue;
    switch (routine) {
    case 0: return CLBlastSaxpy(LONG, 1.5f, d->a, 0, 1, d->b, 0, 1, q, NULL);
    case 1:
        return CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, 2048,
                            2048, 1.0f, d->a, 0, 2048, d->b, 0, 1, 0.5f, d->c,
                            0, 1, q, NULL);
    default:
        return CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo,
                            CLBlastTransposeNo, N, N, N, 1.0f, d->a, 0, N, d->b,
                            0, N, 0.0f, d->c, 0, N, q, NULL);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"saxpy", "sgemv", "sgemm"};
    int rounds = argc > 1 ? atoi(argv[1]) : 11;
    cl_platform_id platform;
    cl_device_id id;
    cl_int error;
    device d;
    if (rounds < 1 || rounds > MOST || clGetPlatformIDs(1, &platform, NULL)
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL))
        return 1;
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    d.queue = clCreateCommandQueue(context, id, 0, &error);
    cl_mem *all[] = {&d.a, &d.b, &d.c};
    for (int k = 0; k < 3; k++) {
        const float one = 1.0f;
        *all[k] = clCreateBuffer(context, CL_MEM_READ_WRITE,
                                 LONG * sizeof(float), NULL, &error);
        clEnqueueFillBuffer(d.queue, *all[k], &one, sizeof one, 0,
                            LONG * sizeof one, 0, NULL, NULL);
    }
    for (int routine = 0; routine < 3; routine++) {
        double ms[MOST];
        for (int k = -2; k < rounds; k++) {
            clFinish(d.queue);
            double start = now_ms();
            if (run(&d, routine) != 0)
                return 1;
            clFinish(d.queue);
            if (k >= 0)
                ms[k] = now_ms() - start;
        }
        qsort(ms, (size_t)rounds, sizeof *ms, compare);
        printf("%s %.4f\n", names[routine], ms[rounds / 2]);
    }
    for (int k = 0; k < 3; k++)
        clReleaseMemObject(*all[k]);
    clReleaseCommandQueue(d.queue);
    clReleaseContext(context);
    return 0;
}
