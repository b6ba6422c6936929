/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The whole dispatch table, called past the loader, which would look into wrong
 * handles itself. From the valid call of each function (valid_calls.h) come
 * calls with handles that are NULL, released, of another type or no object's,
 * with wrong wait lists, with sizes that overflow and flags that do not exist:
 * they return the specification's error. Then each query of each object: its
 * size, too little room, enough, and more. usage: tool_dispatch FILE.spv
 * DRIVER.so */
#include "host.h"

#include <CL/cl_icd.h>
#include <dlfcn.h>

#define MOST 16

typedef uintptr_t value;

static const cl_icd_dispatch *table;
static value out[64], out2[64];

/* -- the functions -------------------------------------------------------- */

enum { CODE, MAKES, FINDS, NOTHING };

typedef struct function {
    const char *name;
    /* Calls it; what it has made is in `made`, but for CODE. */
    cl_int (*call)(const value *V, void **made);
    const char *types[MOST + 1]; /* of the parameters, NULL at their end */
} function;

/* An object, and an error besides: one or the other. */
static cl_int of_object(const void *object, cl_int error)
{
    if (error > 0)
        return 1; /* it has not been set */
    return (object != NULL) == (error == CL_SUCCESS) ? error : 2;
}

#define ERROR (&error)
#define RETURN_CODE(call) return (call)
#define RETURN_MAKES(call)                                                     \
    cl_int error = 77;                                                         \
    *made = (void *)(call);                                                    \
    return of_object(*made, error)
#define RETURN_FINDS(call)                                                     \
    *made = (void *)(call);                                                    \
    return *made ? CL_SUCCESS : CL_INVALID_VALUE
#define RETURN_NOTHING(call)                                                   \
    (call);                                                                    \
    return CL_SUCCESS

#define CALL(function, kind, arguments, ...)                                   \
    static cl_int call_##function(const value *V, void **made)                 \
    {                                                                          \
        (void)V;                                                               \
        (void)made;                                                            \
        RETURN_##kind(table->function arguments);                              \
    }
#include "gen/opencl_calls.h"
#undef CALL

static const function functions[] = {
#define CALL(function, kind, arguments, ...)                                   \
    {#function, call_##function, {__VA_ARGS__}},
#include "gen/opencl_calls.h"
#undef CALL
};

#define N_FUNCTIONS (sizeof functions / sizeof *functions)

static const function *function_of(const char *name)
{
    for (size_t k = 0; k < N_FUNCTIONS; k++)
        if (!strcmp(functions[k].name, name))
            return &functions[k];
    return NULL;
}

/* -- valid calls ---------------------------------------------------------- */

/* Stand for what is there only when the program runs. */
enum special {
    PLATFORM = 0x7E570000,
    DEVICE,
    DEVICES,
    CONTEXT,
    QUEUE,
    BUFFER,
    BUFFER2,
    BUFFERS,
    PROGRAM,
    BUILT,
    COMPILED,
    KERNEL,
    READY,
    EVENT,
    EVENTS,
    USER_EVENT,
    OUT,
    OUT2,
    EVENT_OUT,
    ZEROS,
    ONES,
    BOX,
    REGION,
    PARTITION,
    TEXT,
    TEXTS,
    NAME,
    EXTENSION,
    MODULE,
    MODULE_BYTES,
    LENGTHS,
    BINARIES,
    SHARED,
    POINTERS,
    CALLBACK,
    END
};

static value specials[END - PLATFORM];
#define SPECIAL(name) specials[(name)-PLATFORM]

typedef struct valid_call {
    const char *name;
    cl_int result;
    value values[MOST];
} valid_call;

static const valid_call valid_calls[] = {
#define VALID(function, result, ...) {#function, result, {__VA_ARGS__}},
#include "valid_calls.h"
#undef VALID
};

#define N_VALID (sizeof valid_calls / sizeof *valid_calls)

static void resolve(const valid_call *call, value values[MOST])
{
    for (int k = 0; k < MOST; k++) {
        value v = call->values[k];
        values[k] = v >= PLATFORM && v < END ? specials[v - PLATFORM] : v;
    }
}

static void CL_CALLBACK call_back(void *user)
{
    (void)user;
}

/* -- objects to pass ------------------------------------------------------ */

static char name_text[] = "increment", source_text[] = "kernel void k() {}";
static const char extension_text[] = "clGetKernelSuggestedLocalWorkSizeKHR";
static const char *texts[] = {source_text};
static size_t zeros[3], ones[3] = {1, 1, 1}, box[3] = {1, 2, 2}, lengths[1];
static cl_buffer_region region = {0, 64};
static cl_device_partition_property partition[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                   1, 0};
static cl_mem buffers[2];
static cl_event event, user_event;
static cl_program unbuilt, compiled;
static cl_kernel kernel, ready;
static void *shared;
static unsigned char *binary;
static const unsigned char *binaries[1];
static char *module;
static size_t module_bytes;

static void make_binary(void)
{
    unsigned char *to[1];
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof lengths,
                        lengths, NULL));
    to[0] = binary = malloc(lengths[0]);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof to, to, NULL));
    binaries[0] = binary;
}

