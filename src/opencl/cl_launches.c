/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Commands that run kernels. */
#include "opencl/cl_record.h"
#include "opencl/cl_shared_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct launch_command {
    gac__cl_command command;
    cl_context context;
    gac__cl_code *code; /* a use is held */
    cl_kernel kernel;   /* a use is held, for its parameters */
    gac__cl_inputs inputs;
    uint32_t n_used; /* uses of the first arguments' memory are held */
    bool all_shared; /* the kernel may reach all shared memory of the context */
    bool empty;      /* the range has no work-items */
    gac_run_options options;
} launch_command;

static void drop_launch(gac__cl_command *command)
{
    launch_command *c = (launch_command *)(void *)command;
    for (uint32_t k = 0; k < c->n_used; k++)
        gac__cl_unuse(c->inputs.arguments[k].memory);
    gac__cl_inputs_free(&c->inputs);
    gac__cl_code_unuse(c->code);
    gac__cl_unuse(c->kernel);
}

/* -- arguments ------------------------------------------------------------ */

/* A run, and the memory that its kernel may reach. */
typedef struct run_state {
    launch_command *command;
    gac_launch *launch;
    bool checks;
    cl_mem *used; /* buffers that were found by an address; uses are held */
    size_t n_used, used_capacity;
    gac__cl_shared **shared; /* sorted by address; uses are held */
    size_t n_shared;
    bool records;             /* the launch is recorded */
    gac__cl_reached *reached; /* memory to record */
    size_t n_reached, reached_capacity;
} run_state;

/* Adds memory to what is recorded; out of memory, it is left out. */
static void reach(run_state *s, uint32_t argument, const void *data,
                  size_t size, uint64_t address)
{
    if (s->records && GAC__GROW(s->reached, s->reached_capacity, s->n_reached))
        s->reached[s->n_reached++] =
            (gac__cl_reached){argument, data, size, address};
}

/* Returns a buffer's flags in a launch. CL_MEM_READ_ONLY does not restrict
 * kernels: programs (hashcat) write to such buffers and read the result. */
static uint32_t flags_of(const run_state *s, bool written)
{
    return s->checks && !written ? GAC_BUFFER_UNDEFINED : 0;
}

static gac_result set_memory(run_state *s, uint32_t index, cl_mem memory)
{
    gac_result result =
        gac_launch_set_buffer(s->launch, index, memory->data, memory->size,
                              flags_of(s, gac__cl_is_written(memory)));
    if (result == GAC_OK && gac_launch_address_bits(s->launch) == 64)
        result = gac_launch_place_buffer(s->launch, index, memory->address);
    reach(s, index, memory->data, memory->size, memory->address);
    return result;
}

/* Finds a buffer by an address, and holds a use of it for the run. */
static cl_mem find_memory(run_state *s, uint64_t address)
{
    cl_mem memory = gac__cl_memory_at(s->command->context, address);
    if (memory && GAC__GROW(s->used, s->used_capacity, s->n_used))
        return s->used[s->n_used++] = memory;
    gac__cl_unuse(memory);
    return NULL;
}

static gac_result add_buffer(run_state *s, void *data, size_t size,
                             uint64_t address, uint32_t flags)
{
    uint32_t index;
    gac_result result =
        gac_launch_add_buffer(s->launch, data, size, flags, &index);
    reach(s, UINT32_MAX, data, size, address);
    return result == GAC_OK ? gac_launch_place_buffer(s->launch, index, address)
                            : result;
}

/* Sets an argument to the memory from an address on. The whole memory in which
 * the address lies is added, too, since the kernel may access what is before
 * the address. An address in no known memory is kept; an access by it traps. */
static gac_result set_pointer(run_state *s, uint32_t index, uint64_t pointer)
{
    static unsigned char nothing;
    const gac__cl_shared *shared = gac__cl_shared_list_find(
        s->shared, s->n_shared, (const void *)(uintptr_t)pointer);
    cl_mem memory = shared ? NULL : find_memory(s, pointer);
    unsigned char *data = &nothing;
    size_t size = 0;
    uint64_t address = pointer;
    uint32_t flags = 0;
    if (shared) {
        data = shared->data;
        size = shared->size;
        address = (uint64_t)(uintptr_t)data;
        flags = flags_of(s, shared->written);
    } else if (memory) {
        data = memory->data;
        size = memory->size;
        address = memory->address;
        flags = flags_of(s, gac__cl_is_written(memory));
    }
    size_t offset = (size_t)(pointer - address);
    gac_result result = gac_launch_set_buffer(s->launch, index, data + offset,
                                              size - offset, flags);
    if (shared || memory)
        reach(s, index, data + offset, size - offset, pointer);
    if (result == GAC_OK && offset)
        result = add_buffer(s, data, size, address, flags);
    return result == GAC_OK ? gac_launch_place_buffer(s->launch, index, pointer)
                            : result;
}

