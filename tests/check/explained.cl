// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The kernels of docs/checks.md: each check's mistake, and the kernel mended.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "extended_async.h"

// FAULT: copy_out_of_bounds -g 16 -l 16 buf:i32:100=seq
// FIND: copy-out-of-bounds 2D2D@copy image 400..415: group (0,0,0), bytes 400 to 415 of argument 0, plane 0, line 3, element 0, of 400 bytes, 1 group
kernel void copy_out_of_bounds(global int *image)
{
    local int tile[16];
    // 4 lines of 4, from line 7 of an image of 10 x 10: line 10 is none.
    event_t e = async_work_group_copy_2D2D(tile, 0, image, 70, sizeof(int), // @copy
                                           4, 4, 10, 4, 0);
    wait_group_events(1, &e);
}
// SILENT: copy_out_of_bounds_mended -g 16 -l 16 buf:i32:100=seq
kernel void copy_out_of_bounds_mended(global int *image)
{
    local int tile[16];
    size_t lines = min(4, 10 - 7);
    event_t e = async_work_group_copy_2D2D(tile, 0, image, 70, sizeof(int),
                                           4, lines, 10, 4, 0);
    wait_group_events(1, &e);
}

// FAULT: copy_address_overflow -g 16 -l 16 buf:i32:32=seq i32:-4
// FIND: copy-address-overflow 2D2D@copy in: group (0,0,0), 64|32 bits, 1 group
kernel void copy_address_overflow(global int *in, int back)
{
    local int tile[16];
    // Offsets are unsigned: -4 elements are nearly the whole address space.
    event_t e = async_work_group_copy_2D2D(tile, 0, in + 16, (size_t)back, // @copy
                                           sizeof(int), 16, 1, 16, 16, 0);
    wait_group_events(1, &e);
}
// SILENT: copy_address_overflow_mended -g 16 -l 16 buf:i32:32=seq i32:-4
kernel void copy_address_overflow_mended(global int *in, int back)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in + 16 + back, 0,
                                           sizeof(int), 16, 1, 16, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: line_overlap -g 16 -l 16 buf:i32:64=seq i32:4
// FIND: line-overlap 2D2D@copy operand=Source_Line_Length: group (0,0,0), 4 less than 8, 1 group
kernel void line_overlap(global int *in, int lines)
{
    local int tile[32];
    // Line length and number of lines stand in each other's place.
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, sizeof(int), // @copy
                                           8, lines, lines, 8, 0);
    wait_group_events(1, &e);
}
// SILENT: line_overlap_mended -g 16 -l 16 buf:i32:64=seq i32:4
kernel void line_overlap_mended(global int *in, int lines)
{
    local int tile[32];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, sizeof(int),
                                           8, lines, 16, 8, 0);
    wait_group_events(1, &e);
}