static void make_objects(const char *path)
{
    cl_int result;
    for (int k = 0; k < 2; k++)
        buffers[k] = new_buffer(CL_MEM_READ_WRITE, 64, NULL);
    NEED(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    NEED(clFinish(queue));
    user_event = clCreateUserEvent(context, &result);
    NEED(clSetUserEventStatus(user_event, CL_COMPLETE));
    kernel = new_kernel("increment");
    ready = new_kernel("increment");
    set_buffer(ready, 0, buffers[0]);
    shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    module = read_whole_file(path, &module_bytes);
    unbuilt = clCreateProgramWithIL(context, module, module_bytes, &result);
    compiled = clCreateProgramWithIL(context, module, module_bytes, &result);
    NEED(clCompileProgram(compiled, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    make_binary();
}

static void name_objects(void)
{
    SPECIAL(PLATFORM) = (value)platform;
    SPECIAL(DEVICE) = (value)device;
    SPECIAL(DEVICES) = (value)&device;
    SPECIAL(CONTEXT) = (value)context;
    SPECIAL(QUEUE) = (value)queue;
    SPECIAL(BUFFER) = (value)buffers[0];
    SPECIAL(BUFFER2) = (value)buffers[1];
    SPECIAL(BUFFERS) = (value)buffers;
    SPECIAL(PROGRAM) = (value)unbuilt;
    SPECIAL(BUILT) = (value)program;
    SPECIAL(COMPILED) = (value)&compiled;
    SPECIAL(KERNEL) = (value)kernel;
    SPECIAL(READY) = (value)ready;
    SPECIAL(EVENT) = (value)event;
    SPECIAL(EVENTS) = (value)&event;
    SPECIAL(USER_EVENT) = (value)user_event;
    SPECIAL(OUT) = (value)out;
    SPECIAL(OUT2) = (value)out2;
    SPECIAL(EVENT_OUT) = (value)out;
    SPECIAL(ZEROS) = (value)zeros;
    SPECIAL(ONES) = (value)ones;
    SPECIAL(BOX) = (value)box;
    SPECIAL(REGION) = (value)&region;
    SPECIAL(PARTITION) = (value)partition;
    SPECIAL(TEXT) = (value)source_text;
    SPECIAL(TEXTS) = (value)texts;
    SPECIAL(NAME) = (value)name_text;
    SPECIAL(EXTENSION) = (value)extension_text;
    SPECIAL(MODULE) = (value)module;
    SPECIAL(MODULE_BYTES) = module_bytes;
    SPECIAL(LENGTHS) = (value)lengths;
    SPECIAL(BINARIES) = (value)binaries;
    SPECIAL(SHARED) = (value)shared;
    SPECIAL(POINTERS) = (value)&shared;
    SPECIAL(CALLBACK) = (value)call_back;
}

static void release_objects(void)
{
    for (int k = 0; k < 2; k++)
        OK(clReleaseMemObject(buffers[k]));
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(user_event));
    OK(clReleaseKernel(kernel));
    OK(clReleaseKernel(ready));
    OK(clReleaseProgram(unbuilt));
    OK(clReleaseProgram(compiled));
    clSVMFree(context, shared);
    free(binary);
    free(module);
}

/* Releases what a call has made, whatever it is. */
static void drop(void *made)
{
    if (!made || table->clReleaseMemObject(made) == CL_SUCCESS
        || table->clReleaseKernel(made) == CL_SUCCESS
        || table->clReleaseProgram(made) == CL_SUCCESS
        || table->clReleaseEvent(made) == CL_SUCCESS
        || table->clReleaseCommandQueue(made) == CL_SUCCESS
        || table->clReleaseContext(made) == CL_SUCCESS)
        return;
    if (table->clEnqueueUnmapMemObject(queue, buffers[0], made, 0, NULL, NULL)
        != CL_SUCCESS)
        table->clSVMFree(context, made);
}

/* Calls a function of its name's pair, so that counts stay as they are. */
static void balance(const valid_call *call, const value *values, bool before)
{
    char other[40];
    const char *from = before ? "clRelease" : "clRetain";
    const char *to = before ? "clRetain" : "clRelease";
    void *made;
    if (strncmp(call->name, from, strlen(from)) != 0 || strstr(call->name, "GL")
        || strstr(call->name, "Sampler"))
        return;
    snprintf(other, sizeof other, "%s%s", to, call->name + strlen(from));
    OK(function_of(other)->call(values, &made));
}

static void expect(cl_int got, cl_int wanted, const valid_call *call,
                   const char *how, int position)
{
    char text[120];
    snprintf(text, sizeof text, "%s: %s in argument %d", call->name, how,
             position);
    hold(got == wanted, 0, text, got, wanted);
}

static cl_int try(const valid_call *call, const value *values)
{
    void *made = NULL;
    balance(call, values, true);
    cl_int result = function_of(call->name)->call(values, &made);
    if (result == CL_SUCCESS)
        balance(call, values, false);
    if (result == CL_SUCCESS && strncmp(call->name, "clGetExt", 8) != 0)
        drop(made);
    if (!strcmp(call->name, "clEnqueueMarker") && result == CL_SUCCESS)
        OK(clReleaseEvent((cl_event)out[0]));
    return result;
}

static void try_valid(const valid_call *call)
{
    value values[MOST];
    resolve(call, values);
    expect(try(call, values), call->result, call, "all is well", -1);
}

/* -- handles -------------------------------------------------------------- */

static const struct {
    const char *type;
    cl_int error;
} handles[] = {
    {"cl_platform_id", CL_INVALID_PLATFORM},
    {"cl_device_id", CL_INVALID_DEVICE},
    {"cl_context", CL_INVALID_CONTEXT},
    {"cl_command_queue", CL_INVALID_COMMAND_QUEUE},
    {"cl_mem", CL_INVALID_MEM_OBJECT},
    {"cl_program", CL_INVALID_PROGRAM},
    {"cl_kernel", CL_INVALID_KERNEL},
    {"cl_event", CL_INVALID_EVENT},
    {"cl_sampler", CL_INVALID_SAMPLER},
};

#define N_HANDLES (sizeof handles / sizeof *handles)

static cl_int error_of(const char *type)
{
    for (size_t k = 0; k < N_HANDLES; k++)
        if (!strcmp(handles[k].type, type))
            return handles[k].error;
    return 0;
}

/* What no handle of the type is: no object's, or another type's. */
static size_t wrong_handles(const char *type, value wrong[16])
{
    static value on_stack_like[8];
    static void *freed;
    static cl_mem released_buffer;
    static cl_event released_event;
    static cl_kernel released_kernel;
    if (!freed) {
        freed = malloc(64);
        free(freed);
        released_buffer = new_buffer(0, 64, NULL);
        clReleaseMemObject(released_buffer);
        NEED(clEnqueueMarkerWithWaitList(queue, 0, NULL, &released_event));
        NEED(clFinish(queue));
        clReleaseEvent(released_event);
        released_kernel = new_kernel("increment");
        clReleaseKernel(released_kernel);
    }
    const struct {
        const char *type;
        value handle;
    } all[] = {{"", 0},
               {"", (value)on_stack_like},
               {"", (value)((char *)context + 1)},
               {"", 1},
               {"", UINTPTR_MAX},
               {"", (value)platform + 8},
               {"cl_platform_id", (value)platform},
               {"cl_device_id", (value)device},
               {"cl_context", (value)context},
               {"cl_command_queue", (value)queue},
               {"cl_mem", (value)buffers[0]},
               {"cl_program", (value)program},
               {"cl_kernel", (value)kernel},
               {"cl_event", (value)event}};
    size_t n = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(all[k].type, type) != 0)
            wrong[n++] = all[k].handle;
    return n;
}

/* Where a NULL handle means something. */
static bool may_be_null(const char *name, int position)
{
    return !strcmp(name, "clGetPlatformInfo") || !strcmp(name, "clGetDeviceIDs")
           || (strstr(name, "GroupInfo") && position == 1);
}

static void try_handles(const valid_call *call)
{
    const function *f = function_of(call->name);
    for (int k = 0; f->types[k]; k++) {
        cl_int error = error_of(f->types[k]);
        value wrong[16], values[MOST];
        size_t n = error ? wrong_handles(f->types[k], wrong) : 0;
        if (!strncmp(call->name, "clSVM", 5)
            || strstr(call->name, "FunctionAddress"))
            error = CL_INVALID_VALUE; /* they have no code of their own */
        for (size_t w = 0; w < n; w++) {
            if (!wrong[w] && may_be_null(call->name, k))
                continue;
            void *made = NULL;
            resolve(call, values);
            values[k] = wrong[w];
            cl_int result = f->call(values, &made);
            if (strcmp(call->name, "clSVMFree") != 0)
                expect(result, error, call, "a wrong handle", k);
        }
    }
}

/* A handle that was good, of each type. */
static void try_released(void)
{
    cl_int result;
    value values[MOST] = {0};
    cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    cl_command_queue q = clCreateCommandQueue(c, device, 0, &result);
    cl_mem m = clCreateBuffer(c, 0, 64, NULL, &result);
    cl_program p = clCreateProgramWithIL(c, module, module_bytes, &result);
    NEED(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    cl_kernel k = clCreateKernel(p, "increment", &result);
    cl_event e = clCreateUserEvent(c, &result);
    OK(clSetUserEventStatus(e, CL_COMPLETE));
    OK(clReleaseEvent(e));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
    OK(clReleaseMemObject(m));
    OK(clReleaseCommandQueue(q));
    OK(clReleaseContext(c));
    const void *released[] = {NULL, NULL, c, q, m, p, k, e, NULL};
    for (size_t n = 0; n < N_VALID; n++) {
        const function *f = function_of(valid_calls[n].name);
        for (size_t h = 0; f->types[0] && h < N_HANDLES; h++) {
            if (strcmp(f->types[0], handles[h].type) != 0 || !released[h]
                || !strncmp(f->name, "clSVM", 5))
                continue;
            void *made = NULL;
            resolve(&valid_calls[n], values);
            values[0] = (value)released[h];
            expect(f->call(values, &made), handles[h].error, &valid_calls[n],
                   "a released handle", 0);
        }
    }
}

/* -- wait lists ----------------------------------------------------------- */

/* The position of a wait list's count; -1: the function has none. */
static int waits_of(const function *f)
{
    for (int k = 0; f->types[k] && f->types[k + 1]; k++)
        if (!strcmp(f->types[k], "cl_uint")
            && !strcmp(f->types[k + 1], "const cl_event *"))
            return k;
    return -1;
}

static void try_waits(const valid_call *call)
{
    const function *f = function_of(call->name);
    static cl_event wrong[3];
    int at = waits_of(f);
    if (at < 0)
        return;
    wrong[1] = (cl_event)(void *)context;
    wrong[2] = (cl_event)(void *)out;
    const struct {
        value n, events;
    } lists[] = {{0, (value)&event},
                 {1, 0},
                 {1, (value)&wrong[0]},
                 {1, (value)&wrong[1]},
                 {1, (value)&wrong[2]}};
    bool waits = !strcmp(call->name, "clEnqueueWaitForEvents");
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        value values[MOST];
        void *made = NULL;
        cl_int error = CL_INVALID_EVENT_WAIT_LIST;
        if (waits || !strcmp(call->name, "clWaitForEvents"))
            error = k < 2 ? CL_INVALID_VALUE : CL_INVALID_EVENT;
        resolve(call, values);
        values[at] = lists[k].n;
        values[at + 1] = lists[k].events;
        expect(f->call(values, &made), error, call, "a wrong wait list", at);
    }
}

/* -- numbers -------------------------------------------------------------- */

/* What may have any value: a pointer that cannot be looked at says how much
 * there is. */
static bool is_free(const char *name, int position)
{
    static const struct {
        const char *name;
        int position; /* -1: all */
    } all[] = {{"clCreateProgramWithIL", 2},
               {"clSetProgramSpecializationConstant", 1},
               {"clSetCommandQueueProperty", -1},
               {"clEnqueueReadImage", -1},
               {"clEnqueueWriteImage", -1},
               {"clEnqueueReadBufferRect", 8},
               {"clEnqueueReadBufferRect", 9},
               {"clEnqueueWriteBufferRect", 8},
               {"clEnqueueWriteBufferRect", 9}};
    if (!strncmp(name, "clGet", 5) && strcmp(name, "clGetDeviceIDs") != 0)
        return true;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!strcmp(all[k].name, name)
            && (all[k].position < 0 || all[k].position == position))
            return true;
    return false;
}

