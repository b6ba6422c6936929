/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs a kernel of an OpenCL C file on an OpenCL device, with gac-run's options
 * and ARGs: where the expected outputs of tests/kernels come from. Used by
 * refresh.sh alone, never by the tests.
 *
 * usage: clrun [gac-run's options] FILE.cl ARG...
 * CLRUN_BUILD in the environment: build options. A -s ID=VALUE becomes the
 * macro SPEC_ID=VALUE. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/run_tool.h"

#define CHECK(call)                                                            \
    do {                                                                       \
        cl_int status_ = (call);                                               \
        if (status_ != CL_SUCCESS) {                                           \
            fprintf(stderr, "clrun: %s: %d\n", #call, status_);                \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static gac__run_command command;

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc(1, (size_t)size + 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        exit(1);
    fclose(file);
    return text;
}

static cl_program build(cl_context context, cl_device_id device)
{
    char options[4096];
    const char *more = getenv("CLRUN_BUILD");
    int n = snprintf(options, sizeof options, "-cl-std=CL1.2 -DREFERENCE=1 %s",
                     more != NULL ? more : "");
    for (uint32_t i = 0; i < command.n_specs; i++)
        n += snprintf(options + n, sizeof options - (size_t)n, " -DSPEC_%u=%s",
                      command.specs[i].id, command.specs[i].text);
    char *source = read_file(command.modules[0]);
    cl_int status;
    cl_program program = clCreateProgramWithSource(
        context, 1, (const char **)&source, NULL, &status);
    CHECK(status);
    status = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (status != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
                              sizeof log - 1, log, NULL);
        fprintf(stderr, "clrun: %s\n%s\n", command.modules[0], log);
        exit(1);
    }
    free(source);
    return program;
}

static cl_kernel create_kernel(cl_program program)
{
    cl_int status;
    cl_kernel kernels[16];
    cl_uint n;
    if (command.kernel != NULL) {
        kernels[0] = clCreateKernel(program, command.kernel, &status);
        CHECK(status);
        return kernels[0];
    }
    CHECK(clCreateKernelsInProgram(program, 16, kernels, &n));
    if (n != 1) {
        fprintf(stderr, "clrun: several kernels, no -k\n");
        exit(1);
    }
    return kernels[0];
}

static void set_arg(cl_context context, cl_kernel kernel, cl_uint i,
                    const gac__run_arg *arg, cl_mem *mem_out)
{
    cl_int status;
    *mem_out = NULL;
    switch (arg->kind) {
    case GAC__RUN_BUFFER:
        *mem_out =
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                           arg->size_bytes, arg->data, &status);
        CHECK(status);
        CHECK(clSetKernelArg(kernel, i, sizeof *mem_out, mem_out));
        break;
    case GAC__RUN_LOCAL:
        CHECK(clSetKernelArg(kernel, i, arg->size_bytes, NULL));
        break;
    case GAC__RUN_NULL:
        CHECK(clSetKernelArg(kernel, i, sizeof *mem_out, mem_out));
        break;
    default: {
        /* three components are stored as four */
        uint8_t padded[256] = {0};
        size_t size = arg->size_bytes;
        memcpy(padded, arg->data, size);
        if (arg->typed && arg->count == 3)
            size = size / 3 * 4;
        CHECK(clSetKernelArg(kernel, i, size, padded));
    }
    }
}

int main(int argc, char **argv)
{
    if (gac__run_command_parse(argc, argv, &command) != -1
        || !gac__run_operands_parse(&command, argc - optind, argv + optind))
        return 2;
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    CHECK(status);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    CHECK(status);
    cl_kernel kernel = create_kernel(build(context, device));

    static cl_mem mems[GAC__RUN_MAX_ARGS];
    for (uint32_t i = 0; i < command.n_args; i++)
        set_arg(context, kernel, i, &command.args[i], &mems[i]);
    size_t global[3], local[3], offset[3];
    for (int i = 0; i < 3; i++) {
        global[i] = (size_t)command.options.global[i];
        local[i] = (size_t)command.options.local[i];
        offset[i] = (size_t)command.options.offset[i];
    }
    CHECK(clEnqueueNDRangeKernel(queue, kernel, command.options.dimensions,
                                 offset, global, local[0] ? local : NULL, 0,
                                 NULL, NULL));
    CHECK(clFinish(queue));
    for (uint32_t i = 0; i < command.n_dumps; i++) {
        const gac__run_dumped *dump = &command.dumps[i];
        uint32_t index = dump->index;
        gac__run_arg *arg = &command.args[index];
        CHECK(clEnqueueReadBuffer(queue, mems[index], CL_TRUE, 0,
                                  arg->size_bytes, arg->data, 0, NULL, NULL));
        gac__run_dump(stdout, dump, arg, NULL, 0);
    }
    return fflush(stdout) != 0;
}
