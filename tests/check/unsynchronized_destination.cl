// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies onto bytes that work-items touched, with no barrier in between.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: after_write -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: unsynchronized-destination OpGroupAsyncCopy@copy & OpStore@write tile in 0..63
kernel void after_write(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0; // @write
    event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The loop begins anew while others still read.
// FAULT: loop -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:4
// FIND: unsynchronized-destination 2D2D@copy & OpLoad@read tile in 0..63
kernel void loop(global int *out, global const int *in, int steps)
{
    local int tile[16];
    int sum = 0;
    for (int k = 0; k < steps; k++) {
        event_t e = async_work_group_copy_2D2D(tile, 0, in, 16 * k, 4, 4, 4, 4, 4, 0); // @copy
        wait_group_events(1, &e);
        sum += tile[15 - ID]; // @read
    }
    out[ID] = sum;
}

// Work-item 2 alone read, one element that the copy writes.
// FAULT: one_reader -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:2
// FIND: unsynchronized-destination OpGroupAsyncCopy@copy & OpLoad@read there 112..115
kernel void one_reader(global int *out, global int *there, int who)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    int x = 0;
    if (ID == who)
        x = there[28]; // @read
    event_t e = async_work_group_strided_copy(there, tile, 16, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = x;
}

// A local fence is none for global memory.
// FAULT: wrong_fence -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: unsynchronized-destination 3D3D@copy & OpLoad@read there in 0..127
kernel void wrong_fence(global int *out, global int *there)
{
    local int tile[16];
    tile[ID] = there[ID]; // @read
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(there, 0, tile, 0, 4, 4, 2, 2, 4, 8, 8, 16, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = ID;
}

// -- near misses ----------------------------------------------------------------

// SILENT: barrier_between -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:4
kernel void barrier_between(global int *out, global const int *in, int steps)
{
    local int tile[16];
    int sum = 0;
    for (int k = 0; k < steps; k++) {
        event_t e = async_work_group_copy_2D2D(tile, 0, in, 16 * k, 4, 4, 4, 4, 4, 0);
        wait_group_events(1, &e);
        sum += tile[15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = sum;
}

// The gaps between the lines.
// SILENT: gap -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void gap(global int *out, global const int *in)
{
    local int tile[32];
    int at = (ID >> 2) * 8 + (ID & 3);
    tile[at + 4] = ID;
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 8, 0);
    wait_group_events(1, &e);
    out[ID] = tile[at] + tile[at + 4];
}

// What was read is another part of the same array.
// SILENT: other_half -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void other_half(global int *out, global const int *in)
{
    local int line[32];
    int sum = 0;
    event_t e = async_work_group_copy(line, in, 16, 0);
    for (int k = 1; k < 4; k++) {
        wait_group_events(1, &e);
        sum += line[((k & 1) ^ 1) * 16 + 15 - ID];
        e = async_work_group_copy(line + (k & 1) * 16, in + 16 * k, 16, 0);
        LOCAL_BARRIER();
    }
    wait_group_events(1, &e);
    out[ID] = sum;
}

// SILENT: alone -g 4 -l 1 buf:i32:4 buf:i32:4=seq
kernel void alone(global int *out, global const int *in)
{
    local int tile[1];
    tile[0] = 5;
    int x = tile[0];
    event_t e = async_work_group_copy(tile, in + get_global_id(0), 1, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[0] + x;
}
