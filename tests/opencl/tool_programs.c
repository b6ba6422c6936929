/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs: from IL, binaries and source; options, logs, compiling and linking,
 * specialization constants, what may be asked of kernels. What needs a compiler
 * is skipped where the device has none. usage: tool_programs FILE.spv SPECS.spv
 * [images], where images is one test alone */
#include "host.h"

#include <pthread.h>

static char *module;
static size_t module_bytes;
static cl_mem out;

static cl_program from_source(const char *text)
{
    cl_int result;
    cl_program made =
        clCreateProgramWithSource(context, 1, &text, NULL, &result);
    OK(result);
    return made;
}

static cl_int build(cl_program of, const char *options)
{
    return clBuildProgram(of, 1, &device, options, NULL, NULL);
}

static const char *log_of(cl_program of)
{
    static char text[1 << 16];
    text[0] = '\0';
    OK(clGetProgramBuildInfo(of, device, CL_PROGRAM_BUILD_LOG, sizeof text,
                             text, NULL));
    return text;
}

static cl_build_status status_of(cl_program of)
{
    cl_build_status status = 9;
    OK(clGetProgramBuildInfo(of, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                             &status, NULL));
    return status;
}

static cl_program_binary_type type_of(cl_program of)
{
    cl_program_binary_type type = 99;
    OK(clGetProgramBuildInfo(of, device, CL_PROGRAM_BINARY_TYPE, sizeof type,
                             &type, NULL));
    return type;
}

/* Runs a kernel that writes one number, and returns that. */
static int run_for(cl_program of, const char *name)
{
    int got = -99;
    cl_int result;
    cl_kernel kernel = clCreateKernel(of, name, &result);
    OK(result);
    if (result != CL_SUCCESS)
        return got;
    set_buffer(kernel, 0, out);
    OK(run_1d(kernel, 1, 1));
    read_buffer(out, sizeof got, &got);
    OK(clReleaseKernel(kernel));
    return got;
}

/* -- IL and binaries ------------------------------------------------------ */

