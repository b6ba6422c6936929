// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Line lengths smaller than a line.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: source_line -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:3
// FIND: line-overlap 2D2D@copy operand=Source_Line_Length
kernel void source_line(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, pitch, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: destination_line -g 16 -l 16 buf:i32:64 i32:2
// FIND: line-overlap 2D2D@copy operand=Destination_Line_Length
kernel void destination_line(global int *out, int pitch)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(out, 0, tile, 0, 4, 4, 4, 4, pitch, 0); // @copy
    wait_group_events(1, &e);
}

// Lengths in bytes and elements mixed up: 16 elements in lines of 4.
// FAULT: published -g 16 -l 16 buf:i32:64 buf:i32:64=seq i32:16
// FIND: line-overlap 2D2D@copy operand=Source_Line_Length
kernel void published(global int *out, global const int *in, int bytes)
{
    local int tile[64];
    tile[ID] = tile[ID + 16] = tile[ID + 32] = tile[ID + 48] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, bytes, 2, bytes / 4, bytes, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: zero_pitch -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:0
// FIND: line-overlap 3D3D@copy operand=Source_Line_Length
kernel void zero_pitch(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, pitch, 16, 4, 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Even one line: the specification makes no exception.
// FAULT: one_line -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:15
// FIND: line-overlap 2D2D@copy operand=Source_Line_Length
kernel void one_line(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 16, 1, pitch, 16, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// -- near misses ----------------------------------------------------------------

// SILENT: touching -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:4
kernel void touching(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, pitch, pitch, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// A column: lines of one element.
// SILENT: column -g 16 -l 16 buf:i32:16 buf:i32:256=seq i32:1
kernel void column(global int *out, global const int *in, int one)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 3, 4, 1, 16, 16, one, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Two copies whose lines interleave; each copy's own lines lie apart.
// SILENT: interleaved -g 16 -l 16 buf:i32:32 buf:i32:32=seq i32:8
kernel void interleaved(global int *out, global const int *in, int pitch)
{
    local int tile[32];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, pitch, 0);
    e = async_work_group_copy_2D2D(tile, 4, in, 16, 4, 4, 4, 4, pitch, e);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
    out[ID + 16] = tile[ID + 16];
}

// Nothing is copied, so nothing overlaps.
// SILENT: empty -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:0
kernel void empty(global int *out, global const int *in, int lines)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, lines, 2, 2, 0);
    wait_group_events(1, &e);
    out[ID] = ID;
}