static gac_result set_argument(run_state *s, uint32_t index)
{
    const gac__cl_argument *a = &s->command->inputs.arguments[index];
    switch (a->kind) {
    case GAC__CL_LOCAL: return gac_launch_set_local(s->launch, index, a->size);
    case GAC__CL_VALUE:
        return gac_launch_set_value(s->launch, index, a->value, a->size);
    case GAC__CL_POINTER: return set_pointer(s, index, a->pointer);
    default:
        return a->memory ? set_memory(s, index, a->memory)
                         : gac_launch_set_null(s->launch, index);
    }
}

/* Adds memory that the kernel may reach by addresses that it loads. */
static gac_result add_others(run_state *s)
{
    const gac__cl_inputs *in = &s->command->inputs;
    gac_result result = GAC_OK;
    for (size_t k = 0; k < s->n_shared && result == GAC_OK; k++) {
        const gac__cl_shared *shared = s->shared[k];
        result = add_buffer(s, shared->data, shared->size,
                            (uint64_t)(uintptr_t)shared->data,
                            flags_of(s, shared->written));
    }
    for (size_t k = 0; k < in->n_pointers && result == GAC_OK; k++) {
        cl_mem memory = find_memory(s, in->pointers[k]);
        if (memory)
            result = add_buffer(s, memory->data, memory->size, memory->address,
                                flags_of(s, gac__cl_is_written(memory)));
    }
    return result;
}

static gac_result set_all(run_state *s)
{
    gac_result result = gac_launch_remove_buffers(s->launch);
    if (s->command->all_shared)
        s->n_shared = gac__cl_shared_list_use(s->command->context, &s->shared);
    for (uint32_t k = 0; k < s->command->inputs.n && result == GAC_OK; k++)
        result = set_argument(s, k);
    return result == GAC_OK ? add_others(s) : result;
}

/* Marks memory that the kernel could write as written. */
static void note_writes(const run_state *s)
{
    const launch_command *c = s->command;
    for (uint32_t k = 0; k < c->inputs.n; k++) {
        const gac__cl_argument *a = &c->inputs.arguments[k];
        if (c->kernel->parameters[k].info.kind != GAC_PARAM_GLOBAL)
            continue;
        if (a->memory)
            gac__cl_write(a->memory);
        gac__cl_shared *shared =
            a->kind == GAC__CL_POINTER ? gac__cl_shared_list_find(
                s->shared, s->n_shared, (const void *)(uintptr_t)a->pointer)
                                       : NULL;
        if (shared)
            shared->written = true;
    }
    for (size_t k = 0; k < s->n_used; k++)
        gac__cl_write(s->used[k]);
    for (size_t k = 0; k < s->n_shared; k++)
        s->shared[k]->written = true;
}

/* -- runs ----------------------------------------------------------------- */

static void print(void *user, const char *text, size_t length)
{
    (void)user;
    fwrite(text, 1, length, stdout);
    fflush(stdout);
}

static cl_int status_of(gac_result result)
{
    switch (result) {
    case GAC_OK: return CL_COMPLETE;
    case GAC_ERR_MEMORY: return CL_OUT_OF_HOST_MEMORY;
    default: return CL_OUT_OF_RESOURCES;
    }
}

static bool is_checked(const gac__cl_settings *settings, const char *name)
{
    return settings->checks
           && (!settings->only || !strcmp(settings->only, name));
}

static void record(const run_state *s, const char *top,
                   const gac_run_options *options)
{
    const launch_command *c = s->command;
    gac__cl_launched launched = {.code = c->code,
                                 .kernel = gac_launch_kernel_name(s->launch),
                                 .parameters = c->kernel->parameters,
                                 .arguments = c->inputs.arguments,
                                 .n_arguments = c->inputs.n,
                                 .reached = s->reached,
                                 .n_reached = s->n_reached,
                                 .options = options};
    gac__cl_record(top, &launched);
}

static gac_result run_it(launch_command *c, gac_launch *launch)
{
    const gac__cl_settings *settings = gac__cl_settings_read();
    run_state s = {.command = c, .launch = launch};
    s.checks = is_checked(settings, gac_launch_kernel_name(launch));
    gac_run_options options = c->options;
    options.print = print;
    options.timeout_ns = settings->timeout_ns;
    options.async_mode = settings->async_mode;
    options.async_seed = settings->async_seed;
    options.wait_is_barrier = settings->wait_is_barrier;
    if (s.checks) {
        options.checks = settings->checks;
        /* The program continues as it would without checks. */
        options.keep_going = true;
    }
    s.records = settings->record != NULL;
    gac_result result = gac__cl_listen();
    if (result != GAC_OK)
        return result;
    result = set_all(&s);
    if (result == GAC_OK && s.records)
        record(&s, settings->record, &options);
    if (result == GAC_OK)
        result = gac_launch_run(launch, &options, NULL);
    gac__cl_tell_run();
    note_writes(&s);
    for (size_t k = 0; k < s.n_used; k++)
        gac__cl_unuse(s.used[k]);
    free(s.used);
    gac__cl_shared_list_unuse(s.shared, s.n_shared);
    free(s.reached);
    return result;
}

