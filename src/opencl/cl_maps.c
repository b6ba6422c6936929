/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Commands that map and migrate memory. The host sees all memory at any time,
 * so that they only keep their position in the order of commands. */
#include "opencl/cl_transfers.h"

#include <stdlib.h>

/* Returns the index of the map of `data`; `n_maps`: there is none. */
static size_t find_map(const struct _cl_mem *memory, const void *data)
{
    size_t k = 0;
    while (k < memory->n_maps && memory->maps[k].data != data)
        k++;
    return k;
}

/* Counts one more map of `data`; false: out of memory. */
static bool add_map(cl_mem memory, void *data)
{
    pthread_mutex_lock(&memory->lock);
    size_t k = find_map(memory, data);
    bool room = k < memory->n_maps;
    if (!room) {
        struct gac__cl_map *maps =
            realloc(memory->maps, (k + 1) * sizeof *maps);
        room = maps != NULL;
        if (maps) {
            memory->maps = maps;
            maps[memory->n_maps++] = (struct gac__cl_map){data, 0};
        }
    }
    if (room)
        memory->maps[k].n++;
    pthread_mutex_unlock(&memory->lock);
    return room;
}

/* Counts one map of `data` less; false: it is not mapped. */
static bool remove_map(cl_mem memory, const void *data)
{
    pthread_mutex_lock(&memory->lock);
    size_t k = find_map(memory, data);
    bool mapped = k < memory->n_maps;
    if (mapped && --memory->maps[k].n == 0)
        memory->maps[k] = memory->maps[--memory->n_maps];
    pthread_mutex_unlock(&memory->lock);
    return mapped;
}

#define WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

static bool are_map_flags(cl_map_flags flags)
{
    return !(flags & ~(cl_map_flags)(CL_MAP_READ | WRITES))
           && !(flags & CL_MAP_WRITE_INVALIDATE_REGION
                && flags & (CL_MAP_READ | CL_MAP_WRITE));
}

static cl_int map(cl_command_queue queue, cl_mem memory, bool blocking,
                  cl_map_flags flags, size_t offset, size_t size,
                  gac__cl_waits waits, cl_event *event, void **data_out)
{
    GAC__CL_TRY(gac__cl_check_memory(queue, memory, waits));
    if (!size || !gac__cl_lies_in(offset, size, memory->size)
        || !are_map_flags(flags))
        return CL_INVALID_VALUE;
    if ((flags & CL_MAP_READ && memory->flags & GAC__CL_NOT_READ)
        || (flags & WRITES && memory->flags & GAC__CL_NOT_WRITTEN))
        return CL_INVALID_OPERATION;
    unsigned char *data = memory->data + offset;
    if (!add_map(memory, data))
        return CL_OUT_OF_HOST_MEMORY;
    gac__cl_point point = {.type = CL_COMMAND_MAP_BUFFER,
                           .n = 1,
                           .memories = &memory,
                           .writes = (flags & WRITES) != 0};
    cl_int result = gac__cl_enqueue_point(queue, point, waits, blocking, event);
    if (result == CL_SUCCESS)
        *data_out = data;
    else
        remove_map(memory, data);
    return result;
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer,
                                     cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t size,
                                     cl_uint n_events, const cl_event *events,
                                     cl_event *event, cl_int *errcode_ret)
{
    void *data = NULL;
    cl_int result = map(queue, buffer, blocking, flags, offset, size,
                        (gac__cl_waits){n_events, events}, event, &data);
    if (errcode_ret)
        *errcode_ret = result;
    return data;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue,
                                           cl_mem memory, void *mapped,
                                           cl_uint n_events,
                                           const cl_event *events,
                                           cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_memory(queue, memory, waits));
    if (!remove_map(memory, mapped))
        return CL_INVALID_VALUE;
    gac__cl_point point = {
        .type = CL_COMMAND_UNMAP_MEM_OBJECT, .n = 1, .memories = &memory};
    return gac__cl_enqueue_point(queue, point, waits, false, event);
}

static bool are_migration_flags(cl_mem_migration_flags flags)
{
    return !(
        flags
        & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST
                                    | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint n,
                                              const cl_mem *memories,
                                              cl_mem_migration_flags flags,
                                              cl_uint n_events,
                                              const cl_event *events,
                                              cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!n || !memories || !are_migration_flags(flags))
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++)
        GAC__CL_TRY(gac__cl_check_memory(queue, memories[k], waits));
    gac__cl_point point = {
        .type = CL_COMMAND_MIGRATE_MEM_OBJECTS, .n = n, .memories = memories};
    return gac__cl_enqueue_point(queue, point, waits, false, event);
}

/* -- shared memory -------------------------------------------------------- */

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking,
                                   cl_map_flags flags, void *data, size_t size,
                                   cl_uint n_events, const cl_event *events,
                                   cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!data || !size || !are_map_flags(flags)
        || !gac__cl_shared_fits(queue->context, data, size))
        return CL_INVALID_VALUE;
    gac__cl_shared *shared = gac__cl_shared_use(queue->context, data, size);
    if (shared && flags & WRITES)
        shared->written = true;
    gac__cl_shared_unuse(shared);
    return gac__cl_enqueue_point(queue,
                                 (gac__cl_point){.type = CL_COMMAND_SVM_MAP},
                                 waits, blocking, event);
}

/* Enqueues a command about shared memory that does nothing. */
static cl_int enqueue_hint(cl_command_queue queue, cl_command_type type,
                           const void *data, gac__cl_waits waits,
                           cl_event *event)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    return data ? gac__cl_enqueue_point(queue, (gac__cl_point){.type = type},
                                        waits, false, event)
                : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *data,
                                     cl_uint n_events, const cl_event *events,
                                     cl_event *event)
{
    return enqueue_hint(queue, CL_COMMAND_SVM_UNMAP, data,
                        (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(
    cl_command_queue queue, cl_uint n, const void **pointers,
    const size_t *sizes, cl_mem_migration_flags flags, cl_uint n_events,
    const cl_event *events, cl_event *event)
{
    gac__cl_waits waits = {n_events, events};
    GAC__CL_TRY(gac__cl_check_enqueue(queue, waits));
    if (!n || !pointers || !are_migration_flags(flags))
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++) {
        gac__cl_shared *shared = gac__cl_shared_use(queue->context, pointers[k],
                                                    sizes ? sizes[k] : 0);
        gac__cl_shared_unuse(shared);
        if (!shared)
            return CL_INVALID_VALUE;
    }
    return gac__cl_enqueue_point(
        queue, (gac__cl_point){.type = CL_COMMAND_SVM_MIGRATE_MEM}, waits,
        false, event);
}

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue queue,
                                            const void *data, size_t size,
                                            cl_mem_migration_flags flags,
                                            cl_uint n_events,
                                            const cl_event *events,
                                            cl_event *event)
{
    (void)size;
    (void)flags;
    return enqueue_hint(queue, CL_COMMAND_MIGRATEMEM_INTEL, data,
                        (gac__cl_waits){n_events, events}, event);
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue queue,
                                           const void *data, size_t size,
                                           cl_mem_advice_intel advice,
                                           cl_uint n_events,
                                           const cl_event *events,
                                           cl_event *event)
{
    (void)size;
    (void)advice;
    return enqueue_hint(queue, CL_COMMAND_MEMADVISE_INTEL, data,
                        (gac__cl_waits){n_events, events}, event);
}
