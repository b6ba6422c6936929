/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory at one address for host and kernels: shared virtual memory, and
 * Intel's unified shared memory. Each allocation has inaccessible pages around
 * it, so that an access beside it is in no memory. */
#include "opencl/cl_shared_memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns the index of the first allocation that begins behind `data`. */
static size_t position_of(gac__cl_shared *const *list, size_t n,
                          const void *data)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)list[middle]->data > (uintptr_t)data)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static gac__cl_shared *find_in(gac__cl_shared *const *list, size_t n,
                               const void *data, size_t bytes)
{
    size_t at = position_of(list, n, data);
    if (!at)
        return NULL;
    gac__cl_shared *s = list[at - 1];
    size_t offset = (size_t)((uintptr_t)data - (uintptr_t)s->data);
    return offset <= s->size && bytes <= s->size - offset ? s : NULL;
}

/* Finds the allocation that contains the bytes; the context's lock is held. */
static gac__cl_shared *find(const struct _cl_context *context, const void *data,
                            size_t bytes)
{
    return find_in(context->shared, context->n_shared, data, bytes);
}

gac__cl_shared *gac__cl_shared_use(cl_context context, const void *data,
                                   size_t bytes)
{
    pthread_mutex_lock(&context->lock);
    gac__cl_shared *s = find(context, data, bytes);
    if (s)
        atomic_fetch_add(&s->uses, 1);
    pthread_mutex_unlock(&context->lock);
    return s;
}

void gac__cl_shared_unuse(gac__cl_shared *shared)
{
    if (!shared || atomic_fetch_sub(&shared->uses, 1) != 1)
        return;
    gac__cl_free(shared->data, shared->size, true);
    free(shared);
}

bool gac__cl_shared_fits(cl_context context, const void *data, size_t bytes)
{
    if (bytes > UINTPTR_MAX - (uintptr_t)data)
        return false;
    pthread_mutex_lock(&context->lock);
    bool fits = !find(context, data, 1) || find(context, data, bytes);
    pthread_mutex_unlock(&context->lock);
    return fits;
}

size_t gac__cl_shared_list_use(cl_context context, gac__cl_shared ***list_out)
{
    pthread_mutex_lock(&context->lock);
    size_t n = context->n_shared;
    gac__cl_shared **list = n ? malloc(n * sizeof *list) : NULL;
    for (size_t k = 0; list && k < n; k++) {
        list[k] = context->shared[k];
        atomic_fetch_add(&list[k]->uses, 1);
    }
    pthread_mutex_unlock(&context->lock);
    *list_out = list;
    return list ? n : 0;
}

void gac__cl_shared_list_unuse(gac__cl_shared **list, size_t n)
{
    for (size_t k = 0; k < n; k++)
        gac__cl_shared_unuse(list[k]);
    free(list);
}

gac__cl_shared *gac__cl_shared_list_find(gac__cl_shared *const *list, size_t n,
                                         const void *data)
{
    return find_in(list, n, data, 1);
}

static bool enter(cl_context context, gac__cl_shared *shared)
{
    pthread_mutex_lock(&context->lock);
    bool room =
        GAC__GROW(context->shared, context->capacity, context->n_shared);
    if (room) {
        size_t at =
            position_of(context->shared, context->n_shared, shared->data);
        memmove(context->shared + at + 1, context->shared + at,
                (context->n_shared - at) * sizeof *context->shared);
        context->shared[at] = shared;
        context->n_shared++;
    }
    pthread_mutex_unlock(&context->lock);
    return room;
}