static void test_il(void)
{
    cl_int result;
    size_t size = 0;
    cl_uint odd[8] = {0x07230203, 0x10000, 0, 1 << 30, 0, 0xFFFF0000};
    HOLDS(!clCreateProgramWithIL(context, "nothing", 7, &result));
    SAME(result, CL_INVALID_VALUE);
    HOLDS(
        !clCreateProgramWithIL(context, module, module_bytes / 2 + 1, &result));
    SAME(result, CL_INVALID_VALUE);
    HOLDS(!clCreateProgramWithIL(context, odd, sizeof odd, &result));
    SAME(result, CL_INVALID_VALUE);
    HOLDS(!clCreateProgramWithIL(context, module, 0, &result));
    SAME(result, CL_INVALID_VALUE);
    cl_program il =
        clCreateProgramWithIL(context, module, module_bytes, &result);
    OK(result);
    SAME(status_of(il), CL_BUILD_NONE);
    HOLDS(!clCreateKernel(il, "copy", &result));
    SAME(result, CL_INVALID_PROGRAM_EXECUTABLE);
    SAME(clGetProgramInfo(il, CL_PROGRAM_NUM_KERNELS, sizeof size, &size, NULL),
         CL_INVALID_PROGRAM_EXECUTABLE);
    OK(clGetProgramInfo(il, CL_PROGRAM_IL, 0, NULL, &size));
    SAME(size, module_bytes);
    char *got = malloc(size);
    OK(clGetProgramInfo(il, CL_PROGRAM_IL, size, got, NULL));
    HOLDS(!memcmp(got, module, size));
    free(got);
    OK(build(il, NULL));
    SAME(status_of(il), CL_BUILD_SUCCESS);
    SAME(type_of(il), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    HOLDS(!clCreateKernel(il, "nothing", &result));
    SAME(result, CL_INVALID_KERNEL_NAME);
    HOLDS(!clCreateKernel(il, NULL, &result));
    SAME(result, CL_INVALID_VALUE);
    SAME(run_for(il, "bump"), 5);
    OK(build(il, "")); /* anew, with variables as at first */
    SAME(run_for(il, "bump"), 5);
    cl_kernel kernel = clCreateKernel(il, "bump", &result);
    SAME(build(il, NULL), CL_INVALID_OPERATION); /* a kernel is attached */
    OK(clReleaseKernel(kernel));
    OK(build(il, NULL));
    OK(clReleaseProgram(il));
}

static unsigned char *binary_of(cl_program of, size_t *size)
{
    OK(clGetProgramInfo(of, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL));
    unsigned char *bytes = malloc(*size + 1);
    OK(clGetProgramInfo(of, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    return bytes;
}

static cl_program from_binary(const unsigned char *bytes, size_t size,
                              cl_int *status, cl_int *result)
{
    return clCreateProgramWithBinary(context, 1, &device, &size, &bytes, status,
                                     result);
}

static void test_binary(void)
{
    cl_int result, status = 9;
    size_t size = 0;
    unsigned char *bytes = binary_of(program, &size);
    cl_program again = from_binary(bytes, size, &status, &result);
    OK(result);
    OK(status);
    HOLDS(!clCreateKernel(again, "copy", &result));
    SAME(result, CL_INVALID_PROGRAM_EXECUTABLE);
    OK(build(again, NULL));
    SAME(run_for(again, "bump"), 5);
    OK(build(again, NULL));
    SAME(run_for(again, "bump"), 5);
    SAME(clCompileProgram(again, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL),
         CL_INVALID_OPERATION);
    OK(clReleaseProgram(again));
    for (size_t cut = 0; cut < size; cut += 1 + cut / 2 + cut / 8) {
        HOLDS(!from_binary(bytes, cut, &status, &result));
        SAME(result, cut ? CL_INVALID_BINARY : CL_INVALID_VALUE);
        SAME(status, result);
    }
    for (int k = 0; k < 40; k++) { /* each end is a good one */
        unsigned char *broken = malloc(size);
        memcpy(broken, bytes, size);
        broken[draw(k % 2 ? 64 : (uint32_t)size)] ^=
            (unsigned char)(1 + draw(255));
        again = from_binary(broken, size, NULL, &result);
        if (again && build(again, NULL) == CL_SUCCESS)
            HOLDS(status_of(again) == CL_BUILD_SUCCESS);
        if (again)
            clReleaseProgram(again);
        free(broken);
    }
    n_passed++;
    free(bytes);
}

/* -- specialization ------------------------------------------------------- */

/* The module's kernel "specs" writes constant 1 (an int, 10) plus constant 2 (a
 * long, 100), plus 1000 if constant 3 (a bool, false) is true. */
static void test_specs(const char *path)
{
    cl_int result, one = 7;
    cl_long two = 300;
    cl_uchar three = 1;
    size_t size;
    char *il = read_whole_file(path, &size);
    cl_program specs = clCreateProgramWithIL(context, il, size, &result);
    OK(result);
    free(il);
    OK(build(specs, NULL));
    SAME(run_for(specs, "specs"), 110);
    OK(clSetProgramSpecializationConstant(specs, 1, sizeof one, &one));
    OK(clSetProgramSpecializationConstant(specs, 3, sizeof three, &three));
    OK(build(specs, NULL));
    SAME(run_for(specs, "specs"), 1107);
    OK(clSetProgramSpecializationConstant(specs, 2, sizeof two, &two));
    one = 8;
    OK(clSetProgramSpecializationConstant(specs, 1, sizeof one, &one));
    OK(build(specs, NULL));
    SAME(run_for(specs, "specs"), 1308);
    SAME(clSetProgramSpecializationConstant(specs, 4, sizeof one, &one),
         CL_INVALID_SPEC_ID);
    SAME(clSetProgramSpecializationConstant(specs, 1, 2, &one),
         CL_INVALID_VALUE);
    SAME(clSetProgramSpecializationConstant(specs, 1, sizeof one, NULL),
         CL_INVALID_VALUE);
    /* They are part of what was built. */
    unsigned char *bytes = binary_of(specs, &size);
    cl_program again = from_binary(bytes, size, NULL, &result);
    OK(result);
    free(bytes);
    OK(build(again, NULL));
    SAME(run_for(again, "specs"), 1308);
    OK(clReleaseProgram(again));
    /* And of what is compiled, then linked. */
    OK(clCompileProgram(specs, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    again =
        clLinkProgram(context, 0, NULL, NULL, 1, &specs, NULL, NULL, &result);
    OK(result);
    SAME(run_for(again, "specs"), 1308);
    OK(clReleaseProgram(again));
    OK(clReleaseProgram(specs));
}

/* -- compiling and linking ------------------------------------------------ */

static void test_link(void)
{
    cl_int result;
    cl_program il =
        clCreateProgramWithIL(context, module, module_bytes, &result);
    HOLDS(!clLinkProgram(context, 0, NULL, NULL, 1, &il, NULL, NULL, &result));
    SAME(result, CL_INVALID_OPERATION); /* it has not been compiled */
    OK(clCompileProgram(il, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    SAME(type_of(il), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    cl_program linked =
        clLinkProgram(context, 0, NULL, "", 1, &il, NULL, NULL, &result);
    OK(result);
    SAME(type_of(linked), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    SAME(run_for(linked, "bump"), 5);
    SAME(build(linked, NULL), CL_INVALID_OPERATION);
    OK(clReleaseProgram(linked));
    linked = clLinkProgram(context, 0, NULL, "-create-library", 1, &il, NULL,
                           NULL, &result);
    OK(result);
    SAME(type_of(linked), CL_PROGRAM_BINARY_TYPE_LIBRARY);
    cl_program over =
        clLinkProgram(context, 0, NULL, NULL, 1, &linked, NULL, NULL, &result);
    OK(result);
    SAME(run_for(over, "bump"), 5);
    OK(clReleaseProgram(over));
    OK(clReleaseProgram(linked));
    HOLDS(!clLinkProgram(context, 0, NULL, NULL, 0, NULL, NULL, NULL, &result));
    SAME(result, CL_INVALID_VALUE);
    HOLDS(!clLinkProgram(context, 0, NULL, "-nonsense", 1, &il, NULL, NULL,
                         &result));
    SAME(result, CL_INVALID_LINKER_OPTIONS);
    OK(clReleaseProgram(il));
}

/* -- in two threads ------------------------------------------------------- */

static atomic_bool is_built;

/* Gives the program's constants, and compiles it, again and again. */
static void *change(void *of)
{
    cl_int failed = CL_SUCCESS;
    for (cl_int k = 0; !is_built; k++) {
        cl_long wide = k;
        failed |= clSetProgramSpecializationConstant(of, 1, sizeof k, &k);
        failed |= clSetProgramSpecializationConstant(of, 2, sizeof wide, &wide);
        failed |=
            clCompileProgram(of, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
    }
    OK(failed);
    return NULL;
}

static void *give(void *to)
{
    cl_int failed = CL_SUCCESS;
    for (cl_int k = 0; !is_built; k++)
        failed |= clSetProgramSpecializationConstant(to, 1, sizeof k, &k);
    OK(failed);
    return NULL;
}

/* What one thread builds or links, another changes. */
static void test_two_threads(const char *path)
{
    cl_int result;
    size_t size;
    pthread_t threads[2];
    char *il = read_whole_file(path, &size);
    cl_program built = clCreateProgramWithIL(context, il, size, &result);
    cl_program compiled = clCreateProgramWithIL(context, il, size, &result);
    OK(clCompileProgram(compiled, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    HOLDS(!pthread_create(&threads[0], NULL, give, built));
    HOLDS(!pthread_create(&threads[1], NULL, change, compiled));
    for (int k = 0; k < 50; k++) {
        OK(build(built, NULL));
        cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &compiled,
                                          NULL, NULL, &result);
        OK(result);
        OK(clReleaseProgram(linked));
    }
    is_built = true;
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    OK(clReleaseProgram(built));
    OK(clReleaseProgram(compiled));
    free(il);
}

/* -- from source ---------------------------------------------------------- */

static int n_notified;

static void CL_CALLBACK note(cl_program of, void *user)
{
    (void)of;
    n_notified += *(int *)user;
}

static void test_options(void)
{
    cl_int result;
    int one = 1;
    static const char *const good[] = {
        "-D VALUE=3 -cl-mad-enable -w", "-DVALUE=3 -cl-std=CL3.0 -Werror",
        "  -D  VALUE=3 -cl-fast-relaxed-math -cl-kernel-arg-info ",
        "-cl-opt-disable -D VALUE=(1+2) -cl-no-signed-zeros"};
    static const char *const bad[] = {
        "-nonsense",    "-D",        "-cl-std=CL9.9", "-I",
        "-cl-nonsense", "-o /tmp/x", "VALUE"};
    cl_program source = from_source("kernel void k(global int *p)\n"
                                    "{ p[0] = VALUE; }\n");
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        char options[100] = "";
        OK(build(source, good[k]));
        SAME(run_for(source, "k"), 3);
        OK(clGetProgramBuildInfo(source, device, CL_PROGRAM_BUILD_OPTIONS,
                                 sizeof options, options, NULL));
        HOLDS(!strcmp(options, good[k]));
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        SAME(build(source, bad[k]), CL_INVALID_BUILD_OPTIONS);
    SAME(clCompileProgram(source, 0, NULL, "-nonsense", 0, NULL, NULL, NULL,
                          NULL),
         CL_INVALID_COMPILER_OPTIONS);
    SAME(build(source, NULL), CL_BUILD_PROGRAM_FAILURE); /* no VALUE */
    SAME(status_of(source), CL_BUILD_ERROR);
    HOLDS(strstr(log_of(source), "VALUE") && strstr(log_of(source), ":2:"));
    HOLDS(!clCreateKernel(source, "k", &result));
    SAME(result, CL_INVALID_PROGRAM_EXECUTABLE);
    OK(clBuildProgram(source, 0, NULL, "-DVALUE=5", note, &one));
    SAME(n_notified, 1);
    SAME(run_for(source, "k"), 5);
    SAME(clBuildProgram(source, 0, NULL, "", NULL, &one), CL_INVALID_VALUE);
    OK(clReleaseProgram(source));
}

static void test_pieces(void)
{
    cl_int result;
    const char *texts[3] = {"kernel void k(global int *p) ###", "{ p[0] = 4",
                            "; }"};
    const size_t lengths[3] = {29, 0, 3};
    char got[100] = "";
    cl_program pieces =
        clCreateProgramWithSource(context, 3, texts, lengths, &result);
    OK(result);
    OK(clGetProgramInfo(pieces, CL_PROGRAM_SOURCE, sizeof got, got, NULL));
    HOLDS(!strcmp(got, "kernel void k(global int *p) { p[0] = 4; }"));
    OK(build(pieces, NULL));
    SAME(run_for(pieces, "k"), 4);
    OK(clReleaseProgram(pieces));
    /* No memory holds the second piece: the source is not cut before it. */
    const size_t too_long[3] = {29, SIZE_MAX, 3};
    HOLDS(!clCreateProgramWithSource(context, 3, texts, too_long, &result));
    SAME(result, CL_OUT_OF_HOST_MEMORY);
    texts[1] = NULL;
    HOLDS(!clCreateProgramWithSource(context, 3, texts, NULL, &result));
    SAME(result, CL_INVALID_VALUE);
    HOLDS(!clCreateProgramWithSource(context, 0, texts, NULL, &result));
    SAME(result, CL_INVALID_VALUE);
}

static void test_headers(void)
{
    cl_int result;
    cl_program header = from_source("#define VALUE 6\n");
    cl_program inner = from_source("#include \"dir/value.h\"\n");
    cl_program all[2] = {header, inner};
    const char *names[2] = {"dir/value.h", "all.h"};
    cl_program source = from_source("#include \"all.h\"\n"
                                    "kernel void k(global int *p)\n"
                                    "{ p[0] = VALUE; }\n");
    OK(clCompileProgram(source, 0, NULL, NULL, 2, all, names, NULL, NULL));
    cl_program linked =
        clLinkProgram(context, 0, NULL, NULL, 1, &source, NULL, NULL, &result);
    OK(result);
    SAME(run_for(linked, "k"), 6);
    OK(clReleaseProgram(linked));
    SAME(clCompileProgram(source, 0, NULL, NULL, 1, all, names, NULL, NULL),
         CL_COMPILE_PROGRAM_FAILURE);
    HOLDS(strstr(log_of(source), "all.h") != NULL);
    SAME(clCompileProgram(source, 0, NULL, NULL, 1, NULL, names, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clCompileProgram(source, 0, NULL, NULL, 0, all, names, NULL, NULL),
         CL_INVALID_VALUE);
    OK(clReleaseProgram(header));
    OK(clReleaseProgram(inner));
    OK(clReleaseProgram(source));
}

/* Programs that call what nothing defines: they are not built, unless no kernel
 * leads to the call. */
static void test_undefined(void)
{
    static const char *const undefined[] = {
        "void missing(int);\n"
        "void caller(int x) { missing(x); }\n"
        "kernel void k(global int *p) { caller(p[0]); }\n",
        "int __attribute__((overloadable)) missing(int);\n"
        "kernel void k(global int *p) { p[0] = missing(p[0]); }\n"};
    cl_int result;
    for (size_t k = 0; k < sizeof undefined / sizeof *undefined; k++) {
        cl_program source = from_source(undefined[k]);
        SAME(build(source, NULL), CL_BUILD_PROGRAM_FAILURE);
        SAME(status_of(source), CL_BUILD_ERROR);
        HOLDS(strstr(log_of(source), "missing") != NULL);
        OK(clCompileProgram(source, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
        cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &source,
                                          NULL, NULL, &result);
        SAME(result, CL_LINK_PROGRAM_FAILURE);
        HOLDS(strstr(log_of(linked), "missing") != NULL);
        OK(clReleaseProgram(linked));
        linked = clLinkProgram(context, 0, NULL, "-create-library", 1, &source,
                               NULL, NULL, &result);
        OK(result);
        OK(clReleaseProgram(linked));
        OK(clReleaseProgram(source));
    }
    cl_program unused =
        from_source("void missing(int);\n"
                    "void caller(int x) { missing(x); }\n"
                    "kernel void k(global int *p) { p[0] = 7; }\n");
    OK(build(unused, NULL));
    SAME(run_for(unused, "k"), 7);
    OK(clReleaseProgram(unused));
}

/* -- arguments' information ----------------------------------------------- */

static void expect_text(cl_kernel kernel, cl_uint index,
                        cl_kernel_arg_info name, const char *wanted)
{
    char text[100] = "";
    OK(clGetKernelArgInfo(kernel, index, name, sizeof text, text, NULL));
    if (strcmp(text, wanted) != 0)
        printf("FAIL: argument %u: %s, wanted %s\n", index, text, wanted);
    HOLDS(!strcmp(text, wanted));
}

static void test_arguments(void)
{
    static const struct {
        const char *type, *name;
        cl_kernel_arg_address_qualifier space;
        cl_kernel_arg_type_qualifier bits;
    } all[] = {
        {"float4*", "a", CL_KERNEL_ARG_ADDRESS_GLOBAL,
         CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
        {"int*", "b", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
        {"uchar*", "c", CL_KERNEL_ARG_ADDRESS_LOCAL,
         CL_KERNEL_ARG_TYPE_VOLATILE},
        {"uint", "d", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
        {"my_type", "e", CL_KERNEL_ARG_ADDRESS_PRIVATE,
         CL_KERNEL_ARG_TYPE_NONE}};
    cl_int result;
    cl_program source =
        from_source("typedef struct { int x; } my_type;\n"
                    "kernel __attribute__((reqd_work_group_size(2, 1, 1)))\n"
                    "void k(global const float4 *restrict a, constant int *b,\n"
                    "       local volatile uchar *c, const unsigned int d, "
                    "my_type e) {}\n");
    OK(build(source, "-cl-kernel-arg-info -cl-std=CL3.0"));
    cl_kernel kernel = clCreateKernel(source, "k", &result);
    OK(result);
    for (cl_uint k = 0; k < sizeof all / sizeof *all; k++) {
        cl_kernel_arg_address_qualifier space = 0;
        cl_kernel_arg_type_qualifier bits = 99;
        cl_kernel_arg_access_qualifier access = 0;
        expect_text(kernel, k, CL_KERNEL_ARG_TYPE_NAME, all[k].type);
        expect_text(kernel, k, CL_KERNEL_ARG_NAME, all[k].name);
        OK(clGetKernelArgInfo(kernel, k, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                              sizeof space, &space, NULL));
        OK(clGetKernelArgInfo(kernel, k, CL_KERNEL_ARG_TYPE_QUALIFIER,
                              sizeof bits, &bits, NULL));
        OK(clGetKernelArgInfo(kernel, k, CL_KERNEL_ARG_ACCESS_QUALIFIER,
                              sizeof access, &access, NULL));
        SAME(space, all[k].space);
        SAME(bits, all[k].bits);
        SAME(access, CL_KERNEL_ARG_ACCESS_NONE);
    }
    SAME(clGetKernelArgInfo(kernel, 5, CL_KERNEL_ARG_NAME, 0, NULL, NULL),
         CL_INVALID_ARG_INDEX);
    char attributes[100] = "";
    OK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof attributes,
                       attributes, NULL));
    HOLDS(strstr(attributes, "reqd_work_group_size(2") != NULL);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(source));
}

/* OpenCL C before 2.0, and by an option, has uniform work-groups alone. */
static void test_uniform(void)
{
    static const struct {
        const char *options;
        cl_int result;
    } all[] = {{"", CL_INVALID_WORK_GROUP_SIZE},
               {"-cl-std=CL1.2", CL_INVALID_WORK_GROUP_SIZE},
               {"-cl-std=CL3.0", CL_SUCCESS},
               {"-cl-std=CL2.0", CL_SUCCESS},
               {"-cl-std=CL1.2 -cl-std=CL2.0", CL_SUCCESS}, /* the last holds */
               {"-cl-std=CL2.0 -cl-std=CL1.2", CL_INVALID_WORK_GROUP_SIZE},
               {"-D S=-cl-std=CL2.0", CL_INVALID_WORK_GROUP_SIZE},
               {"-cl-std=CL3.0 -cl-uniform-work-group-size",
                CL_INVALID_WORK_GROUP_SIZE}};
    cl_int result;
    cl_program source = from_source(
        "kernel void k(global int *p) { p[get_global_id(0)] = 1; }");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        OK(build(source, all[k].options));
        cl_kernel kernel = clCreateKernel(source, "k", &result);
        set_buffer(kernel, 0, out);
        SAME(run_1d(kernel, 6, 4), all[k].result);
        OK(run_1d(kernel, 6, 0));
        OK(run_1d(kernel, 7, 0));
        OK(run_1d(kernel, 8, 4));
        OK(clReleaseKernel(kernel));
    }
    OK(clReleaseProgram(source));
}

/* So they are where none is asked for: 257 is a prime. */
static void test_chosen_groups(void)
{
    static const char *const all[] = {
        "", "-cl-std=CL1.2", "-cl-std=CL3.0 -cl-uniform-work-group-size"};
    cl_int result;
    cl_program source =
        from_source("kernel void k(global int *p) {"
                    "    size_t first = get_group_id(0) * get_local_size(0);"
                    "    if (first + get_local_id(0) == get_global_id(0) &&"
                    "        get_num_groups(0) * get_local_size(0) == 257)"
                    "        atomic_inc(p);"
                    "}");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        int count = 0;
        OK(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof count, &count, 0,
                                NULL, NULL));
        OK(build(source, all[k]));
        cl_kernel kernel = clCreateKernel(source, "k", &result);
        set_buffer(kernel, 0, out);
        OK(run_1d(kernel, 257, 0));
        read_buffer(out, sizeof count, &count);
        SAME(count, 257);
        OK(clReleaseKernel(kernel));
    }
    OK(clReleaseProgram(source));
}

/* -- all kernels ---------------------------------------------------------- */

static void test_kernels(void)
{
    cl_kernel kernels[40];
    cl_uint n = 0;
    size_t count = 0, name_size = 0;
    char names[1000], name[100];
    OK(clCreateKernelsInProgram(program, 0, NULL, &n));
    OK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count,
                        NULL));
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names,
                        &name_size));
    HOLDS(n == count && n > 10 && n <= 40 && strlen(names) + 1 == name_size);
    SAME(clCreateKernelsInProgram(program, n - 1, kernels, NULL),
         CL_INVALID_VALUE);
    OK(clCreateKernelsInProgram(program, 40, kernels, &n));
    for (cl_uint k = 0; k < n; k++) {
        OK(clGetKernelInfo(kernels[k], CL_KERNEL_FUNCTION_NAME, sizeof name,
                           name, NULL));
        HOLDS(strstr(names, name) != NULL);
        OK(clReleaseKernel(kernels[k]));
    }
}

/* A kernel of images is refused, and those beside it are not, whichever
 * functions of images the compiler makes instructions of. */
static void test_images(void)
{
    cl_int result;
    cl_program source = from_source(
        "kernel void plain(global int *out) { *out = 7; }\n"
        "kernel void order(read_only image2d_t image, global int *out)\n"
        "{ *out = get_image_channel_order(image)\n"
        "      + get_image_channel_data_type(image); }\n");
    OK(build(source, "-cl-std=CL1.2"));
    HOLDS(run_for(source, "plain") == 7);
    HOLDS(!clCreateKernel(source, "order", &result));
    HOLDS(result != CL_SUCCESS);
    OK(clReleaseProgram(source));
}

int main(int argc, char **argv)
{
    cl_bool has_compiler = CL_FALSE;
    if (argc != 3 && argc != 4)
        return 2;
    open_all(argc, argv);
    out = new_buffer(0, 64, NULL);
    if (argc == 4) {
        test_images();
        OK(clReleaseMemObject(out));
        return close_all();
    }
    module = read_whole_file(argv[1], &module_bytes);
    test_il();
    test_binary();
    test_specs(argv[2]);
    test_link();
    test_two_threads(argv[2]);
    test_kernels();
    OK(clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE,
                       sizeof has_compiler, &has_compiler, NULL));
    if (has_compiler) {
        test_options();
        test_pieces();
        test_headers();
        test_undefined();
        test_images();
        test_arguments();
        test_uniform();
        test_chosen_groups();
    } else {
        n_skipped += 6;
    }
    OK(clReleaseMemObject(out));
    free(module);
    return close_all();
}
