// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels that take a wait for a barrier.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: write_read -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: wait-as-barrier OpLoad@read & OpStore@write mine in 0..63
kernel void write_read(global int *out, global const int *in)
{
    local int tile[16], mine[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    mine[ID] = ID; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID] + mine[15 - ID]; // @read
}

// Work-item 1 reads, work-item 7 writes behind the wait.
// FAULT: read_then_write -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:10
// FIND: wait-as-barrier OpStore@write & OpLoad@read mine 40..43
kernel void read_then_write(global int *out, global const int *in, int at)
{
    local int tile[16], mine[16];
    mine[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 4, 0);
    int x = 0;
    if (ID == 1)
        x = mine[at]; // @read
    wait_group_events(1, &e);
    if (ID == 7)
        mine[at] = 3; // @write
    out[ID] = tile[ID] + x;
}

// Global memory.
// FAULT: global_memory -g 16 -l 16 buf:i32:16 buf:i32:16=seq buf:i32:16
// FIND: wait-as-barrier OpLoad@read & OpStore@write there in 0..63
kernel void global_memory(global int *out, global const int *in, global int *there)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 4, 8, 4, 8, 0);
    there[ID] = 1; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID] + there[ID ^ 1]; // @read
}

// -- near misses ----------------------------------------------------------------

// The same kernel where a wait is said to be a barrier.
// SILENT: accepted --wait=barrier -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void accepted(global int *out, global const int *in)
{
    local int tile[16], mine[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    mine[ID] = ID;
    wait_group_events(1, &e);
    out[ID] = tile[ID] + mine[15 - ID];
}

// With a barrier as well.
// SILENT: with_barrier -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void with_barrier(global int *out, global const int *in)
{
    local int tile[16], mine[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    mine[ID] = ID;
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[ID] = tile[ID] + mine[15 - ID];
}

// Each work-item reads what it wrote itself, and what the copy brought.
// SILENT: own -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void own(global int *out, global const int *in)
{
    local int tile[16], mine[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    mine[ID] = ID;
    wait_group_events(1, &e);
    out[ID] = tile[15 - ID] + mine[ID];
}

// Reads on both sides of the wait.
// SILENT: reads -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void reads(global int *out, global const int *in)
{
    local int tile[16];
    int x = in[15 - ID];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + x + in[ID];
}

// A barrier before the copy.
// SILENT: barrier_before -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void barrier_before(global int *out, global const int *in)
{
    local int tile[16], mine[16];
    mine[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + mine[15 - ID];
}
