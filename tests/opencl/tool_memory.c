/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Buffers: their forms, sub-buffers, commands over them against a model in C,
 * maps, what the host may not do, migration. usage: tool_memory
 * FILE.spv|FILE.cl
 */
#include "host.h"

#define BYTES 4096

static unsigned char host_bytes[BYTES], got[BYTES], model[BYTES];

static void fill_at_random(unsigned char *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)draw(256);
}

static void expect_bytes(cl_mem memory, const unsigned char *bytes, size_t size,
                         int line)
{
    read_buffer(memory, size, got);
    hold(!memcmp(got, bytes, size), line, "bytes", 0, 1);
}
#define BYTES_ARE(memory, bytes, size)                                         \
    expect_bytes(memory, bytes, size, __LINE__)

/* -- forms ---------------------------------------------------------------- */

static void copy_by_kernel(cl_mem from, cl_mem to, size_t n)
{
    cl_kernel kernel = new_kernel("copy");
    set_buffer(kernel, 0, from);
    set_buffer(kernel, 1, to);
    OK(run_1d(kernel, n, 0));
    OK(clReleaseKernel(kernel));
}

static void *mapped(cl_mem memory, cl_map_flags flags, size_t offset,
                    size_t size)
{
    cl_int result;
    void *data = clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, offset, size,
                                    0, NULL, NULL, &result);
    OK(result);
    return data;
}

static void unmap(cl_mem memory, void *data)
{
    OK(clEnqueueUnmapMemObject(queue, memory, data, 0, NULL, NULL));
    OK(clFinish(queue));
}

static void *host_pointer(cl_mem memory)
{
    void *pointer = host_bytes + 1;
    OK(clGetMemObjectInfo(memory, CL_MEM_HOST_PTR, sizeof pointer, &pointer,
                          NULL));
    return pointer;
}

static void test_forms(void)
{
    fill_at_random(host_bytes, BYTES);
    cl_mem copied = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    BYTES_ARE(copied, host_bytes, BYTES);
    HOLDS(host_pointer(copied) == NULL);
    unsigned char *memory = aligned_alloc(4096, BYTES);
    memset(memory, 0, BYTES);
    cl_mem used = new_buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
    HOLDS(host_pointer(used) == memory);
    copy_by_kernel(copied, used, BYTES / 4);
    void *data = mapped(used, CL_MAP_READ, 0, BYTES);
    HOLDS(data == memory); /* "derived from host_ptr" */
    HOLDS(!memcmp(memory, host_bytes, BYTES));
    unmap(used, data);
    cl_mem ours =
        new_buffer(CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, BYTES, memory);
    BYTES_ARE(ours, host_bytes, BYTES);
    OK(clReleaseMemObject(copied));
    OK(clReleaseMemObject(used));
    OK(clReleaseMemObject(ours));
    free(memory);
}

static cl_int error_of(cl_mem_flags flags, size_t size, void *host)
{
    cl_int result;
    cl_mem memory = clCreateBuffer(context, flags, size, host, &result);
    if (memory)
        clReleaseMemObject(memory);
    return result;
}

static void test_errors(void)
{
    cl_ulong most = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most,
                       NULL));
    SAME(error_of(0, 0, NULL), CL_INVALID_BUFFER_SIZE);
    SAME(error_of(0, most + 1, NULL), CL_INVALID_BUFFER_SIZE);
    SAME(error_of(0, 16, host_bytes), CL_INVALID_HOST_PTR);
    SAME(error_of(CL_MEM_USE_HOST_PTR, 16, NULL), CL_INVALID_HOST_PTR);
    SAME(error_of(CL_MEM_COPY_HOST_PTR, 16, NULL), CL_INVALID_HOST_PTR);
    SAME(error_of(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL),
         CL_INVALID_VALUE);
    SAME(error_of(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 16, NULL),
         CL_INVALID_VALUE);
    SAME(error_of(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, host_bytes),
         CL_INVALID_VALUE);
    SAME(error_of(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host_bytes),
         CL_INVALID_VALUE);
    SAME(error_of(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16, NULL),
         CL_INVALID_VALUE);
}

/* -- sub-buffers ---------------------------------------------------------- */

