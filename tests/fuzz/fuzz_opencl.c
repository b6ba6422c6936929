/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: the OpenCL driver builds bytes as an IL and as a binary, and
 * says what its kernels are. What it gives as a binary, it takes. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_KERNELS 4u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cl_device_id device;

static void check(cl_int result, const char *call)
{
    if (result == CL_SUCCESS)
        return;
    fprintf(stderr, "fuzz_opencl: %s: %d\n", call, result);
    abort();
}

static void ask_kernel(cl_kernel kernel)
{
    static const cl_kernel_arg_info infos[] = {CL_KERNEL_ARG_NAME,
                                               CL_KERNEL_ARG_TYPE_NAME};
    char text[256];
    cl_uint n = 0;
    check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL),
          "clGetKernelInfo");
    clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL);
    for (cl_uint k = 0; k < n; k++)
        for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
            clGetKernelArgInfo(kernel, k, infos[i], sizeof text, text, NULL);
}

/* What was built gives a binary that can be built. */
static void take_back(cl_context context, cl_program program)
{
    size_t size = 0;
    cl_int result;
    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
                           NULL),
          "clGetProgramInfo");
    unsigned char *binary = malloc(size ? size : 1);
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                           NULL),
          "clGetProgramInfo");
    const unsigned char *bytes = binary;
    cl_program again = clCreateProgramWithBinary(context, 1, &device, &size,
                                                 &bytes, NULL, &result);
    check(result, "clCreateProgramWithBinary");
    check(clBuildProgram(again, 1, &device, NULL, NULL, NULL),
          "clBuildProgram");
    check(clReleaseProgram(again), "clReleaseProgram");
    free(binary);
}

static void build(cl_context context, cl_program program)
{
    cl_kernel kernels[MOST_KERNELS];
    cl_uint n = 0;
    if (!program)
        return;
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL) == CL_SUCCESS) {
        take_back(context, program);
        if (clCreateKernelsInProgram(program, MOST_KERNELS, kernels, &n)
            != CL_SUCCESS)
            n = 0;
    }
    for (cl_uint k = 0; k < n; k++) {
        ask_kernel(kernels[k]);
        clReleaseKernel(kernels[k]);
    }
    check(clReleaseProgram(program), "clReleaseProgram");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cl_platform_id platform;
    cl_int result;
    if (!device) {
        check(clIcdGetPlatformIDsKHR(1, &platform, NULL),
              "clIcdGetPlatformIDsKHR");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
              "clGetDeviceIDs");
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    check(result, "clCreateContext");
    build(context, clCreateProgramWithIL(context, data, size, NULL));
    build(context, clCreateProgramWithBinary(context, 1, &device, &size, &data,
                                             NULL, NULL));
    check(clReleaseContext(context), "clReleaseContext");
    return 0;
}
