// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies that leave the buffer in which they start.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: core_source -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:20
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy in 64..79: group (0,0,0), bytes 64 to 79 of argument 1, of 64 bytes, 1 group
kernel void core_source(global int *out, global const int *in, int n)
{
    local int tile[32];
    tile[ID] = tile[ID + 16] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, n, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: core_destination -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:17
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy tile 64..67: group (0,0,0), bytes 64 to 67, of 64 bytes, 1 group
kernel void core_destination(global int *out, global const int *in, int n)
{
    local int tile[16], beside[16];
    beside[ID] = 7;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, n, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID] + beside[ID];
}

// FAULT: local_argument -g 16 -l 16 buf:i32:16 buf:i32:32=seq local:60
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy tile 60..63: group (0,0,0), bytes 60 to 63 of argument 2, of 60 bytes, 1 group
kernel void local_argument(global int *out, global const int *in,
                           local int *tile)
{
    event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = ID < 15 ? tile[ID] : 0;
}

// Element 15 stands at 15 x 4: one behind the 60 of the buffer.
// FAULT: strided_source -g 16 -l 16 buf:i32:16 buf:i32:60=seq i32:4
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy in 240..243
kernel void strided_source(global int *out, global const int *in, int stride)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: to_outside -g 32 -l 16 buf:i32:31
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy out 124..127: group (1,0,0), bytes 124 to 127 of argument 0, of 124 bytes, 1 group
kernel void to_outside(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0); // @copy
    wait_group_events(1, &e);
}

// A row length where the pitch belongs: line 3 begins at 3 x 20.
// FAULT: lines_2d -g 16 -l 16 buf:i32:16 buf:i32:62=seq i32:20
// FIND: copy-out-of-bounds 2D2D@copy in 248..255: group (0,0,0), bytes 248 to 255 of argument 1, plane 0, line 3, element 2, of 248 bytes, 1 group
kernel void lines_2d(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, pitch, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Bytes meant as elements: 16 lines of 16 in place of 4.
// FAULT: bytes_2d -g 16 -l 16 buf:i32:64 i32:16
// FIND: copy-out-of-bounds 2D2D@copy tile 64..127: group (0,0,0), bytes 64 to 127, plane 0, line 1, element 0, of 64 bytes, 1 group
kernel void bytes_2d(global int *out, int width)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(out, 0, tile, 0, 4, width, 2, 16, 16, 0); // @copy
    wait_group_events(1, &e);
}

// FAULT: planes_3d -g 16 -l 16 buf:i32:16 buf:i32:70=seq i32:68
// FIND: copy-out-of-bounds 3D3D@copy in 280..287: group (0,0,0), bytes 280 to 287 of argument 1, plane 1, line 0, element 2, of 280 bytes, 1 group
kernel void planes_3d(global int *out, global const int *in, int area)
{
    local int tile[8];
    if (ID < 8)
        tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 1, 2, 32, area, 4, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID & 7];
}

// -- near misses ----------------------------------------------------------------

// SILENT: exact -g 16 -l 16 buf:i32:16 buf:i32:16=seq local:64
kernel void exact(global int *out, global const int *in, local int *tile)
{
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The last element ends where the buffer does.
// SILENT: strided_exact -g 16 -l 16 buf:i32:16 buf:i32:61=seq i32:4
kernel void strided_exact(global int *out, global const int *in, int stride)
{
    local int tile[16];
    event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The last line is shorter than the pitch, and so is the buffer.
// SILENT: last_line -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:20
kernel void last_line(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, pitch, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// SILENT: last_plane -g 16 -l 16 buf:i32:16 buf:i32:56=seq i32:40
kernel void last_plane(global int *out, global const int *in, int area)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 12, area, 4, 8, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// SILENT: nothing_at_end -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:0
kernel void nothing_at_end(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in + 16, n, 0);
    wait_group_events(1, &e);
    out[ID] = ID;
}

// SILENT: one_line -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1000000
kernel void one_line(global int *out, global const int *in, int pitch)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 16, 1, pitch, pitch, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}