static void try_numbers(const valid_call *call)
{
    static const value wrong[] = {UINTPTR_MAX, UINTPTR_MAX / 2, UINTPTR_MAX - 7,
                                  (value)1 << 63};
    const function *f = function_of(call->name);
    for (int k = 0; f->types[k]; k++) {
        bool flags = strstr(f->types[k], "flags")
                     || strstr(f->types[k], "_type")
                     || strstr(f->types[k], "properties");
        if (strchr(f->types[k], '*')
            || (!flags && strcmp(f->types[k], "size_t") != 0))
            continue;
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            value values[MOST];
            resolve(call, values);
            values[k] = wrong[w];
            cl_int result = try(call, values);
            bool fine = is_free(call->name, k) || result != CL_SUCCESS;
            /* 2^63 - 1 is CL_DEVICE_TYPE_ALL cut off, and so on: as flags only
             * what is all ones is surely wrong. */
            if (flags && w && sizeof(cl_uint) == 4)
                fine = true;
            char text[100];
            snprintf(text, sizeof text, "%s: argument %d: %zx", call->name, k,
                     (size_t)wrong[w]);
            hold(fine, 0, text, result, 1);
        }
    }
}

/* -- queries -------------------------------------------------------------- */

typedef cl_int query(cl_uint name, size_t size, void *value, size_t *size_ret);