// FAULT: plane_overlap -g 16 -l 16 buf:i32:256=seq i32:8
// FIND: plane-overlap 3D3D@copy operand=Source_Plane_Area: group (0,0,0), 8 less than 4 x 8, 1 group
kernel void plane_overlap(global int *in, int width)
{
    local int box[32];
    // An area is lines x line length, not a line length.
    event_t e = async_work_group_copy_3D3D(box, 0, in, 0, sizeof(int), 4, 4, 2, // @copy
                                           width, width, 4, 16, 0);
    wait_group_events(1, &e);
}
// SILENT: plane_overlap_mended -g 16 -l 16 buf:i32:256=seq i32:8
kernel void plane_overlap_mended(global int *in, int width)
{
    local int box[32];
    event_t e = async_work_group_copy_3D3D(box, 0, in, 0, sizeof(int), 4, 4, 2,
                                           width, 4 * width, 4, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: zero_stride -g 16 -l 16 buf:i32:64=seq i32:0
// FIND: zero-stride OpGroupAsyncCopy@copy operand=Stride: group (0,0,0), a stride of 0, 1 group
kernel void zero_stride(global int *in, int stride)
{
    local int tile[16];
    // A stride of 0 repeats no element: it is undefined.
    event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0); // @copy
    wait_group_events(1, &e);
    in[get_local_id(0)] = tile[get_local_id(0)];
}
// SILENT: zero_stride_mended -g 16 -l 16 buf:i32:64=seq i32:0
kernel void zero_stride_mended(global int *in, int stride)
{
    local int tile[16];
    if (stride == 0) {
        tile[get_local_id(0)] = in[0];
    } else {
        event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0);
        wait_group_events(1, &e);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    in[get_local_id(0)] = tile[get_local_id(0)];
}

// FAULT: non_uniform_operand -g 16 -l 16 buf:i32:16=seq
// FIND: non-uniform-operand OpGroupAsyncCopy@copy: item (1,0,0) of group (0,0,0) passes *, *, item (0,0,0) *, *, 15 items of 1 group
kernel void non_uniform_operand(global int *in)
{
    local int tile[16];
    size_t i = get_local_id(0);
    // One copy of the whole group, but each work-item asks for its own.
    event_t e = async_work_group_copy(&tile[i], &in[i], 1, 0); // @copy
    wait_group_events(1, &e);
}
// SILENT: non_uniform_operand_mended -g 16 -l 16 buf:i32:16=seq
kernel void non_uniform_operand_mended(global int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    in[get_local_id(0)] = tile[get_local_id(0)];
}

// FAULT: divergent_copy -g 16 -l 16 buf:i32:16=seq
// FIND: divergent-copy OpGroupAsyncCopy@copy: item (1,0,0) of group (0,0,0), 15 items of 1 group; item (1,0,0) of group (0,0,0)
kernel void divergent_copy(global int *in)
{
    local int tile[16];
    // The copy is the group's; one work-item cannot make it for all.
    if (get_local_id(0) == 0) {
        event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
        wait_group_events(1, &e);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    in[get_local_id(0)] = tile[get_local_id(0)];
}
// SILENT: divergent_copy_mended -g 16 -l 16 buf:i32:16=seq
kernel void divergent_copy_mended(global int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    in[get_local_id(0)] = tile[get_local_id(0)];
}

// FAULT: divergent_wait -g 16 -l 16 buf:i32:16=seq
// FIND: divergent-wait OpGroupWaitEvents@wait: item (1,0,0) of group (0,0,0), 15 items of 1 group; item (1,0,0) of group (0,0,0)
kernel void divergent_wait(global int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    if (get_local_id(0) == 0)
        wait_group_events(1, &e); // @wait
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = tile[15 - get_local_id(0)];
    in[get_local_id(0)] = x;
}
// SILENT: divergent_wait_mended -g 16 -l 16 buf:i32:16=seq
kernel void divergent_wait_mended(global int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    int x = tile[15 - get_local_id(0)];
    in[get_local_id(0)] = x;
}

// FAULT: missing_wait -g 16 -l 16 buf:i32:16
// FIND: missing-wait OpGroupAsyncCopy@copy out 0..63: group (0,0,0), bytes 0 to 63 of argument 0, 1 group
kernel void missing_wait(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    async_work_group_copy(out, tile, 16, 0); // @copy
}
// SILENT: missing_wait_mended -g 16 -l 16 buf:i32:16
kernel void missing_wait_mended(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: read_in_flight -g 16 -l 16 buf:i32:16=seq
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy tile in 0..63: item (0,0,0) of group (0,0,0), bytes 0 to 3, 16 items of 1 group; group (0,0,0)
kernel void read_in_flight(global int *data)
{
    local int tile[16];
    tile[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(tile, data, 16, 0); // @copy
    int x = tile[get_local_id(0)]; // @read
    wait_group_events(1, &e);
    data[get_local_id(0)] = 2 * x;
}
// SILENT: read_in_flight_mended -g 16 -l 16 buf:i32:16=seq
kernel void read_in_flight_mended(global int *data)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, data, 16, 0);
    wait_group_events(1, &e);
    int x = tile[get_local_id(0)];
    data[get_local_id(0)] = 2 * x;
}

// FAULT: write_in_flight -g 16 -l 16 buf:i32:16
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy tile in 0..63: item (0,0,0) of group (0,0,0), bytes 0 to 3, 16 items of 1 group; group (0,0,0)
kernel void write_in_flight(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, tile, 16, 0); // @copy
    tile[get_local_id(0)] = 2; // @write
    wait_group_events(1, &e);
}
// SILENT: write_in_flight_mended -g 16 -l 16 buf:i32:16
kernel void write_in_flight_mended(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
    tile[get_local_id(0)] = 2;
}

// FAULT: copy_race -g 16 -l 16 buf:i32:32=seq
// FIND: copy-race OpGroupAsyncCopy@second & OpGroupAsyncCopy@first tile 32..63: group (0,0,0), bytes 32 to 63, 1 group; group (0,0,0)
kernel void copy_race(global int *in)
{
    local int tile[24];
    event_t e = async_work_group_copy(tile, in, 16, 0); // @first
    // One event for both copies does not put them in order.
    e = async_work_group_copy(tile + 8, in + 16, 16, e); // @second
    wait_group_events(1, &e);
}
// SILENT: copy_race_mended -g 16 -l 16 buf:i32:32=seq
kernel void copy_race_mended(global int *in)
{
    local int tile[24];
    event_t e = async_work_group_copy(tile, in, 8, 0);
    e = async_work_group_copy(tile + 8, in + 16, 16, e);
    wait_group_events(1, &e);
}

// FAULT: unsynchronized_source -g 16 -l 16 buf:i32:16
// FIND: unsynchronized-source OpGroupAsyncCopy@copy & OpStore@write tile in 0..63: group (0,0,0), bytes 0 to 63, 1 group; item (0,0,0) of group (0,0,0)
kernel void unsynchronized_source(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_local_id(0); // @write
    event_t e = async_work_group_copy(out, tile, 16, 0); // @copy
    wait_group_events(1, &e);
}
// SILENT: unsynchronized_source_mended -g 16 -l 16 buf:i32:16
kernel void unsynchronized_source_mended(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: unsynchronized_destination -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: unsynchronized-destination OpGroupAsyncCopy@copy & OpLoad@read tile in 0..63: group (0,0,0), bytes 0 to 63, 1 group; item (15,0,0) of group (0,0,0)
kernel void unsynchronized_destination(global int *out, global int *in)
{
    local int tile[16];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        event_t e = async_work_group_copy(tile, in + 16 * k, 16, 0); // @copy
        wait_group_events(1, &e);
        sum += tile[15 - get_local_id(0)]; // @read
    }
    out[get_local_id(0)] = sum;
}
// SILENT: unsynchronized_destination_mended -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void unsynchronized_destination_mended(global int *out, global int *in)
{
    local int tile[16];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        event_t e = async_work_group_copy(tile, in + 16 * k, 16, 0);
        wait_group_events(1, &e);
        sum += tile[15 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE); // all have read before the next copy
    }
    out[get_local_id(0)] = sum;
}