static cl_int run_launch(gac__cl_command *command)
{
    launch_command *c = (launch_command *)(void *)command;
    if (c->empty)
        return CL_COMPLETE;
    gac__bytes log = {0};
    gac_launch *launch = gac__cl_take_launch(c->code, c->kernel->entry, &log);
    if (log.data)
        fputs(log.data, stderr);
    gac__bytes_free(&log);
    if (!launch)
        return CL_OUT_OF_HOST_MEMORY;
    gac_result result = run_it(c, launch);
    gac__cl_give_back(c->code, c->kernel->entry, launch);
    if (result != GAC_OK)
        gac__cl_notify(c->context, gac_result_text(result));
    return status_of(result);
}

/* -- ranges --------------------------------------------------------------- */

static cl_int check_local(const struct _cl_kernel *kernel,
                          const gac_run_options *o, const size_t *local)
{
    const uint32_t *required = kernel->info.required_local;
    const uint32_t *most = kernel->info.max_local;
    size_t items = 1;
    for (cl_uint d = 0; d < 3; d++) {
        size_t extent = local && d < o->dimensions ? local[d] : 1;
        if (local && required[0] && extent != required[d])
            return CL_INVALID_WORK_GROUP_SIZE;
        if (!local && !required[0])
            continue;
        if (!local)
            extent = required[d];
        if (!extent || (most[0] && extent > most[d]))
            return CL_INVALID_WORK_GROUP_SIZE;
        if (extent > GAC__CL_MAX_GROUP_ITEMS)
            return CL_INVALID_WORK_ITEM_SIZE;
        items *= extent;
        if (kernel->code->uniform && o->global[d] % extent)
            return CL_INVALID_WORK_GROUP_SIZE;
    }
    return items > gac__cl_most_items(kernel) ? CL_INVALID_WORK_GROUP_SIZE
                                              : CL_SUCCESS;
}

static cl_int read_range(const struct _cl_kernel *kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global,
                         const size_t *local, gac_run_options *o,
                         bool *empty_out)
{
    if (!dimensions || dimensions > 3)
        return CL_INVALID_WORK_DIMENSION;
    o->size = sizeof *o;
    o->dimensions = dimensions;
    o->uniform_groups = kernel->code->uniform;
    *empty_out = !global;
    for (cl_uint d = 0; d < 3; d++)
        o->global[d] = 1;
    for (cl_uint d = 0; d < dimensions; d++) {
        o->global[d] = global ? global[d] : 0;
        o->offset[d] = offset ? offset[d] : 0;
        *empty_out |= !o->global[d];
        uint64_t end;
        if (__builtin_add_overflow(o->global[d], o->offset[d], &end))
            return CL_INVALID_GLOBAL_OFFSET;
    }
    cl_int result = check_local(kernel, o, local);
    for (cl_uint d = 0; d < 3; d++) {
        if (local)
            o->local[d] = d < dimensions ? local[d] : 1;
        else
            o->local[d] = kernel->info.required_local[d];
    }
    return result;
}

static cl_int check_arguments(const struct _cl_kernel *kernel)
{
    for (uint32_t k = 0; k < kernel->inputs.n; k++)
        if (kernel->inputs.arguments[k].kind == GAC__CL_UNSET)
            return CL_INVALID_KERNEL_ARGS;
    return gac__cl_local_bytes(kernel) > GAC__CL_LOCAL_BYTES
               ? CL_OUT_OF_RESOURCES
               : CL_SUCCESS;
}

static bool takes_pointers(const gac__cl_inputs *in)
{
    bool takes =
        in->n_pointers || in->indirect[0] || in->indirect[1] || in->indirect[2];
    for (uint32_t k = 0; k < in->n; k++)
        takes |=
            in->arguments[k].kind == GAC__CL_POINTER
            || (in->arguments[k].memory && in->arguments[k].memory->shared);
    return takes;
}

/* Takes uses of the arguments' buffers; false: one has been released since it
 * was set. */
static bool use_memories(launch_command *c)
{
    for (; c->n_used < c->inputs.n; c->n_used++) {
        const gac__cl_argument *a = &c->inputs.arguments[c->n_used];
        if (!a->memory)
            continue;
        if (!gac__cl_try_use(a->memory, GAC__CL_MEMORY))
            return false;
        if (a->memory->object.serial == a->serial)
            continue;
        gac__cl_unuse(a->memory);
        return false;
    }
    return true;
}

