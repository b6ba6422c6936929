// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Large groups, and groups of two and three dimensions.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// The first work-item and the last one.
// FAULT: far_apart -g 1024 -l 1024 buf:i32:1024
// FIND: data-race OpStore@write & OpLoad@read a 4092..4095
kernel void far_apart(global int *out)
{
    local int a[1024];
    a[ID] = 0;
    LOCAL_BARRIER();
    if (ID == 1023)
        a[1023] = 1; // @write
    int x = ID;
    if (ID == 0)
        x = a[1023]; // @read
    LOCAL_BARRIER();
    out[ID] = x + a[1023];
}

// FAULT: reversed -g 2048 -l 1024 buf:i32:2048
// FIND: data-race OpLoad@read & OpStore@write a in 0..4095
kernel void reversed(global int *out)
{
    local int a[1024];
    a[1023 - ID] = 0;
    LOCAL_BARRIER();
    a[ID] = ID; // @write
    out[get_global_id(0)] = a[1023 - ID]; // @read
}

// Work-item (3, 5) reads before the tile is there.
// FAULT: two_dimensions -g 16,16 -l 16,16 buf:i32:256 buf:i32:256=seq i32:53
// FIND: read-in-flight OpLoad@read & 2D2D@copy tile 212..215: item (3,5,0) of group (0,0,0), bytes 212 to 215, plane 0, line 3, element 5, 1 item of 1 group; group (0,0,0)
kernel void two_dimensions(global int *out, global const int *in, int at)
{
    local int tile[256];
    size_t x = get_local_id(0), y = get_local_id(1);
    tile[y * 16 + x] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 16, 16, 16, 16, 0); // @copy
    int early = 0;
    if (x == 3 && y == 5)
        early = tile[at]; // @read
    wait_group_events(1, &e);
    out[y * 16 + x] = tile[x * 16 + y] + early;
}

// FAULT: three_dimensions -g 8,8,8 -l 4,4,4 buf:i32:512
// FIND: unsynchronized-source OpGroupAsyncCopy@copy & OpStore@write cube in 0..255: group (0,0,0), bytes 0 to 255, 8 groups; item (0,0,0) of group (0,0,0)
kernel void three_dimensions(global int *out)
{
    local int cube[64];
    size_t at = (get_local_id(2) * 4 + get_local_id(1)) * 4 + get_local_id(0);
    size_t group = (get_group_id(2) * 2 + get_group_id(1)) * 2 + get_group_id(0);
    cube[at] = (int)at; // @write
    event_t e = async_work_group_copy(out + group * 64, cube, 64, 0); // @copy
    wait_group_events(1, &e);
}

// One work-item of a thousand passes another length.
// FAULT: odd_one -g 1000 -l 1000 buf:i32:1000 buf:i32:1000=seq
// FIND: non-uniform-operand OpGroupAsyncCopy@copy operand=Num_Elements: item (999,0,0) of group (0,0,0) passes 999, 0x3e7, item (0,0,0) 1000, 0x3e8, 1 item of 1 group
kernel void odd_one(global int *out, global const int *in)
{
    local int tile[1000];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, ID == 999 ? 999 : 1000, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: some_of_many -g 1000 -l 1000 buf:i32:1000 i32:900
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void some_of_many(global int *out, int n)
{
    if (ID < n)
        LOCAL_BARRIER(); // @barrier
    out[ID] = ID;
}

// The last of 64 groups goes one element too far, into the first one's part.
// FAULT: last_group -g 1024 -l 16 buf:i32:1024
// FIND: group-race OpStore@other & OpStore@write out 0..3
kernel void last_group(global int *out)
{
    size_t i = get_global_id(0);
    if (i == 1023)
        out[0] = 5; // @other
    else
        out[i] = 1; // @write
}

// -- near misses ----------------------------------------------------------------

// SILENT: reversed_whole -g 2048 -l 1024 buf:i32:2048
kernel void reversed_whole(global int *out)
{
    local int a[1024];
    a[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = a[1023 - ID];
}

// SILENT: transpose -g 64,32 -l 16,16 buf:i32:2048 buf:i32:2048=seq
kernel void transpose(global int *out, global const int *in)
{
    local int tile[256], turned[256];
    size_t x = get_local_id(0), y = get_local_id(1);
    size_t bx = get_group_id(0) * 16, by = get_group_id(1) * 16;
    event_t e = async_work_group_copy_2D2D(tile, 0, in, by * 64 + bx, 4, 16, 16, 64, 16, 0);
    wait_group_events(1, &e);
    turned[x * 16 + y] = tile[y * 16 + x];
    LOCAL_BARRIER();
    e = async_work_group_copy_2D2D(out, bx * 32 + by, turned, 0, 4, 16, 16, 16, 32, 0);
    wait_group_events(1, &e);
}

// SILENT: scan -g 512 -l 512 buf:i32:512 buf:i32:512=1
kernel void scan(global int *out, global const int *in)
{
    local int a[512];
    a[ID] = in[ID];
    for (int n = 1; n < 512; n *= 2) {
        LOCAL_BARRIER();
        int x = ID >= n ? a[ID - n] : 0;
        LOCAL_BARRIER();
        a[ID] += x;
    }
    out[ID] = a[ID];
}

// SILENT: histogram -g 1024 -l 256 buf:u32:8 buf:i32:1024=seq
kernel void histogram(global uint *out, global const int *in)
{
    local uint bins[8];
    if (ID < 8)
        bins[ID] = 0;
    LOCAL_BARRIER();
    atomic_inc(&bins[in[get_global_id(0)] & 7]);
    LOCAL_BARRIER();
    if (ID < 8)
        atomic_add(out + ID, bins[ID]);
}

// SILENT: odd_size -g 999 -l 333 buf:i32:999
kernel void odd_size(global int *out)
{
    local int a[333];
    a[332 - ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = a[ID];
}

// SILENT: cube -g 8,8,8 -l 4,4,4 buf:i32:512 buf:i32:512=seq
kernel void cube(global int *out, global const int *in)
{
    local int box[64];
    size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    size_t at = (get_group_id(2) * 4 * 8 + get_group_id(1) * 4) * 8 + get_group_id(0) * 4;
    event_t e = async_work_group_copy_3D3D(box, 0, in, at, 4, 4, 4, 4, 8, 64, 4, 16, 0);
    wait_group_events(1, &e);
    box[(z * 4 + y) * 4 + x] += 1;
    LOCAL_BARRIER();
    e = async_work_group_copy_3D3D(out, at, box, 0, 4, 4, 4, 4, 4, 16, 8, 64, 0);
    wait_group_events(1, &e);
}