// FAULT: wait_as_barrier -g 16 -l 16 buf:i32:16=seq
// FIND: wait-as-barrier OpLoad@read & OpStore@write squares in 0..63: item (0,0,0) of group (0,0,0), bytes 60 to 63, 16 items of 1 group; item (15,0,0) of group (0,0,0)
kernel void wait_as_barrier(global int *data)
{
    local int tile[16], squares[16];
    int i = get_local_id(0);
    event_t e = async_work_group_copy(tile, data, 16, 0);
    squares[i] = i * i; // @write
    wait_group_events(1, &e);
    data[i] = tile[i] + squares[15 - i]; // @read
}
// SILENT: wait_as_barrier_mended -g 16 -l 16 buf:i32:16=seq
kernel void wait_as_barrier_mended(global int *data)
{
    local int tile[16], squares[16];
    int i = get_local_id(0);
    event_t e = async_work_group_copy(tile, data, 16, 0);
    squares[i] = i * i;
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    data[i] = tile[i] + squares[15 - i];
}

// FAULT: group_race -g 32 -l 16 buf:i32:32
// FIND: group-race OpGroupAsyncCopy@copy & OpGroupAsyncCopy@copy out 48..63: group (1,0,0), bytes 48 to 63 of argument 0, 1 group; group (0,0,0)
kernel void group_race(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    // Tiles of 16 at every twelfth element: 4 are two groups'.
    event_t e = async_work_group_copy(out + 12 * get_group_id(0), tile, 16, 0); // @copy
    wait_group_events(1, &e);
}
// SILENT: group_race_mended -g 32 -l 16 buf:i32:32
kernel void group_race_mended(global int *out)
{
    local int tile[16];
    tile[get_local_id(0)] = get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out + 12 * get_group_id(0), tile, 12, 0);
    wait_group_events(1, &e);
}

