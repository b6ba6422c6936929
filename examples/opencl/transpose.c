/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An OpenCL host: transposes a matrix with a kernel of examples/transpose.cl,
 * on whatever device the loader finds first. usage: transpose FILE.spv|FILE.cl
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 256u
#define HEIGHT 128u
#define BYTES (WIDTH * HEIGHT * sizeof(float))

/* Ends the program where a call has failed. */
static void check(cl_int result, const char *call)
{
    if (result == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", call, result);
    exit(result == CL_COMPILER_NOT_AVAILABLE ? 77 : 1);
}

static char *read_file(const char *path, size_t *size_out)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    *size_out = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static cl_program build(cl_context context, cl_device_id device,
                        const char *path)
{
    size_t size, log_size = 0;
    cl_int result;
    char *bytes = read_file(path, &size);
    const char *text = bytes;
    size_t length = strlen(path);
    cl_program program =
        length > 3 && !strcmp(path + length - 3, ".cl")
            ? clCreateProgramWithSource(context, 1, &text, &size, &result)
            : clCreateProgramWithIL(context, bytes, size, &result);
    check(result, "the program");
    free(bytes);
    result = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL,
                          &log_size);
    char *log = malloc(log_size + 1);
    if (log && log_size > 1) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log_size,
                              log, NULL);
        fputs(log, stderr);
    }
    free(log);
    check(result, "clBuildProgram");
    return program;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: transpose FILE.spv|FILE.cl\n");
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int result;
    char name[100];
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "clGetDeviceIDs");
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL),
          "clGetDeviceInfo");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    check(result, "clCreateContext");
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(context, device, NULL, &result);
    check(result, "clCreateCommandQueueWithProperties");
    cl_program program = build(context, device, argv[1]);
    cl_kernel kernel = clCreateKernel(program, "transpose", &result);
    check(result, "clCreateKernel");

    float *matrix = malloc(BYTES), *turned = malloc(BYTES);
    if (!matrix || !turned)
        return 1;
    for (unsigned k = 0; k < WIDTH * HEIGHT; k++)
        matrix[k] = (float)k;
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                               BYTES, matrix, &result);
    check(result, "clCreateBuffer");
    cl_mem out =
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, BYTES, NULL, &result);
    check(result, "clCreateBuffer");
    const cl_uint width = WIDTH, height = HEIGHT;
    check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof in, &in), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof width, &width), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof height, &height), "clSetKernelArg");
    const size_t global[2] = {WIDTH, HEIGHT}, local[2] = {16, 16};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL,
                                 NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, BYTES, turned, 0, NULL,
                              NULL),
          "clEnqueueReadBuffer");

    unsigned wrong = 0;
    for (unsigned y = 0; y < HEIGHT; y++)
        for (unsigned x = 0; x < WIDTH; x++)
            wrong += turned[x * HEIGHT + y] != matrix[y * WIDTH + x];
    printf("%s: %ux%u transposed, %u elements wrong\n", name, WIDTH, HEIGHT,
           wrong);
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(turned);
    free(matrix);
    return wrong != 0;
}
