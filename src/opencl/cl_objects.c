/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Objects: handles, references, uses. */
#include "opencl/cl_objects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The errors of handles that are not valid. */
static const cl_int invalid[] = {
    [GAC__CL_PLATFORM] = CL_INVALID_PLATFORM,
    [GAC__CL_DEVICE] = CL_INVALID_DEVICE,
    [GAC__CL_CONTEXT] = CL_INVALID_CONTEXT,
    [GAC__CL_QUEUE] = CL_INVALID_COMMAND_QUEUE,
    [GAC__CL_MEMORY] = CL_INVALID_MEM_OBJECT,
    [GAC__CL_PROGRAM] = CL_INVALID_PROGRAM,
    [GAC__CL_KERNEL] = CL_INVALID_KERNEL,
    [GAC__CL_EVENT] = CL_INVALID_EVENT,
};

static atomic_uint_fast64_t last_serial;

/* The table of live handles: open addressing, at most half full. It contains
 * the static objects, the platform and the device, too. */
static struct {
    pthread_rwlock_t lock;
    void **slots; /* NULL: free */
    size_t n, capacity;
} handles = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static size_t slot_of(const void *handle, size_t capacity)
{
    uint64_t bits = (uint64_t)(uintptr_t)handle * 0x9E3779B97F4A7C15u;
    return (size_t)(bits >> 20) & (capacity - 1);
}

/* Returns the handle's slot, or the free slot where it would be. */
static void **find(const void *handle)
{
    size_t k = slot_of(handle, handles.capacity);
    while (handles.slots[k] && handles.slots[k] != handle)
        k = (k + 1) & (handles.capacity - 1);
    return &handles.slots[k];
}

static bool grow(void)
{
    size_t old_capacity = handles.capacity;
    void **old = handles.slots;
    size_t capacity = old_capacity ? old_capacity * 2 : 64;
    void **slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    handles.slots = slots;
    handles.capacity = capacity;
    for (size_t k = 0; k < old_capacity; k++)
        if (old[k])
            *find(old[k]) = old[k];
    free(old);
    return true;
}

static bool enter(void *handle)
{
    pthread_rwlock_wrlock(&handles.lock);
    bool room = 2 * (handles.n + 1) <= handles.capacity || grow();
    if (room) {
        *find(handle) = handle;
        handles.n++;
    }
    pthread_rwlock_unlock(&handles.lock);
    return room;
}

/* Removes a handle, and enters those behind it anew, up to the next free
 * slot. */
static void take_out(const void *handle)
{
    size_t mask = handles.capacity - 1;
    size_t hole = (size_t)(find(handle) - handles.slots);
    handles.slots[hole] = NULL;
    handles.n--;
    for (size_t k = (hole + 1) & mask; handles.slots[k]; k = (k + 1) & mask) {
        void *moved = handles.slots[k];
        handles.slots[k] = NULL;
        *find(moved) = moved;
    }
}

static gac__cl_object *look_up(const void *handle, gac__cl_type type)
{
    if (!handle || !handles.capacity)
        return NULL;
    gac__cl_object *object = *find(handle);
    return object && object->type == type && atomic_load(&object->uses) ? object
                                                                        : NULL;
}

/* Increments a count; false: it is 0. */
static bool add_if_any(atomic_uint *count)
{
    unsigned n = atomic_load(count);
    while (n && !atomic_compare_exchange_weak(count, &n, n + 1))
        ;
    return n != 0;
}

void *gac__cl_create(gac__cl_type type, size_t size, gac__cl_destroyer *destroy)
{
    gac__cl_object *object = calloc(1, size);
    if (!object)
        return NULL;
    object->dispatch = &gac__cl_dispatch;
    object->type = type;
    object->destroy = destroy;
    object->serial = atomic_fetch_add(&last_serial, 1) + 1;
    atomic_init(&object->references, 1);
    atomic_init(&object->uses, 1);
    if (!enter(object)) {
        free(object);
        return NULL;
    }
    return object;
}