#define QUERY(function, ...)                                                   \
    static cl_int query_##function(cl_uint name, size_t size, void *to,        \
                                   size_t *size_ret)                           \
    {                                                                          \
        return table->function(__VA_ARGS__, name, size, to, size_ret);         \
    }
static cl_command_queue profiled;
static cl_event timed;
QUERY(clGetPlatformInfo, platform)
QUERY(clGetDeviceInfo, device)
QUERY(clGetContextInfo, context)
QUERY(clGetCommandQueueInfo, queue)
QUERY(clGetMemObjectInfo, buffers[0])
QUERY(clGetProgramInfo, program)
QUERY(clGetProgramBuildInfo, program, device)
QUERY(clGetKernelInfo, kernel)
QUERY(clGetKernelWorkGroupInfo, kernel, device)
QUERY(clGetKernelArgInfo, kernel, 0)
QUERY(clGetEventInfo, event)
QUERY(clGetEventProfilingInfo, timed)

static const struct {
    const char *name;
    query *ask;
    unsigned at_least; /* so many names the specification has for gac */
} queries[] = {
    {"clGetPlatformInfo", query_clGetPlatformInfo, 8},
    {"clGetDeviceInfo", query_clGetDeviceInfo, 90},
    {"clGetContextInfo", query_clGetContextInfo, 4},
    {"clGetCommandQueueInfo", query_clGetCommandQueueInfo, 6},
    {"clGetMemObjectInfo", query_clGetMemObjectInfo, 11},
    {"clGetProgramInfo", query_clGetProgramInfo, 11},
    {"clGetProgramBuildInfo", query_clGetProgramBuildInfo, 5},
    {"clGetKernelInfo", query_clGetKernelInfo, 6},
    {"clGetKernelWorkGroupInfo", query_clGetKernelWorkGroupInfo, 5},
    {"clGetKernelArgInfo", query_clGetKernelArgInfo, 3},
    {"clGetEventInfo", query_clGetEventInfo, 5},
    {"clGetEventProfilingInfo", query_clGetEventProfilingInfo, 5},
};

