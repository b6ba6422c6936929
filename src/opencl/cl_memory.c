/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Buffers. A buffer has one address in kernels' memory for its whole life. In
 * shared memory it is the host's address; that of any other buffer is above all
 * host addresses, with a gap behind the buffer. */
#include "opencl/opencl_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* -- memory --------------------------------------------------------------- */

#define PAGE GAC__CL_SHARED_ALIGNMENT
#define GUARD ((size_t)64 << 10)
#define LARGE ((size_t)1 << 20)

static size_t round_up(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

/* Maps memory with inaccessible pages on both sides. */
static void *map_apart(size_t size)
{
    size_t inside = round_up(size, PAGE);
    unsigned char *all =
        mmap(NULL, inside + 2 * GUARD, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    if (!mprotect(all + GUARD, inside, PROT_READ | PROT_WRITE))
        return all + GUARD;
    munmap(all, inside + 2 * GUARD);
    return NULL;
}

void *gac__cl_allocate(size_t size, bool apart)
{
    if (size > SIZE_MAX / 4)
        return NULL;
    if (apart)
        return map_apart(size);
    if (size >= LARGE) {
        void *data = mmap(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return data == MAP_FAILED ? NULL : data;
    }
    void *data = NULL;
    if (posix_memalign(&data, GAC__CL_BASE_ALIGNMENT, size ? size : 1))
        return NULL;
    memset(data, 0, size);
    return data;
}

void gac__cl_free(void *data, size_t size, bool apart)
{
    if (!data)
        return;
    if (apart)
        munmap((unsigned char *)data - GUARD, round_up(size, PAGE) + 2 * GUARD);
    else if (size >= LARGE)
        munmap(data, size);
    else
        free(data);
}

/* -- addresses ------------------------------------------------------------ */

/* Addresses for buffers, above those of a process. Buffers get ascending
 * addresses; after the last one the search begins at the first again, and skips
 * live buffers. */
#define FIRST_ADDRESS ((uint64_t)1 << 47)
#define END_ADDRESS (GAC_PLACE_END)
#define ROOM ((uint64_t)64 << 10)

/* The buffers that are no sub-buffers, sorted by address. */
static struct {
    pthread_mutex_t lock;
    cl_mem *items;
    size_t n, capacity;
    uint64_t next;
} buffers = {.lock = PTHREAD_MUTEX_INITIALIZER, .next = FIRST_ADDRESS};

/* Returns the index of the first buffer that begins behind `address`. */
static size_t position_of(uint64_t address)
{
    size_t low = 0, high = buffers.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (buffers.items[middle]->address > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Returns the first free address for `bytes` bytes from `from` on; 0: none. */
static uint64_t free_address(uint64_t from, uint64_t bytes)
{
    for (size_t k = position_of(from);; k++) {
        if (k) {
            cl_mem before = buffers.items[k - 1];
            uint64_t end =
                before->address + round_up(before->size, ROOM) + ROOM;
            if (end > from)
                from = end;
        }
        uint64_t limit =
            k < buffers.n ? buffers.items[k]->address : END_ADDRESS;
        if (from < limit && bytes + ROOM <= limit - from)
            return from;
        if (k >= buffers.n)
            return 0;
    }
}

/* Sets a buffer's address, unless it has one; false: there is no free
 * address. */
static bool give_address(cl_mem memory)
{
    bool given = false;
    uint64_t bytes = round_up(memory->size, ROOM);
    pthread_mutex_lock(&buffers.lock);
    if (GAC__GROW(buffers.items, buffers.capacity, buffers.n)) {
        if (!memory->address)
            memory->address = free_address(buffers.next, bytes);
        if (!memory->address)
            memory->address = free_address(FIRST_ADDRESS, bytes);
        given = memory->address != 0;
    }
    if (given) {
        size_t at = position_of(memory->address);
        memmove(buffers.items + at + 1, buffers.items + at,
                (buffers.n - at) * sizeof *buffers.items);
        buffers.items[at] = memory;
        buffers.n++;
        if (memory->address >= FIRST_ADDRESS)
            buffers.next = memory->address + bytes + ROOM;
    }
    pthread_mutex_unlock(&buffers.lock);
    return given;
}

static void displace(const struct _cl_mem *memory)
{
    pthread_mutex_lock(&buffers.lock);
    size_t at = position_of(memory->address);
    while (at > 0 && buffers.items[at - 1] != memory)
        at--; /* shared memory may belong to several buffers */
    if (at > 0) {
        memmove(buffers.items + at - 1, buffers.items + at,
                (buffers.n - at) * sizeof *buffers.items);
        buffers.n--;
    }
    if (!buffers.n) { /* a program that releases all leaks nothing */
        free(buffers.items);
        buffers.items = NULL;
        buffers.capacity = 0;
    }
    pthread_mutex_unlock(&buffers.lock);
}

cl_mem gac__cl_memory_at(cl_context context, uint64_t address)
{
    cl_mem found = NULL;
    pthread_mutex_lock(&buffers.lock);
    size_t at = position_of(address);
    if (at) {
        cl_mem memory = buffers.items[at - 1];
        if (memory->context == context
            && address - memory->address < memory->size
            && gac__cl_try_use(memory, GAC__CL_MEMORY))
            found = memory;
    }
    pthread_mutex_unlock(&buffers.lock);
    return found;
}

/* -- making buffers ------------------------------------------------------- */

#define KERNEL_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_FLAGS                                                             \
    (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define POINTER_FLAGS                                                          \
    (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

static cl_int check_flags(cl_mem_flags flags)
{
    bool fine =
        !(flags & ~(cl_mem_flags)(KERNEL_FLAGS | HOST_FLAGS | POINTER_FLAGS))
        && gac__cl_is_one_at_most(flags & KERNEL_FLAGS)
        && gac__cl_is_one_at_most(flags & HOST_FLAGS)
        && !(flags & CL_MEM_USE_HOST_PTR
             && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
    return fine ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* Sets a new buffer's memory: the program's, or allocated here. */
static cl_int give_memory(cl_mem memory)
{
    if (memory->flags & CL_MEM_USE_HOST_PTR) {
        memory->data = memory->host_ptr;
        memory->written = true;
        memory->shared =
            gac__cl_shared_use(memory->context, memory->data, memory->size);
        if (memory->shared)
            memory->address = (uint64_t)(uintptr_t)memory->data;
        return CL_SUCCESS;
    }
    memory->data = gac__cl_allocate(memory->size, false);
    if (!memory->data)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    memory->owned = true;
    if (memory->flags & CL_MEM_COPY_HOST_PTR && memory->host_ptr) {
        memcpy(memory->data, memory->host_ptr, memory->size);
        memory->written = true;
    }
    return CL_SUCCESS;
}

static cl_int read_properties(const cl_mem_properties *list,
                              bool *has_address_out)
{
    for (size_t n = 0; list && list[n]; n += 2) {
        if (list[n] != CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT)
            return CL_INVALID_PROPERTY;
        *has_address_out = list[n + 1] != 0;
    }
    return CL_SUCCESS;
}

static void destroy(void *object)
{
    cl_mem memory = object;
    gac__cl_destructors_call(&memory->destructors, NULL, memory);
    if (!memory->parent && memory->address)
        displace(memory);
    if (memory->owned)
        gac__cl_free(memory->data, memory->size, false);
    if (!memory->parent)
        gac__cl_shared_unuse(memory->shared);
    free(memory->maps);
    gac__bytes_free(&memory->properties);
    pthread_mutex_destroy(&memory->lock);
    gac__cl_unuse(memory->parent);
    gac__cl_unuse(memory->context);
}

static cl_mem new_memory(cl_context context)
{
    cl_mem memory = gac__cl_create(GAC__CL_MEMORY, sizeof *memory, destroy);
    if (!memory)
        return NULL;
    pthread_mutex_init(&memory->lock, NULL);
    memory->context = context;
    gac__cl_use(context);
    return memory;
}

/* Creates a buffer; on failure, the caller releases what is in `*memory_out`.
 */
static cl_int make(cl_context context, const cl_mem_properties *properties,
                   cl_mem_flags flags, size_t size, void *host_ptr,
                   cl_mem *memory_out)
{
    bool has_address = false;
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    GAC__CL_TRY(read_properties(properties, &has_address));
    GAC__CL_TRY(check_flags(flags));
    if (!size || size > gac__cl_most_of_one(gac__cl_device()))
        return CL_INVALID_BUFFER_SIZE;
    bool wants = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    if (wants != (host_ptr != NULL))
        return CL_INVALID_HOST_PTR;
    /* "... or if CL_MEM_USE_HOST_PTR is set in flags and host_ptr is a pointer
     * returned by clSVMAlloc and size is greater than the size passed to
     * clSVMAlloc." */
    if (flags & CL_MEM_USE_HOST_PTR
        && !gac__cl_shared_fits(context, host_ptr, size))
        return CL_INVALID_BUFFER_SIZE;
    cl_mem memory = new_memory(context);
    if (!memory)
        return CL_OUT_OF_HOST_MEMORY;
    memory->flags = flags & KERNEL_FLAGS ? flags : flags | CL_MEM_READ_WRITE;
    memory->size = size;
    memory->host_ptr = host_ptr;
    memory->has_address = has_address;
    *memory_out = memory;
    if (!gac__cl_keep_properties(&memory->properties, properties))
        return CL_OUT_OF_HOST_MEMORY;
    GAC__CL_TRY(give_memory(memory));
    return give_address(memory) ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

cl_mem CL_API_CALL clCreateBufferWithProperties(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    size_t size, void *host_ptr, cl_int *errcode_ret)
{
    cl_mem memory = NULL;
    cl_int result = make(context, properties, flags, size, host_ptr, &memory);
    return gac__cl_created(memory, result, errcode_ret);
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags,
                                  size_t size, void *host_ptr,
                                  cl_int *errcode_ret)
{
    return clCreateBufferWithProperties(context, NULL, flags, size, host_ptr,
                                        errcode_ret);
}

/* Computes a sub-buffer's flags: the parent's where none are given, and never
 * more than the parent's. */
static cl_int inherit_flags(cl_mem_flags parent, cl_mem_flags *flags)
{
    if (check_flags(*flags) != CL_SUCCESS || *flags & POINTER_FLAGS)
        return CL_INVALID_VALUE;
    if ((parent & CL_MEM_WRITE_ONLY
         && *flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))
        || (parent & CL_MEM_READ_ONLY
            && *flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))
        || (parent & CL_MEM_HOST_WRITE_ONLY && *flags & CL_MEM_HOST_READ_ONLY)
        || (parent & CL_MEM_HOST_READ_ONLY && *flags & CL_MEM_HOST_WRITE_ONLY)
        || (parent & CL_MEM_HOST_NO_ACCESS
            && *flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return CL_INVALID_VALUE;
    if (!(*flags & KERNEL_FLAGS))
        *flags |= parent & KERNEL_FLAGS;
    if (!(*flags & HOST_FLAGS))
        *flags |= parent & HOST_FLAGS;
    *flags |= parent & POINTER_FLAGS;
    return CL_SUCCESS;
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type type,
                                     const void *info, cl_int *errcode_ret)
{
    cl_int result = CL_SUCCESS;
    cl_mem memory = NULL;
    const cl_buffer_region *region = info;
    if (!gac__cl_is(buffer, GAC__CL_MEMORY) || buffer->parent)
        result = CL_INVALID_MEM_OBJECT;
    else if (inherit_flags(buffer->flags, &flags) != CL_SUCCESS
             || type != CL_BUFFER_CREATE_TYPE_REGION || !region
             || region->origin > buffer->size
             || region->size > buffer->size - region->origin)
        result = CL_INVALID_VALUE;
    else if (!region->size)
        result = CL_INVALID_BUFFER_SIZE;
    else if (region->origin % GAC__CL_BASE_ALIGNMENT)
        result = CL_MISALIGNED_SUB_BUFFER_OFFSET;
    else if (!(memory = new_memory(buffer->context)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (memory) {
        gac__cl_use(buffer);
        memory->parent = buffer;
        memory->flags = flags;
        memory->origin = region->origin;
        memory->size = region->size;
        memory->data = buffer->data + region->origin;
        memory->address = buffer->address + region->origin;
        memory->host_ptr = buffer->host_ptr ? (unsigned char *)buffer->host_ptr
                                                  + region->origin
                                            : NULL;
        memory->shared = buffer->shared;
        memory->has_address = buffer->has_address;
    }
    return gac__cl_created(memory, result, errcode_ret);
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(
    cl_mem memory, void(CL_CALLBACK *notify)(cl_mem, void *), void *user)
{
    GAC__CL_TRY(gac__cl_check(memory, GAC__CL_MEMORY));
    if (!notify)
        return CL_INVALID_VALUE;
    return gac__cl_destructor_add(
        &memory->lock, &memory->destructors,
        (gac__cl_destructor){.call.memory = notify, .user = user});
}

/* -- queries -------------------------------------------------------------- */

/* "If memobj is created with ... CL_MEM_USE_HOST_PTR ... Otherwise NULL." */
GAC__CL_GETTER(get_host_ptr, const void *, struct _cl_mem,
               o->flags &CL_MEM_USE_HOST_PTR ? o->host_ptr : NULL)

static void get_map_count(const void *object, gac__cl_answer *answer)
{
    const struct _cl_mem *memory = object; /* clGetMemObjectInfo() locks it */
    size_t sum = 0;
    for (size_t k = 0; k < memory->n_maps; k++)
        sum += memory->maps[k].n;
    GAC__CL_SAY(answer, cl_uint, (cl_uint)sum);
}

GAC__CL_GETTER(get_uses_shared, cl_uint, struct _cl_mem,
               o->shared ? CL_TRUE : CL_FALSE)

static void get_address(const void *object, gac__cl_answer *answer)
{
    const struct _cl_mem *memory = object;
    if (!memory->has_address)
        answer->result = CL_INVALID_OPERATION;
    GAC__CL_SAY(answer, cl_ulong, memory->address);
}

static const gac__cl_query queries[] = {
    GAC__CL_ROW(CL_MEM_TYPE, cl_uint, CL_MEM_OBJECT_BUFFER),
    GAC__CL_ROW_MEMBER(CL_MEM_FLAGS, _cl_mem, flags),
    GAC__CL_ROW_MEMBER(CL_MEM_SIZE, _cl_mem, size),
    GAC__CL_ROW_GET(CL_MEM_HOST_PTR, get_host_ptr),
    GAC__CL_ROW_GET(CL_MEM_MAP_COUNT, get_map_count),
    GAC__CL_ROW_GET(CL_MEM_REFERENCE_COUNT, gac__cl_get_references),
    GAC__CL_ROW_MEMBER(CL_MEM_CONTEXT, _cl_mem, context),
    GAC__CL_ROW_MEMBER(CL_MEM_ASSOCIATED_MEMOBJECT, _cl_mem, parent),
    GAC__CL_ROW_MEMBER(CL_MEM_OFFSET, _cl_mem, origin),
    GAC__CL_ROW_GET(CL_MEM_USES_SVM_POINTER, get_uses_shared),
    GAC__CL_ROW_GET_OF(CL_MEM_PROPERTIES, _cl_mem, properties,
                       gac__cl_get_bytes),
    GAC__CL_ROW_GET(CL_MEM_DEVICE_ADDRESS_EXT, get_address),
};

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memory, cl_mem_info name,
                                      size_t size, void *value,
                                      size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(memory, GAC__CL_MEMORY));
    pthread_mutex_lock(&memory->lock);
    cl_int result = GAC__CL_INFO(queries, memory, name, size, value, size_ret);
    pthread_mutex_unlock(&memory->lock);
    return result;
}