static cl_mem sub_buffer(cl_mem parent, cl_mem_flags flags, size_t origin,
                         size_t size, cl_int *result)
{
    cl_buffer_region region = {origin, size};
    return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION,
                             &region, result);
}

static cl_int sub_error(cl_mem parent, cl_mem_flags flags, size_t origin,
                        size_t size)
{
    cl_int result;
    cl_mem made = sub_buffer(parent, flags, origin, size, &result);
    if (made)
        clReleaseMemObject(made);
    return result;
}

static cl_mem_flags flags_of(cl_mem memory)
{
    cl_mem_flags flags = 0;
    OK(clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    return flags;
}

static void test_sub_buffer_errors(cl_mem parent)
{
    cl_int result;
    cl_mem read_only = new_buffer(CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY
                                      | CL_MEM_ALLOC_HOST_PTR,
                                  512, NULL);
    SAME(sub_error(parent, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
    SAME(sub_error(parent, 0, 0, BYTES + 1), CL_INVALID_VALUE);
    if (on_gac) /* PoCL 3.1 crashes */
        SAME(sub_error(parent, 0, 1024, SIZE_MAX - 1023), CL_INVALID_VALUE);
    SAME(sub_error(parent, 0, 1, 16), CL_MISALIGNED_SUB_BUFFER_OFFSET);
    SAME(sub_error(parent, CL_MEM_USE_HOST_PTR, 0, 16), CL_INVALID_VALUE);
    SAME(sub_error(parent, CL_MEM_ALLOC_HOST_PTR, 0, 16), CL_INVALID_VALUE);
    SAME(sub_error(read_only, CL_MEM_READ_WRITE, 0, 16), CL_INVALID_VALUE);
    SAME(sub_error(read_only, CL_MEM_WRITE_ONLY, 0, 16), CL_INVALID_VALUE);
    SAME(sub_error(read_only, CL_MEM_HOST_READ_ONLY, 0, 16), CL_INVALID_VALUE);
    SAME(sub_error(read_only, CL_MEM_HOST_NO_ACCESS, 0, 16), CL_SUCCESS);
    cl_mem inherits = sub_buffer(read_only, 0, 0, 16, &result);
    OK(result);
    SAME(flags_of(inherits),
         CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_ALLOC_HOST_PTR);
    SAME(sub_error(inherits, 0, 0, 8), CL_INVALID_MEM_OBJECT);
    clCreateSubBuffer(parent, 0, 0, NULL, &result);
    SAME(result, CL_INVALID_VALUE);
    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &result);
    SAME(result, CL_INVALID_VALUE);
    OK(clReleaseMemObject(inherits));
    OK(clReleaseMemObject(read_only));
}

/* A part and the whole, and two parts, in one kernel. */
static void test_sub_buffers(void)
{
    cl_int result;
    size_t origin = 0, size = 0;
    cl_mem whole, part, from;
    fill_at_random(host_bytes, BYTES);
    cl_mem parent = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    part = sub_buffer(parent, 0, 1024, 512, &result);
    OK(result);
    from = sub_buffer(parent, CL_MEM_READ_ONLY, 1280, 512, &result);
    OK(result);
    OK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    OK(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof size, &size, NULL));
    OK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole,
                          &whole, NULL));
    HOLDS(origin == 1024 && size == 512 && whole == parent);
    BYTES_ARE(part, host_bytes + 1024, 512);
    memcpy(model, host_bytes, BYTES);
    copy_by_kernel(parent, part, 128);
    memcpy(model + 1024, model, 512);
    BYTES_ARE(parent, model, BYTES);
    copy_by_kernel(part, parent, 64);
    BYTES_ARE(parent, model, BYTES);
    copy_by_kernel(from, parent, 128); /* it begins in the other part */
    memcpy(model, model + 1280, 512);
    BYTES_ARE(parent, model, BYTES);
    test_sub_buffer_errors(parent);
    OK(clReleaseMemObject(parent)); /* the parts keep its memory */
    BYTES_ARE(part, model + 1024, 512);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(from));
}

/* -- reads, writes, copies ------------------------------------------------ */

