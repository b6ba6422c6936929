// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Plane areas smaller than the lines of a plane.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: source_plane -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:15
// FIND: plane-overlap 3D3D@copy operand=Source_Plane_Area: group (0,0,0), 15 less than 2 x 8, 1 group
kernel void source_plane(global int *out, global const int *in, int area)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, area, 4, 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: destination_plane -g 16 -l 16 buf:i32:64 i32:7
// FIND: plane-overlap 3D3D@copy operand=Destination_Plane_Area: group (0,0,0), 7 less than 2 x 4, 1 group
kernel void destination_plane(global int *out, int area)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(out, 0, tile, 0, 4, 4, 2, 2, 4, 8, 4, area, 0); // @copy
    wait_group_events(1, &e);
}

// The pitch handed over as the area.
// FAULT: pitch_for_area -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:8
// FIND: plane-overlap 3D3D@copy operand=Source_Plane_Area: group (0,0,0), 8 less than 2 x 8, 1 group
kernel void pitch_for_area(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, pitch, pitch, 4, 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// No byte is touched twice, but the specification asks for whole lines: 3 x 10.
// FAULT: last_line_short -g 16 -l 16 buf:i32:24 buf:i32:64=seq i32:28
// FIND: plane-overlap 3D3D@copy operand=Source_Plane_Area: group (0,0,0), 28 less than 3 x 10, 1 group
kernel void last_line_short(global int *out, global const int *in, int area)
{
    local int tile[24];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 3, 2, 10, area, 4, 12, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// -- near misses ----------------------------------------------------------------

// SILENT: touching -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:16
kernel void touching(global int *out, global const int *in, int area)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, area, 4, 8, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// SILENT: apart -g 16 -l 16 buf:i32:64 i32:24
kernel void apart(global int *out, int area)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(out, 0, tile, 0, 4, 4, 2, 2, 4, 8, 6, area, 0);
    wait_group_events(1, &e);
}

// Nothing is copied.
// SILENT: empty -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:0
kernel void empty(global int *out, global const int *in, int planes)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, planes, 8, 4, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = ID;
}

// Planes of two copies interleave and share no byte.
// SILENT: interleaved -g 16 -l 16 buf:i32:32 buf:i32:32=seq i32:16
kernel void interleaved(global int *out, global const int *in, int area)
{
    local int tile[32];
    event_t e[2];
    e[0] = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 4, 8, 4, area, 0);
    e[1] = async_work_group_copy_3D3D(tile, 8, in, 16, 4, 4, 2, 2, 4, 8, 4, area, 0);
    wait_group_events(2, e);
    out[ID] = tile[ID];
    out[ID + 16] = tile[ID + 16];
}