bool gac__cl_is(const void *handle, gac__cl_type type)
{
    pthread_rwlock_rdlock(&handles.lock);
    bool is = look_up(handle, type) != NULL;
    pthread_rwlock_unlock(&handles.lock);
    return is;
}

cl_int gac__cl_check(const void *handle, gac__cl_type type)
{
    return gac__cl_is(handle, type) ? CL_SUCCESS : invalid[type];
}

bool gac__cl_try_use(void *handle, gac__cl_type type)
{
    pthread_rwlock_rdlock(&handles.lock);
    gac__cl_object *object = look_up(handle, type);
    bool used = object && add_if_any(&object->uses);
    pthread_rwlock_unlock(&handles.lock);
    return used;
}

/* All references together have one use. If the program has released all, and
 * the object lives by other uses, the new reference takes that use again. */
static cl_int retain(void *handle, gac__cl_type type)
{
    if (!gac__cl_try_use(handle, type))
        return invalid[type];
    gac__cl_object *object = handle;
    if (atomic_fetch_add(&object->references, 1))
        gac__cl_unuse(object);
    return CL_SUCCESS;
}

cl_int gac__cl_release(void *handle, gac__cl_type type)
{
    if (!gac__cl_try_use(handle, type))
        return invalid[type];
    gac__cl_object *object = handle;
    unsigned n = atomic_load(&object->references);
    while (n && !atomic_compare_exchange_weak(&object->references, &n, n - 1))
        ;
    if (n == 1 && object->released)
        object->released(handle);
    if (n == 1)
        atomic_fetch_sub(&object->uses, 1); /* the one of all references */
    gac__cl_unuse(object);
    return n ? CL_SUCCESS : invalid[type];
}

#define REFERENCES(retain_one, release_one, handle_type, type)                 \
    cl_int CL_API_CALL retain_one(handle_type handle)                          \
    {                                                                          \
        return retain(handle, type);                                           \
    }                                                                          \
    cl_int CL_API_CALL release_one(handle_type handle)                         \
    {                                                                          \
        return gac__cl_release(handle, type);                                  \
    }
REFERENCES(clRetainContext, clReleaseContext, cl_context, GAC__CL_CONTEXT)
REFERENCES(clRetainCommandQueue, clReleaseCommandQueue, cl_command_queue,
           GAC__CL_QUEUE)
REFERENCES(clRetainMemObject, clReleaseMemObject, cl_mem, GAC__CL_MEMORY)
REFERENCES(clRetainProgram, clReleaseProgram, cl_program, GAC__CL_PROGRAM)
REFERENCES(clRetainKernel, clReleaseKernel, cl_kernel, GAC__CL_KERNEL)
REFERENCES(clRetainEvent, clReleaseEvent, cl_event, GAC__CL_EVENT)

void *gac__cl_created(void *object, cl_int result, cl_int *errcode_ret)
{
    if (errcode_ret)
        *errcode_ret = result;
    if (result == CL_SUCCESS || !object)
        return object;
    gac__cl_release(object, ((gac__cl_object *)object)->type);
    return NULL;
}

void gac__cl_use(void *object)
{
    if (object)
        atomic_fetch_add(&((gac__cl_object *)object)->uses, 1);
}

static void destroy(gac__cl_object *object)
{
    pthread_rwlock_wrlock(&handles.lock);
    take_out(object);
    pthread_rwlock_unlock(&handles.lock);
    if (!object->destroy)
        return; /* the platform and the device are never destroyed */
    object->destroy(object);
    free(object);
}

void gac__cl_unuse(void *object)
{
    gac__cl_object *o = object;
    if (o && atomic_fetch_sub(&o->uses, 1) == 1)
        destroy(o);
}

void *gac__cl_copy(const void *data, size_t size)
{
    void *copy = malloc(size ? size : 1);
    if (copy && size)
        memcpy(copy, data, size);
    return copy;
}