// FAULT: invalid_event -g 16 -l 16 buf:i32:16=seq
// FIND: invalid-event OpGroupWaitEvents@again & OpGroupWaitEvents@first: group (0,0,0), *, 1 group; group (0,0,0)
kernel void invalid_event(global int *data)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, data, 16, 0);
    wait_group_events(1, &e); // @first
    data[get_local_id(0)] = tile[get_local_id(0)];
    wait_group_events(1, &e); // @again
}
// SILENT: invalid_event_mended -g 16 -l 16 buf:i32:16=seq
kernel void invalid_event_mended(global int *data)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, data, 16, 0);
    wait_group_events(1, &e); // releases the event
    data[get_local_id(0)] = tile[get_local_id(0)];
}

// FAULT: out_of_bounds -g 16 -l 16 buf:i32:10
// FIND: out-of-bounds OpStore@write out 40..43: item (10,0,0) of group (0,0,0), bytes 40 to 43 of argument 0, of 40 bytes, 1 item of 1 group
kernel void out_of_bounds(global int *out)
{
    out[get_global_id(0)] = 1; // @write
}
// SILENT: out_of_bounds_mended -g 16 -l 16 buf:i32:10 i32:10
kernel void out_of_bounds_mended(global int *out, int n)
{
    if (get_global_id(0) < n)
        out[get_global_id(0)] = 1;
}

// FAULT: misaligned -g 4 -l 4 buf:i32:16=seq i32:1
// FIND: misaligned OpLoad@read data in 4..19: item (0,0,0) of group (0,0,0), bytes 4 to 19 of argument 0, multiple of 16, 4 items of 1 group
kernel void misaligned(global int *data, int from)
{
    // An int4 stands at multiples of 16 bytes.
    int4 v = *(global int4 *)(data + from); // @read
    if (get_local_id(0) == 0)
        data[15] = v.x + v.y + v.z + v.w;
}
// SILENT: misaligned_mended -g 4 -l 4 buf:i32:16=seq i32:1
kernel void misaligned_mended(global int *data, int from)
{
    int4 v = vload4(0, data + from); // needs an int's alignment only
    if (get_local_id(0) == 0)
        data[15] = v.x + v.y + v.z + v.w;
}

// FAULT: data_race -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..63: item (0,0,0) of group (0,0,0), bytes 60 to 63, 16 items of 1 group; item (15,0,0) of group (0,0,0)
kernel void data_race(global int *out)
{
    local int a[16];
    int i = get_local_id(0);
    a[i] = i; // @write
    out[i] = a[15 - i]; // @read
}
// SILENT: data_race_mended -g 16 -l 16 buf:i32:16
kernel void data_race_mended(global int *out)
{
    local int a[16];
    int i = get_local_id(0);
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[15 - i];
}

// FAULT: uninitialized -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@write out 0..3: item (0,0,0) of group (0,0,0), bytes 0 to 3 of argument 0, 16 items of 1 group; item (0,0,0) of group (0,0,0)
kernel void uninitialized(global int *out)
{
    local int sum;
    atomic_add(&sum, (int)get_local_id(0)); // to what?
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = sum; // @write
}
// SILENT: uninitialized_mended -g 16 -l 16 buf:i32:16
kernel void uninitialized_mended(global int *out)
{
    local int sum;
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, (int)get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = sum;
}

// FAULT: barrier_divergence -g 16 -l 16 buf:i32:10 i32:10
// FIND: barrier-divergence OpControlBarrier@barrier: item (10,0,0) of group (0,0,0), 6 items of 1 group
kernel void barrier_divergence(global int *out, int n)
{
    local int a[16];
    int i = get_local_id(0);
    if (i >= n)
        return;
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE); // @barrier
    out[i] = a[n - 1 - i];
}
// SILENT: barrier_divergence_mended -g 16 -l 16 buf:i32:10 i32:10
kernel void barrier_divergence_mended(global int *out, int n)
{
    local int a[16];
    int i = get_local_id(0);
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        out[i] = a[n - 1 - i];
}

// FAULT: arithmetic -g 16 -l 16 buf:i32:16=seq
// FIND: arithmetic OpSDiv@divide: item (0,0,0) of group (0,0,0), 1 item of 1 group
kernel void arithmetic(global int *data)
{
    int i = get_local_id(0);
    data[i] = 100 / data[i]; // @divide
}
// SILENT: arithmetic_mended -g 16 -l 16 buf:i32:16=seq
kernel void arithmetic_mended(global int *data)
{
    int i = get_local_id(0);
    data[i] = data[i] ? 100 / data[i] : 0;
}
