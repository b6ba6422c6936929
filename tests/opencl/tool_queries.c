/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What objects answer to queries: handles, counts of references, what they have
 * been made with. usage: tool_queries FILE.spv|FILE.cl */
#include "host.h"

/* The answer is `wanted`, of that type and of no other size. */
#define ANSWERS(query, object, name, type, wanted)                             \
    do {                                                                       \
        type got;                                                              \
        size_t n_got = 0;                                                      \
        OK(query(object, name, sizeof got, &got, &n_got));                     \
        SAME(n_got, sizeof got);                                               \
        hold(got == (type)(wanted), __LINE__, #name, (long)got,                \
             (long)(type)(wanted));                                            \
        SAME(query(object, name, sizeof got - 1, &got, NULL),                  \
             CL_INVALID_VALUE);                                                \
    } while (0)

/* It is a list of these. */
#define LISTS(query, object, name, list)                                       \
    do {                                                                       \
        unsigned char got[256];                                                \
        size_t n_got = 0;                                                      \
        OK(query(object, name, sizeof got, got, &n_got));                      \
        SAME(n_got, sizeof list);                                              \
        HOLDS(!memcmp(got, list, sizeof list));                                \
    } while (0)

static void test_context(void)
{
    cl_context_properties made_with[] = {CL_CONTEXT_PLATFORM,
                                         (cl_context_properties)platform, 0};
    cl_int result;
    size_t size = 1;
    cl_context c = clCreateContext(made_with, 1, &device, NULL, NULL, &result);
    OK(result);
    ANSWERS(clGetContextInfo, c, CL_CONTEXT_REFERENCE_COUNT, cl_uint, 1);
    OK(clRetainContext(c));
    ANSWERS(clGetContextInfo, c, CL_CONTEXT_REFERENCE_COUNT, cl_uint, 2);
    OK(clReleaseContext(c));
    ANSWERS(clGetContextInfo, c, CL_CONTEXT_NUM_DEVICES, cl_uint, 1);
    ANSWERS(clGetContextInfo, c, CL_CONTEXT_DEVICES, cl_device_id, device);
    LISTS(clGetContextInfo, c, CL_CONTEXT_PROPERTIES, made_with);
    OK(clReleaseContext(c));
    OK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, NULL, &size));
    SAME(size, 0);
}

static void test_queue(void)
{
    const cl_queue_properties both =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    cl_queue_properties made_with[] = {CL_QUEUE_PROPERTIES, both, 0};
    cl_uint size;
    cl_int result;
    cl_command_queue q =
        clCreateCommandQueueWithProperties(context, device, made_with, &result);
    OK(result);
    ANSWERS(clGetCommandQueueInfo, q, CL_QUEUE_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetCommandQueueInfo, q, CL_QUEUE_CONTEXT, cl_context, context);
    ANSWERS(clGetCommandQueueInfo, q, CL_QUEUE_DEVICE, cl_device_id, device);
    ANSWERS(clGetCommandQueueInfo, q, CL_QUEUE_PROPERTIES,
            cl_command_queue_properties, both);
    LISTS(clGetCommandQueueInfo, q, CL_QUEUE_PROPERTIES_ARRAY, made_with);
    ANSWERS(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES,
            cl_command_queue_properties, 0);
    ANSWERS(clGetCommandQueueInfo, q, CL_QUEUE_DEVICE_DEFAULT, cl_command_queue,
            0);
    SAME(clGetCommandQueueInfo(q, CL_QUEUE_SIZE, sizeof size, &size, NULL),
         CL_INVALID_COMMAND_QUEUE); /* it is none on the device */
    OK(clReleaseCommandQueue(q));
}

static void test_event(void)
{
    cl_int result;
    cl_event marker, user = clCreateUserEvent(context, &result);
    OK(result);
    ANSWERS(clGetEventInfo, user, CL_EVENT_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetEventInfo, user, CL_EVENT_CONTEXT, cl_context, context);
    ANSWERS(clGetEventInfo, user, CL_EVENT_COMMAND_QUEUE, cl_command_queue, 0);
    ANSWERS(clGetEventInfo, user, CL_EVENT_COMMAND_TYPE, cl_command_type,
            CL_COMMAND_USER);
    ANSWERS(clGetEventInfo, user, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int,
            CL_SUBMITTED);
    OK(clReleaseEvent(user));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    OK(clFinish(queue));
    ANSWERS(clGetEventInfo, marker, CL_EVENT_CONTEXT, cl_context, context);
    ANSWERS(clGetEventInfo, marker, CL_EVENT_COMMAND_QUEUE, cl_command_queue,
            queue);
    ANSWERS(clGetEventInfo, marker, CL_EVENT_COMMAND_TYPE, cl_command_type,
            CL_COMMAND_MARKER);
    ANSWERS(clGetEventInfo, marker, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int,
            CL_COMPLETE);
    OK(clReleaseEvent(marker));
}