/* Copies the kernel's present arguments to the command. */
static cl_int fill(launch_command *c, cl_kernel kernel)
{
    c->context = kernel->program->context; /* the event holds a use of it */
    c->code = kernel->code;
    gac__cl_code_use(c->code);
    c->kernel = kernel;
    gac__cl_use(kernel);
    if (!gac__cl_inputs_copy(&c->inputs, &kernel->inputs))
        return CL_OUT_OF_HOST_MEMORY;
    if (!use_memories(c))
        return CL_INVALID_KERNEL_ARGS;
    c->all_shared = takes_pointers(&c->inputs);
    return CL_SUCCESS;
}

static cl_int check(cl_command_queue queue, cl_kernel kernel,
                    gac__cl_waits waits)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (kernel->program->context != queue->context)
        return CL_INVALID_CONTEXT;
    return check_arguments(kernel);
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel,
                      cl_command_type type, cl_uint dimensions,
                      const size_t *offset, const size_t *global,
                      const size_t *local, gac__cl_waits waits, cl_event *event)
{
    GAC__CL_TRY(check(queue, kernel, waits));
    launch_command *c =
        gac__cl_command_create(sizeof *c, type, run_launch, drop_launch);
    if (!c)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int result = read_range(kernel, dimensions, offset, global, local,
                               &c->options, &c->empty);
    if (result == CL_SUCCESS)
        result = fill(c, kernel);
    if (result == CL_SUCCESS)
        return gac__cl_enqueue(queue, &c->command, GAC__CL_ORDER_QUEUE, waits,
                               false, event);
    gac__cl_command_destroy(&c->command);
    return result;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(
    cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
    const size_t *offset, const size_t *global, const size_t *local,
    cl_uint n_events, const cl_event *events, cl_event *event)
{
    return enqueue(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, dimensions, offset,
                   global, local, (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel,
                                 cl_uint n_events, const cl_event *events,
                                 cl_event *event)
{
    const size_t one = 1;
    return enqueue(queue, kernel, CL_COMMAND_TASK, 1, NULL, &one, &one,
                   (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(
    cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
    const size_t *offset, const size_t *global, size_t *local_ret)
{
    gac_run_options options = {0};
    bool empty = false;
    GAC__CL_TRY(check(queue, kernel, (gac__cl_waits){0, NULL}));
    if (!local_ret)
        return CL_INVALID_VALUE;
    GAC__CL_TRY(
        read_range(kernel, dimensions, offset, global, NULL, &options, &empty));
    if (empty)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    gac_result result = gac__cl_complete_options(kernel, &options);
    for (cl_uint d = 0; d < dimensions && result == GAC_OK; d++)
        local_ret[d] = (size_t)options.local[d];
    return result == GAC_OK           ? CL_SUCCESS
           : result == GAC_ERR_MEMORY ? CL_OUT_OF_HOST_MEMORY
                                      : CL_INVALID_WORK_GROUP_SIZE;
}

/* -- native kernels ------------------------------------------------------- */

/* Copies the arguments, and replaces each buffer's handle in the copy by the
 * address of the buffer's memory. `*copy_out` is set in every case. */
static cl_int copy_native(const void *arguments, size_t size, cl_uint n,
                          const cl_mem *memories, const void *const *places,
                          void **copy_out)
{
    char *copy = *copy_out = arguments ? gac__cl_copy(arguments, size) : NULL;
    if (size && !copy)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint k = 0; k < n; k++) {
        uintptr_t at = (uintptr_t)places[k] - (uintptr_t)arguments;
        if (at > size || size - at < sizeof(void *))
            return CL_INVALID_VALUE;
        void *data = memories[k] ? memories[k]->data : NULL;
        memcpy(copy + at, &data, sizeof data);
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueNativeKernel(
    cl_command_queue queue, void(CL_CALLBACK *call)(void *), void *arguments,
    size_t size, cl_uint n, const cl_mem *memories, const void **places,
    cl_uint n_events, const cl_event *events, cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!call || (!arguments && (size || n)) || (arguments && !size)
        || !n != !memories || !n != !places)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++)
        if (memories[k] && !gac__cl_is(memories[k], GAC__CL_MEMORY))
            return CL_INVALID_MEM_OBJECT;
    gac__cl_point point = {.type = CL_COMMAND_NATIVE_KERNEL,
                           .n = n,
                           .memories = memories,
                           .writes = true,
                           .call = call};
    cl_int result =
        copy_native(arguments, size, n, memories, places, &point.arguments);
    if (result == CL_SUCCESS)
        return gac__cl_enqueue_point(queue, point, waits, false, event);
    free(point.arguments);
    return result;
}