#define CANARY 0xA5

/* Whether all from `from` on is as it was. */
static bool is_untouched(const unsigned char *bytes, size_t from, size_t size)
{
    for (size_t k = from; k < size; k++)
        if (bytes[k] != CANARY)
            return false;
    return true;
}

static void expect_query(bool holds, const char *asked, cl_uint name,
                         const char *what)
{
    char text[120];
    snprintf(text, sizeof text, "%s: %x: %s", asked, name, what);
    hold(holds, 0, text, 0, 1);
}

/* Asks for one thing in all ways. */
static void ask_all(const char *asked, query *ask, cl_uint name, size_t size)
{
    static unsigned char room[1 << 16], again[1 << 16];
    size_t size_ret = 99;
    if (size > sizeof room - 64) {
        expect_query(false, asked, name, "it is large");
        return;
    }
    bool binaries_asked =
        !strcmp(asked, "clGetProgramInfo") && name == CL_PROGRAM_BINARIES;
    memset(room, CANARY, sizeof room);
    memset(again, CANARY, sizeof again);
    if (binaries_asked) /* they go where the array points */
        memset(room, 0, 8), memset(again, 0, 8);
    expect_query(ask(name, size, room, NULL) == CL_SUCCESS, asked, name,
                 "exactly enough");
    expect_query(is_untouched(room, size, size + 64), asked, name,
                 "written behind it");
    expect_query(ask(name, size + 40, again, &size_ret) == CL_SUCCESS
                     && size_ret == size,
                 asked, name, "more than enough");
    expect_query(!memcmp(room, again, size)
                     && is_untouched(again, size, size + 64),
                 asked, name, "the same again");
    if (!size)
        return;
    memset(room, CANARY, sizeof room);
    expect_query(ask(name, size - 1, room, NULL) == CL_INVALID_VALUE
                     && is_untouched(room, 0, size),
                 asked, name, "too little");
    expect_query(ask(name, 0, room, NULL) == CL_INVALID_VALUE, asked, name,
                 "nothing");
}