/* Allocates zeroed memory in the context; NULL: out of memory. */
static void *allocate(cl_context context, size_t size, cl_uint usm_type,
                      cl_ulong flags)
{
    gac__cl_shared *shared = calloc(1, sizeof *shared);
    if (!shared)
        return NULL;
    shared->size = size;
    shared->usm_type = usm_type;
    shared->flags = flags;
    /* The program may write this memory without a command. */
    shared->written = usm_type ? usm_type != CL_MEM_TYPE_DEVICE_INTEL
                               : (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    atomic_init(&shared->uses, 1);
    shared->data = gac__cl_allocate(size, true);
    if (shared->data && enter(context, shared))
        return shared->data;
    gac__cl_free(shared->data, size, true);
    free(shared);
    return NULL;
}

/* Frees the allocation that begins at `data`, once its uses end. False: there
 * is none. */
static bool release(cl_context context, const void *data)
{
    pthread_mutex_lock(&context->lock);
    size_t at = position_of(context->shared, context->n_shared, data);
    gac__cl_shared *shared = at ? context->shared[at - 1] : NULL;
    if (shared && shared->data == data) {
        memmove(context->shared + at - 1, context->shared + at,
                (context->n_shared - at) * sizeof *context->shared);
        context->n_shared--;
    } else {
        shared = NULL;
    }
    pthread_mutex_unlock(&context->lock);
    gac__cl_shared_unuse(shared);
    return shared != NULL;
}

/* -- shared virtual memory ------------------------------------------------ */

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags,
                             size_t size, cl_uint alignment)
{
    const cl_svm_mem_flags access =
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_svm_mem_flags known =
        access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    if (!gac__cl_is(context, GAC__CL_CONTEXT) || flags & ~known
        || !gac__cl_is_one_at_most(flags & access)
        || (flags & CL_MEM_SVM_ATOMICS
            && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER))
        || !size || size > gac__cl_most_of_one(gac__cl_device())
        || !gac__cl_is_one_at_most(alignment)
        || alignment > GAC__CL_BASE_ALIGNMENT)
        return NULL;
    return allocate(context, size, 0, flags);
}

void CL_API_CALL clSVMFree(cl_context context, void *data)
{
    if (data && gac__cl_is(context, GAC__CL_CONTEXT))
        (void)release(context, data);
}

typedef struct free_command {
    gac__cl_command command;
    cl_command_queue queue;
    cl_uint n;
    void **pointers;
    void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *);
    void *user;
} free_command;

static cl_int run_free(gac__cl_command *command)
{
    free_command *f = (free_command *)(void *)command;
    if (f->call)
        f->call(f->queue, f->n, f->pointers, f->user);
    for (cl_uint k = 0; !f->call && k < f->n; k++)
        clSVMFree(f->queue->context, f->pointers[k]);
    return CL_COMPLETE;
}

static void drop_free(gac__cl_command *command)
{
    free(((free_command *)(void *)command)->pointers);
}

cl_int CL_API_CALL clEnqueueSVMFree(
    cl_command_queue queue, cl_uint n, void *pointers[],
    void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *),
    void *user, cl_uint n_events, const cl_event *events, cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!n != !pointers)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++)
        if (!pointers[k])
            return CL_INVALID_VALUE;
    free_command *f = gac__cl_command_create(sizeof *f, CL_COMMAND_SVM_FREE,
                                             run_free, drop_free);
    if (!f)
        return CL_OUT_OF_HOST_MEMORY;
    f->queue = queue; /* the event holds a use of it */
    f->n = n;
    f->call = call;
    f->user = user;
    f->pointers = gac__cl_copy(pointers, n * sizeof *pointers);
    if (!f->pointers) {
        gac__cl_command_destroy(&f->command);
        return CL_OUT_OF_HOST_MEMORY;
    }
    return gac__cl_enqueue(queue, &f->command, GAC__CL_ORDER_QUEUE, waits,
                           false, event);
}

/* -- unified shared memory ------------------------------------------------ */

static cl_int read_properties(const cl_mem_properties_intel *list,
                              cl_ulong *flags_out)
{
    *flags_out = 0;
    for (size_t n = 0; list && list[n]; n += 2) {
        if (list[n] != CL_MEM_ALLOC_FLAGS_INTEL)
            return CL_INVALID_PROPERTY;
        *flags_out = list[n + 1];
        if (*flags_out & ~(cl_ulong)7)
            return CL_INVALID_PROPERTY;
    }
    return CL_SUCCESS;
}

