// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Writes to bytes that a copy in flight reads or writes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// The destination of a copy.
// FAULT: destination -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy tile in 0..63
kernel void destination(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
    tile[ID] = ID; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The source of a copy: the tile is used again too early.
// FAULT: source -g 16 -l 16 buf:i32:32
// FIND: write-in-flight OpStore@write & 2D2D@copy tile in 0..63
kernel void source(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(out, 0, tile, 0, 4, 4, 4, 4, 8, 0); // @copy
    tile[ID] = -ID; // @write
    wait_group_events(1, &e);
}

// FAULT: global_source -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:11
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy in 176..179
kernel void global_source(global int *out, global int *in, int who)
{
    local int tile[16];
    event_t e = async_work_group_strided_copy(tile, in, 16, 4, 0); // @copy
    if (ID == who)
        in[4 * who] = 5; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// An atomic writes, too.
// FAULT: atomic -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: write-in-flight OpAtomicIIncrement|OpAtomicIAdd|OpFunctionCall@write & OpGroupAsyncCopy@copy tile 20..23
kernel void atomic(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
    atomic_inc(&tile[5]); // @write
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[ID] = tile[ID];
}

// In the copy's last plane, last line.
// FAULT: last_line -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:9
// FIND: write-in-flight OpStore@write & 3D3D@copy tile 124..127
kernel void last_line(global int *out, global const int *in, int who)
{
    local int tile[40];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, 16, 8, 20, 0); // @copy
    if (ID == who)
        tile[31] = 1; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID & 3];
}

// -- near misses ----------------------------------------------------------------

// The gaps between the lines.
// SILENT: gap -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void gap(global int *out, global const int *in)
{
    local int tile[32];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 8, 0);
    tile[(ID >> 2) * 8 + 4 + (ID & 3)] = ID;
    wait_group_events(1, &e);
    out[ID] = tile[(ID >> 2) * 8 + (ID & 3)] + tile[(ID >> 2) * 8 + 4 + (ID & 3)];
}

// The gap between the planes.
// SILENT: plane_gap -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void plane_gap(global int *out, global const int *in)
{
    local int tile[40];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, 16, 4, 24, 0);
    tile[8 + ID] = ID;
    wait_group_events(1, &e);
    out[ID] = tile[ID & 7] + tile[8 + ID] + tile[24 + (ID & 7)];
}

// After the wait.
// SILENT: after -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void after(global int *out, global int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    tile[ID] *= 2;
    in[ID] = tile[ID];
    out[ID] = tile[ID];
}

// The pipeline: work goes into one half while the other leaves.
// SILENT: pipeline -g 16 -l 16 buf:i32:64
kernel void pipeline(global int *out)
{
    local int line[2][16];
    event_t e[2];
    for (int k = 0; k < 4; k++) {
        if (k >= 2)
            wait_group_events(1, e + (k & 1));
        LOCAL_BARRIER();
        line[k & 1][ID] = k * 100 + ID;
        LOCAL_BARRIER();
        e[k & 1] = async_work_group_copy(out + 16 * k, line[k & 1], 16, 0);
    }
    wait_group_events(2, e);
}

// Between the elements of a strided copy, in its source.
// SILENT: between -g 16 -l 16 buf:i32:16 buf:i32:32=seq
kernel void between(global int *out, global int *in)
{
    local int tile[16];
    event_t e = async_work_group_strided_copy(tile, in, 16, 2, 0);
    in[2 * ID + 1] = 0;
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}