static void test_memory(void)
{
    static char bytes[4096];
    cl_buffer_region region = {2048, 1024};
    cl_int result;
    size_t size = 1;
    cl_mem whole =
        new_buffer(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, sizeof bytes, bytes);
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &region, &result);
    OK(result);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_TYPE, cl_mem_object_type,
            CL_MEM_OBJECT_BUFFER);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_FLAGS, cl_mem_flags,
            CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_SIZE, size_t, sizeof bytes);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_HOST_PTR, void *, bytes);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_CONTEXT, cl_context, context);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, 0);
    ANSWERS(clGetMemObjectInfo, whole, CL_MEM_OFFSET, size_t, 0);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_SIZE, size_t, 1024);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_HOST_PTR, void *, bytes + 2048);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_CONTEXT, cl_context, context);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem,
            whole);
    ANSWERS(clGetMemObjectInfo, part, CL_MEM_OFFSET, size_t, 2048);
    OK(clGetMemObjectInfo(whole, CL_MEM_PROPERTIES, 0, NULL, &size));
    SAME(size, 0);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(whole));
    cl_mem_properties made_with[] = {0};
    whole =
        clCreateBufferWithProperties(context, made_with, 0, 64, NULL, &result);
    OK(result);
    LISTS(clGetMemObjectInfo, whole, CL_MEM_PROPERTIES, made_with);
    OK(clReleaseMemObject(whole));
}

static void test_program(void)
{
    cl_ulong bytes;
    ANSWERS(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetProgramInfo, program, CL_PROGRAM_CONTEXT, cl_context, context);
    ANSWERS(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES, cl_uint, 1);
    ANSWERS(clGetProgramInfo, program, CL_PROGRAM_DEVICES, cl_device_id,
            device);
    cl_kernel kernel = new_kernel("copy");
    ANSWERS(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT, cl_context, context);
    ANSWERS(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, cl_program, program);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                sizeof bytes, &bytes, NULL));
    HOLDS(bytes < 1 << 16);
    size_t sizes[3]; /* "... or a built-in kernel": it is none */
    SAME(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                  sizeof sizes, sizes, NULL),
         CL_INVALID_VALUE);
    OK(clReleaseKernel(kernel));
}

/* "... a space separated list of extension names", and the same with versions.
 */
static void test_extensions(void)
{
    static cl_name_version versions[100], of_platform[100];
    static char names[1 << 13], joined[1 << 13];
    size_t size = 0, platform_size = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof names, names,
                       NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION,
                       sizeof versions, versions, &size));
    for (size_t k = 0; k < size / sizeof *versions; k++) {
        HOLDS(versions[k].version != 0);
        strcat(strcat(joined, k ? " " : ""), versions[k].name);
    }
    HOLDS(!strcmp(joined, names) || !on_gac);
    HOLDS(strstr(names, "cl_khr_il_program") || !on_gac);
    if (!on_gac)
        return;
    OK(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
                         sizeof of_platform, of_platform, &platform_size));
    SAME(platform_size, size);
    HOLDS(!memcmp(of_platform, versions, size));
    OK(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof joined,
                         joined, NULL));
    HOLDS(!strcmp(joined, names));
}

/* What the device has of cl_ext_float_atomics, by the extension's numbers:
 * bits 0 to 2 are load and store, add, minimum and maximum in global memory,
 * bits 16 to 18 in local memory. */
static void test_float_atomics(void)
{
    static char names[1 << 13];
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof names, names,
                       NULL));
    if (!strstr(names, "cl_ext_float_atomics")) {
        HOLDS(!on_gac);
        return;
    }
    const cl_ulong all = 0x70007, none = 0;
    ANSWERS(clGetDeviceInfo, device, 0x4231, cl_ulong, all);  /* single */
    ANSWERS(clGetDeviceInfo, device, 0x4232, cl_ulong, all);  /* double */
    ANSWERS(clGetDeviceInfo, device, 0x4233, cl_ulong, none); /* half */
}

static void test_device(void)
{
    cl_ulong memory, one, constant;
    cl_uint units, mhz;
    size_t sizes[3], size;
    ANSWERS(clGetDeviceInfo, device, CL_DEVICE_PLATFORM, cl_platform_id,
            platform);
    ANSWERS(clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE, cl_device_id, 0);
    ANSWERS(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT, cl_uint, 1);
    ANSWERS(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
            cl_uint, 3);
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units,
                       &units, NULL));
    HOLDS(units >= 1 && units <= 4096);
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof mhz, &mhz,
                       NULL));
    HOLDS(mhz <= 10000);
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes,
                       sizes, &size));
    HOLDS(size == sizeof sizes && sizes[0] >= 1024 && sizes[2] >= 64);
    /* "The minimum value is max(min(1024 * 1024 * 1024, 1/4th of
     * CL_DEVICE_GLOBAL_MEM_SIZE), 32 * 1024 * 1024)"; "64 KB" of constants. */
    OK(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory,
                       &memory, NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof one, &one,
                       NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
                       sizeof constant, &constant, NULL));
    const cl_ulong least = memory / 4 < 1u << 30 ? memory / 4 : 1u << 30;
    HOLDS(one >= least && one <= memory && constant >= 1 << 16);
}

int main(int argc, char **argv)
{
    open_all(argc, argv);
    test_context();
    test_queue();
    test_event();
    test_memory();
    test_program();
    test_extensions();
    test_float_atomics();
    test_device();
    return close_all();
}