static void *allocate_usm(cl_context context, cl_device_id device,
                          bool needs_device, cl_uint type,
                          const cl_mem_properties_intel *properties,
                          size_t size, cl_uint alignment, cl_int *errcode_ret)
{
    void *data = NULL;
    cl_ulong flags = 0;
    cl_int result = CL_SUCCESS;
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if ((needs_device || device) && !gac__cl_is(device, GAC__CL_DEVICE))
        result = CL_INVALID_DEVICE;
    else if (!gac__cl_is_one_at_most(alignment)
             || alignment > GAC__CL_SHARED_ALIGNMENT)
        result = CL_INVALID_VALUE;
    else if ((result = read_properties(properties, &flags)) != CL_SUCCESS)
        ;
    else if (!size || size > gac__cl_most_of_one(gac__cl_device()))
        result = CL_INVALID_BUFFER_SIZE;
    else if (!(data = allocate(context, size, type, flags)))
        result = CL_OUT_OF_RESOURCES;
    if (errcode_ret)
        *errcode_ret = result;
    return data;
}

void *CL_API_CALL clHostMemAllocINTEL(cl_context context,
                                      const cl_mem_properties_intel *properties,
                                      size_t size, cl_uint alignment,
                                      cl_int *errcode_ret)
{
    return allocate_usm(context, NULL, false, CL_MEM_TYPE_HOST_INTEL,
                        properties, size, alignment, errcode_ret);
}

void *CL_API_CALL
clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                      const cl_mem_properties_intel *properties, size_t size,
                      cl_uint alignment, cl_int *errcode_ret)
{
    return allocate_usm(context, device, true, CL_MEM_TYPE_DEVICE_INTEL,
                        properties, size, alignment, errcode_ret);
}

void *CL_API_CALL
clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                      const cl_mem_properties_intel *properties, size_t size,
                      cl_uint alignment, cl_int *errcode_ret)
{
    return allocate_usm(context, device, false, CL_MEM_TYPE_SHARED_INTEL,
                        properties, size, alignment, errcode_ret);
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *data)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    return !data || release(context, data) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* "Waits until all commands that may use it are complete." */
cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *data)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    gac__cl_wait_for_context(context);
    return clMemFreeINTEL(context, data);
}

GAC__CL_GETTER(get_type, cl_uint, gac__cl_shared,
               o->usm_type ? o->usm_type : CL_MEM_TYPE_UNKNOWN_INTEL)
GAC__CL_GETTER(get_device, const void *, gac__cl_shared,
               o->data && o->usm_type != CL_MEM_TYPE_HOST_INTEL
                   ? gac__cl_device()
                   : NULL)

static const gac__cl_query queries[] = {
    GAC__CL_ROW_GET(CL_MEM_ALLOC_TYPE_INTEL, get_type),
    GAC__CL_ROW_MEMBER(CL_MEM_ALLOC_BASE_PTR_INTEL, gac__cl_shared, data),
    GAC__CL_ROW_MEMBER(CL_MEM_ALLOC_SIZE_INTEL, gac__cl_shared, size),
    GAC__CL_ROW_GET(CL_MEM_ALLOC_DEVICE_INTEL, get_device),
    GAC__CL_ROW_MEMBER(CL_MEM_ALLOC_FLAGS_INTEL, gac__cl_shared, flags),
};

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *data,
                                          cl_mem_info_intel name, size_t size,
                                          void *value, size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    const gac__cl_shared none = {.data = NULL};
    gac__cl_shared *shared = gac__cl_shared_use(context, data, 0);
    cl_int result = GAC__CL_INFO(queries, shared ? shared : &none, name, size,
                                 value, size_ret);
    gac__cl_shared_unuse(shared);
    return result;
}
