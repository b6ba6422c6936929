// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies of bytes that work-items wrote, with no barrier in between.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: no_barrier -g 16 -l 16 buf:i32:16
// FIND: unsynchronized-source OpGroupAsyncCopy@copy & OpStore@write tile in 0..63
kernel void no_barrier(global int *out)
{
    local int tile[16];
    tile[ID] = ID; // @write
    event_t e = async_work_group_copy(out, tile, 16, 0); // @copy
    wait_group_events(1, &e);
}

// The tutorial without its barrier.
// FAULT: tutorial -g 64 -l 16 buf:i32:64 buf:i32:64=seq
// FIND: unsynchronized-source 2D2D@copy & OpStore@write tile in 0..63
kernel void tutorial(global int *out, global const int *in)
{
    local int tile[16];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + base, 16, 0);
    wait_group_events(1, &e);
    tile[ID] *= 2; // @write
    e = async_work_group_copy_2D2D(out, base, tile, 0, 4, 4, 4, 4, 4, 0); // @copy
    wait_group_events(1, &e);
}

// Work-item 6 alone wrote, one element that the copy takes.
// FAULT: one_writer -g 16 -l 16 buf:i32:16 buf:i32:64 i32:6
// FIND: unsynchronized-source OpGroupAsyncCopy@copy & OpStore@write there 96..99
kernel void one_writer(global int *out, global int *there, int who)
{
    local int tile[16];
    if (ID == who)
        there[4 * ID] = 1; // @write
    event_t e = async_work_group_strided_copy(tile, there, 16, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// A local fence is none for global memory.
// FAULT: wrong_fence -g 16 -l 16 buf:i32:16 buf:i32:32
// FIND: unsynchronized-source 3D3D@copy & OpStore@write there in 0..127
kernel void wrong_fence(global int *out, global int *there)
{
    local int tile[16];
    there[2 * ID] = ID; // @write
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(tile, 0, there, 0, 4, 4, 2, 2, 8, 16, 4, 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// -- near misses ----------------------------------------------------------------

// SILENT: barrier_between -g 16 -l 16 buf:i32:16
kernel void barrier_between(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
}

// SILENT: global_fence -g 16 -l 16 buf:i32:16 buf:i32:16
kernel void global_fence(global int *out, global int *there)
{
    local int tile[16];
    there[ID] = ID;
    GLOBAL_BARRIER();
    event_t e = async_work_group_copy(tile, there, 16, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The gaps between the lines that are copied.
// SILENT: gap -g 16 -l 16 buf:i32:16
kernel void gap(global int *out)
{
    local int tile[32];
    tile[(ID >> 2) * 8 + (ID & 3)] = ID;
    LOCAL_BARRIER();
    tile[(ID >> 2) * 8 + 4 + (ID & 3)] = -ID;
    event_t e = async_work_group_copy_2D2D(out, 0, tile, 0, 4, 4, 4, 8, 4, 0);
    wait_group_events(1, &e);
}

// A group of one work-item needs no barrier.
// SILENT: alone -g 8 -l 1 buf:i32:8
kernel void alone(global int *out)
{
    local int tile[2];
    tile[0] = 1;
    tile[1] = 2;
    event_t e = async_work_group_copy(out + get_global_id(0), tile + 1, 1, 0);
    wait_group_events(1, &e);
}

// Written by a copy that was waited for, read by the work-items since.
// SILENT: passed_through -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// ONLY: clang14
kernel void passed_through(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    int odd = tile[15 - ID] & 1;
    e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
    if (odd > 1)
        out[ID] = odd;
}
