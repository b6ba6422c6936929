// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two copies in flight that share bytes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O0.64
#include "async_kernel.h"

// FAULT: same_tile -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: copy-race OpGroupAsyncCopy@second & OpGroupAsyncCopy@first tile 0..63
kernel void same_tile(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0); // @first
    e = async_work_group_copy(tile, in + 16, 16, e); // @second
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// In and out of the same tile.
// FAULT: in_and_out -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: copy-race OpGroupAsyncCopy@second & 2D2D@first tile 0..63
kernel void in_and_out(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 4, 0); // @first
    e[1] = async_work_group_copy(out, tile, 16, 0); // @second
    wait_group_events(2, e);
}

// Lines 0, 1, 2, 3 of one box meet columns of the other in one element only.
// FAULT: one_element -g 16 -l 16 buf:i32:64 buf:i32:64=seq
// FIND: copy-race 2D2D@second & 2D2D@first tile 28..31
kernel void one_element(global int *out, global const int *in)
{
    local int tile[64];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 1, 8, 8, 0); // @first
    e = async_work_group_copy_2D2D(tile, 7, in, 0, 4, 1, 8, 8, 8, e); // @second
    wait_group_events(1, &e);
    out[ID] = tile[ID & 7];
}

// Two copies out overlap in global memory.
// FAULT: outwards -g 16 -l 16 buf:i32:24
// FIND: copy-race OpGroupAsyncCopy@second & OpGroupAsyncCopy@first out 32..63
kernel void outwards(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy(out, tile, 16, 0); // @first
    e[1] = async_work_group_copy(out + 8, tile, 16, 0); // @second
    wait_group_events(2, e);
}

// A pipeline with one buffer for two rounds.
// FAULT: pipeline -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:4
// FIND: copy-race 3D3D@copy & 3D3D@copy tile 0..63
kernel void pipeline(global int *out, global const int *in, int steps)
{
    local int tile[16];
    event_t e = 0;
    for (int k = 0; k < steps; k++)
        e = async_work_group_copy_3D3D(tile, 0, in, 16 * k, 4, 4, 2, 2, 4, 8, 4, 8, e); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// -- near misses ----------------------------------------------------------------

// Even and odd lines.
// SILENT: lines -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void lines(global int *out, global const int *in)
{
    local int tile[64];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 4, 8, 16, 0);
    e = async_work_group_copy_2D2D(tile, 8, in, 32, 4, 8, 4, 8, 16, e);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + tile[ID + 16] + tile[ID + 32] + tile[ID + 48];
}

// The left and the right half of each line, bytes at odd pitches.
// SILENT: halves -g 16 -l 16 buf:i8:16 buf:i8:96=seq
kernel void halves(global char *out, global const char *in)
{
    local char tile[91];
    event_t e[2];
    e[0] = async_work_group_copy_2D2D(tile, 0, in, 0, 1, 6, 7, 6, 13, 0);
    e[1] = async_work_group_copy_2D2D(tile, 6, in, 42, 1, 7, 7, 7, 13, 0);
    wait_group_events(2, e);
    out[ID] = tile[ID] + tile[ID + 16] + tile[ID + 75];
}

// Even and odd elements, out to global memory.
// SILENT: even_odd -g 16 -l 16 buf:i32:32
kernel void even_odd(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(out, tile, 16, 2, 0);
    e = async_work_group_strided_copy(out + 1, tile, 16, 2, e);
    wait_group_events(1, &e);
}

// Both read, neither writes.
// SILENT: same_source -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void same_source(global int *out, global const int *in)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    e = async_work_group_copy(b, in, 16, e);
    wait_group_events(1, &e);
    out[ID] = a[ID] + b[15 - ID];
}

// One after the other, with a wait in between; the work-items touch nothing.
// SILENT: in_turn -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// ONLY: clang14
kernel void in_turn(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
}

// Planes of two cubes interleave.
// SILENT: planes -g 16 -l 16 buf:i32:64 buf:i32:64=seq
kernel void planes(global int *out, global const int *in)
{
    local int tile[64];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 4, 2, 4, 16, 4, 32, 0);
    e = async_work_group_copy_3D3D(tile, 16, in, 32, 4, 4, 4, 2, 4, 16, 4, 32, e);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + tile[ID + 48];
}