static void test_ranges(cl_mem memory)
{
    SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, BYTES, 1, got, 0, NULL,
                             NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, SIZE_MAX, 2, got, 0, NULL,
                             NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 1, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 1, BYTES, got, 0, NULL,
                              NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 1, BYTES - 1, NULL, 0,
                              NULL, NULL),
         CL_INVALID_VALUE);
}

static void test_copies(void)
{
    fill_at_random(host_bytes, BYTES);
    memcpy(model, host_bytes, BYTES);
    cl_mem memory = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    for (int k = 0; k < 200; k++) {
        size_t size = 1 + draw(600), from = draw(BYTES - 600);
        size_t to = draw(BYTES - 600);
        bool overlap = from < to + size && to < from + size;
        SAME(clEnqueueCopyBuffer(queue, memory, memory, from, to, size, 0, NULL,
                                 NULL),
             overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
        if (!overlap)
            memcpy(model + to, model + from, size);
        fill_at_random(host_bytes, size);
        OK(clEnqueueWriteBuffer(queue, memory, CL_TRUE, from, size, host_bytes,
                                0, NULL, NULL));
        memcpy(model + from, host_bytes, size);
    }
    BYTES_ARE(memory, model, BYTES);
    test_ranges(memory);
    OK(clReleaseMemObject(memory));
}

/* -- rectangles ----------------------------------------------------------- */

typedef struct box {
    size_t origin[3], row, slice;
} box;

/* Where a byte of a box is, in plain arithmetic. */
static size_t place(const box *b, const size_t region[3], size_t x, size_t y,
                    size_t z)
{
    size_t row = b->row ? b->row : region[0];
    size_t slice = b->slice ? b->slice : region[1] * row;
    return (b->origin[2] + z) * slice + (b->origin[1] + y) * row + b->origin[0]
           + x;
}

static void draw_box(box *b, const size_t region[3], bool tight)
{
    for (int d = 0; d < 3; d++)
        b->origin[d] = draw(4);
    b->row = tight && draw(2) ? 0 : region[0] + draw(6);
    size_t row = b->row ? b->row : region[0];
    b->slice = tight && draw(2) ? 0 : (region[1] + draw(4)) * row;
}

/* Whether the box has a row pitch and a slice pitch as the other one. */
static bool fits(const box *b, const size_t region[3])
{
    return place(b, region, region[0] - 1, region[1] - 1, region[2] - 1)
           < BYTES;
}

static void copy_model(unsigned char *to, const box *t,
                       const unsigned char *from, const box *f,
                       const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                to[place(t, region, x, y, z)] = from[place(f, region, x, y, z)];
}

static void test_boxes(void)
{
    static unsigned char host_model[BYTES];
    fill_at_random(host_bytes, BYTES);
    memcpy(model, host_bytes, BYTES);
    cl_mem memory = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    for (int k = 0; k < 300; k++) {
        size_t region[3] = {1 + draw(12), 1 + draw(7), 1 + draw(5)};
        box m, h;
        draw_box(&m, region, true);
        draw_box(&h, region, true);
        cl_int wanted = fits(&m, region) ? CL_SUCCESS : CL_INVALID_VALUE;
        if (!fits(&h, region))
            continue;
        if (k % 2) {
            fill_at_random(host_bytes, BYTES);
            SAME(clEnqueueWriteBufferRect(
                     queue, memory, CL_TRUE, m.origin, h.origin, region, m.row,
                     m.slice, h.row, h.slice, host_bytes, 0, NULL, NULL),
                 wanted);
            if (!wanted)
                copy_model(model, &m, host_bytes, &h, region);
            continue;
        }
        memcpy(host_model, host_bytes, BYTES);
        SAME(clEnqueueReadBufferRect(queue, memory, CL_TRUE, m.origin, h.origin,
                                     region, m.row, m.slice, h.row, h.slice,
                                     host_bytes, 0, NULL, NULL),
             wanted);
        if (!wanted)
            copy_model(host_model, &h, model, &m, region);
        HOLDS(!memcmp(host_model, host_bytes, BYTES));
    }
    BYTES_ARE(memory, model, BYTES);
    OK(clReleaseMemObject(memory));
}

/* Marks the bytes of one box, and looks for them in the other. */
static bool share_a_byte(const box *a, size_t a_first, const box *b,
                         size_t b_first, const size_t region[3])
{
    static unsigned char marks[2 * BYTES];
    memset(marks, 0, sizeof marks);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                marks[a_first + place(a, region, x, y, z)] = 1;
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                if (marks[b_first + place(b, region, x, y, z)])
                    return true;
    return false;
}

/* Copies in one buffer, and between two parts of one: an overlap is told where
 * there is one, and only there, unless lines reach into the next row. */
static void test_overlaps(void)
{
    cl_int result;
    size_t origins[3] = {0, 0, 1024}, copies = 0, overlaps = 0;
    fill_at_random(host_bytes, BYTES);
    memcpy(model, host_bytes, BYTES);
    cl_mem all[3];
    all[0] = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    all[1] = sub_buffer(all[0], 0, 0, 2048, &result);
    OK(result);
    all[2] = sub_buffer(all[0], 0, 1024, 2048, &result);
    OK(result);
    for (int k = 0; k < 600; k++) {
        size_t region[3] = {1 + draw(8), 1 + draw(4), 1 + draw(3)};
        box from, to;
        uint32_t a = k % 3 ? 0 : 1, b = k % 3 ? 0 : 2;
        draw_box(&from, region, false);
        draw_box(&to, region, false);
        to.row = from.row;
        to.slice = from.slice;
        if (k % 3 == 0) { /* near the other part */
            from.origin[2] = 1024 / from.slice - draw(2);
            if (from.origin[2] * from.slice > 1500)
                continue;
        }
        bool shares = share_a_byte(&from, origins[a], &to, origins[b], region);
        bool reaches = from.origin[0] + region[0] > from.row
                       || to.origin[0] + region[0] > to.row
                       || (from.origin[1] + region[1]) * from.row > from.slice
                       || (to.origin[1] + region[1]) * to.row > to.slice;
        result = clEnqueueCopyBufferRect(
            queue, all[a], all[b], from.origin, to.origin, region, from.row,
            from.slice, to.row, to.slice, 0, NULL, NULL);
        OK(clFinish(queue));
        if (shares || !reaches || result != CL_MEM_COPY_OVERLAP)
            SAME(result, shares ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
        overlaps += shares;
        copies += !result;
        if (!result)
            copy_model(model + origins[b], &to, model + origins[a], &from,
                       region);
    }
    HOLDS(copies > 50 && overlaps > 50);
    BYTES_ARE(all[0], model, BYTES);
    for (int k = 0; k < 3; k++)
        OK(clReleaseMemObject(all[k]));
}

static cl_int box_error(cl_mem memory, const size_t *origin,
                        const size_t *region, size_t row, size_t slice)
{
    static const size_t zeros[3];
    return clEnqueueReadBufferRect(queue, memory, CL_TRUE, origin, zeros,
                                   region, row, slice, 0, 0, got, 0, NULL,
                                   NULL);
}

static void test_box_errors(void)
{
    cl_mem memory = new_buffer(0, BYTES, NULL), other = new_buffer(0, 64, NULL);
    const size_t zeros[3] = {0}, region[3] = {4, 3, 2}, flat[3] = {4, 0, 1};
    const size_t far[3] = {0, 0, SIZE_MAX / 8}, wide[3] = {SIZE_MAX, 2, 2};
    OK(box_error(memory, zeros, region, 0, 0));
    OK(box_error(memory, zeros, region, 5, 15));
    SAME(box_error(memory, zeros, flat, 0, 0), CL_INVALID_VALUE);
    SAME(box_error(memory, zeros, region, 3, 0), CL_INVALID_VALUE);
    SAME(box_error(memory, zeros, region, 5, 14), CL_INVALID_VALUE);
    SAME(box_error(memory, zeros, region, 5, 17), CL_INVALID_VALUE);
    SAME(box_error(memory, far, region, 0, 0), CL_INVALID_VALUE);
    SAME(box_error(memory, zeros, wide, 0, 0), CL_INVALID_VALUE);
    SAME(box_error(memory, NULL, region, 0, 0), CL_INVALID_VALUE);
    SAME(box_error(memory, zeros, NULL, 0, 0), CL_INVALID_VALUE);
    SAME(clEnqueueCopyBufferRect(queue, memory, memory, zeros, zeros, region, 5,
                                 15, 6, 18, 0, NULL, NULL),
         CL_INVALID_VALUE);
    OK(clEnqueueCopyBufferRect(queue, memory, other, zeros, zeros, region, 5,
                               15, 6, 18, 0, NULL, NULL));
    OK(clFinish(queue));
    OK(clReleaseMemObject(memory));
    OK(clReleaseMemObject(other));
}

/* -- fills ---------------------------------------------------------------- */

static void test_fills(void)
{
    unsigned char pattern[256];
    fill_at_random(pattern, sizeof pattern);
    fill_at_random(host_bytes, BYTES);
    memcpy(model, host_bytes, BYTES);
    cl_mem memory = new_buffer(CL_MEM_COPY_HOST_PTR, BYTES, host_bytes);
    for (size_t size = 1; size <= 128; size *= 2)
        for (int k = 0; k < 6; k++) {
            size_t offset = size * draw(4), n = size * (k ? draw(9) + 1 : 1);
            OK(clEnqueueFillBuffer(queue, memory, pattern, size, offset, n, 0,
                                   NULL, NULL));
            for (size_t b = 0; b < n; b++)
                model[offset + b] = pattern[b % size];
            BYTES_ARE(memory, model, BYTES);
        }
    const struct {
        size_t pattern, offset, size;
    } wrong[] = {
        {0, 0, 0},           {3, 0, 3},     {256, 0, 256},        {4, 2, 4},
        {4, 0, 6},           {4, BYTES, 4}, {4, SIZE_MAX - 3, 4}, {128, 0, 64},
        {4, 0, SIZE_MAX - 3}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        SAME(clEnqueueFillBuffer(queue, memory, pattern, wrong[k].pattern,
                                 wrong[k].offset, wrong[k].size, 0, NULL, NULL),
             CL_INVALID_VALUE);
    SAME(clEnqueueFillBuffer(queue, memory, NULL, 4, 0, 4, 0, NULL, NULL),
         CL_INVALID_VALUE);
    OK(clReleaseMemObject(memory));
}

/* -- maps ----------------------------------------------------------------- */

static cl_uint map_count(cl_mem memory)
{
    cl_uint n = 99;
    OK(clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT, sizeof n, &n, NULL));
    return n;
}

static cl_int map_error(cl_mem memory, cl_map_flags flags, size_t offset,
                        size_t size)
{
    cl_int result;
    void *data = clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, offset, size,
                                    0, NULL, NULL, &result);
    hold(!data == (result != CL_SUCCESS), __LINE__, "map", result, 0);
    if (data)
        unmap(memory, data);
    return result;
}

static void test_maps(void)
{
    cl_mem memory = new_buffer(0, BYTES, NULL);
    unsigned char *all = mapped(memory, CL_MAP_WRITE, 0, BYTES);
    memset(all, 7, BYTES);
    unsigned char *part = mapped(memory, CL_MAP_READ, 64, 64);
    unsigned char *again = mapped(memory, CL_MAP_READ, 64, 32);
    SAME(map_count(memory), 3);
    SAME(part[0], 7);
    unmap(memory, part);
    unmap(memory, all);
    SAME(map_count(memory), 1);
    unmap(memory, again);
    SAME(map_count(memory), 0);
    SAME(clEnqueueUnmapMemObject(queue, memory, all, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueUnmapMemObject(queue, memory, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
    memset(model, 7, BYTES);
    BYTES_ARE(memory, model, BYTES);
    SAME(map_error(memory, CL_MAP_READ, BYTES, 1), CL_INVALID_VALUE);
    SAME(map_error(memory, CL_MAP_READ, 0, 0), CL_INVALID_VALUE);
    if (on_gac) { /* PoCL 3.1 takes all flags */
        SAME(map_error(memory, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0,
                       1),
             CL_INVALID_VALUE);
        SAME(map_error(memory, (cl_map_flags)1 << 20, 0, 1), CL_INVALID_VALUE);
    }
    OK(map_error(memory, CL_MAP_READ | CL_MAP_WRITE, 0, 1));
    OK(clReleaseMemObject(memory));
}

/* -- what the host may do ------------------------------------------------- */

static void test_access(void)
{
    static const struct {
        cl_mem_flags flags;
        bool reads, writes;
    } all[] = {{0, true, true},
               {CL_MEM_HOST_READ_ONLY, true, false},
               {CL_MEM_HOST_WRITE_ONLY, false, true},
               {CL_MEM_HOST_NO_ACCESS, false, false}};
    const size_t zeros[3] = {0}, ones[3] = {1, 1, 1};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        cl_mem memory = new_buffer(all[k].flags, 64, NULL);
        cl_int reads = all[k].reads ? CL_SUCCESS : CL_INVALID_OPERATION;
        cl_int writes = all[k].writes ? CL_SUCCESS : CL_INVALID_OPERATION;
        SAME(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 8, got, 0, NULL,
                                 NULL),
             reads);
        SAME(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 8, got, 0, NULL,
                                  NULL),
             writes);
        SAME(clEnqueueReadBufferRect(queue, memory, CL_TRUE, zeros, zeros, ones,
                                     0, 0, 0, 0, got, 0, NULL, NULL),
             reads);
        SAME(clEnqueueWriteBufferRect(queue, memory, CL_TRUE, zeros, zeros,
                                      ones, 0, 0, 0, 0, got, 0, NULL, NULL),
             writes);
        SAME(map_error(memory, CL_MAP_READ, 0, 8), reads);
        SAME(map_error(memory, CL_MAP_WRITE, 0, 8), writes);
        SAME(map_error(memory, CL_MAP_WRITE_INVALIDATE_REGION, 0, 8), writes);
        OK(clReleaseMemObject(memory));
    }
}

/* -- the rest ------------------------------------------------------------- */

static void test_migration(void)
{
    cl_mem two[2] = {new_buffer(0, 64, NULL), new_buffer(0, 64, NULL)};
    cl_event event;
    cl_command_type type = 0;
    OK(clEnqueueMigrateMemObjects(queue, 2, two, CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                  NULL, &event));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    SAME(type, CL_COMMAND_MIGRATE_MEM_OBJECTS);
    OK(clReleaseEvent(event));
    SAME(clEnqueueMigrateMemObjects(queue, 0, two, 0, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueMigrateMemObjects(queue, 1, NULL, 0, 0, NULL, NULL),
         CL_INVALID_VALUE);
    SAME(clEnqueueMigrateMemObjects(queue, 1, two, 1 << 10, 0, NULL, NULL),
         CL_INVALID_VALUE);
    OK(clFinish(queue));
    for (int k = 0; k < 2; k++)
        OK(clReleaseMemObject(two[k]));
}

static int calls[8], n_calls;

static void CL_CALLBACK note(cl_mem memory, void *user)
{
    (void)memory;
    calls[n_calls++] = *(int *)user;
}

/* The last one registered is called first, when nothing needs the buffer. */
static void test_destructors(void)
{
    int numbers[3] = {1, 2, 3};
    cl_int result;
    cl_mem memory = new_buffer(CL_MEM_USE_HOST_PTR, BYTES, host_bytes);
    for (int k = 0; k < 3; k++)
        OK(clSetMemObjectDestructorCallback(memory, note, &numbers[k]));
    SAME(clSetMemObjectDestructorCallback(memory, NULL, NULL),
         CL_INVALID_VALUE);
    cl_mem part = sub_buffer(memory, 0, 0, 64, &result);
    cl_kernel kernel = new_kernel("increment");
    set_buffer(kernel, 0, memory);
    OK(run_1d(kernel, 4, 0));
    OK(clReleaseMemObject(memory));
    SAME(n_calls, 0);
    OK(clReleaseMemObject(part));
    SAME(n_calls, 3); /* the kernel does not keep it */
    HOLDS(calls[0] == 3 && calls[1] == 2 && calls[2] == 1);
    if (on_gac)
        SAME(run_1d(kernel, 4, 0), CL_INVALID_KERNEL_ARGS);
    OK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    open_all(argc, argv);
    test_forms();
    test_errors();
    test_sub_buffers();
    test_copies();
    test_boxes();
    if (on_gac) /* PoCL 3.1 ends by a signal */
        test_overlaps();
    test_box_errors();
    test_fills();
    test_maps();
    test_access();
    test_migration();
    test_destructors();
    return close_all();
}