static void try_queries(void)
{
    cl_int result;
    profiled = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE,
                                    &result);
    NEED(clEnqueueMarkerWithWaitList(profiled, 0, NULL, &timed));
    NEED(clFinish(profiled));
    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++) {
        unsigned n = 0;
        for (cl_uint name = 0; name < 0x6000; name++) {
            size_t size = 0;
            if (queries[k].ask(name, 0, NULL, &size) != CL_SUCCESS)
                continue;
            n++;
            ask_all(queries[k].name, queries[k].ask, name, size);
        }
        expect_query(n >= queries[k].at_least, queries[k].name, n,
                     "few queries");
    }
    OK(clReleaseEvent(timed));
    OK(clReleaseCommandQueue(profiled));
}

/* -- all ------------------------------------------------------------------ */

/* Finds the table past the loader; then all handles are the driver's own. */
static void open_driver(const char *path)
{
    void *driver = dlopen(path, RTLD_NOW);
    if (!driver) {
        printf("FAIL: %s\n", dlerror());
        exit(1);
    }
    open_device();
    table = *(const cl_icd_dispatch **)(void *)platform;
}

/* All that the table has is called: it has no more functions. */
static void count_functions(void)
{
    size_t n = 0;
    for (size_t k = 0; k < sizeof *table / sizeof(void *); k++)
        n += ((void *const *)(const void *)table)[k] != NULL;
    SAME(n, N_FUNCTIONS);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* what a crash leaves */
    open_driver(argv[2]);
    program = build_file(argv[1]);
    make_objects(argv[1]);
    name_objects();
    for (size_t k = 0; k < N_FUNCTIONS; k++) {
        size_t n = 0;
        while (n < N_VALID
               && strcmp(valid_calls[n].name, functions[k].name) != 0)
            n++;
        hold(n < N_VALID, 0, functions[k].name, 0, 1);
    }
    for (size_t k = 0; k < N_VALID; k++) {
        try_valid(&valid_calls[k]);
        try_handles(&valid_calls[k]);
        try_waits(&valid_calls[k]);
        try_numbers(&valid_calls[k]);
    }
    count_functions();
    try_released();
    try_queries();
    release_objects();
    return close_all();
}
