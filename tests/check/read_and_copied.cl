// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What a work-item has read and a copy has read since: both are in the way of a write.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: written -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: wait-as-barrier OpStore@write & OpLoad@read in 20..23
kernel void written(global int *in, global int *out)
{
    local int tile[16];
    int x = 0;
    if (ID == 0)
        x = in[5]; // @read
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    if (ID == 1)
        in[5] = 1; // @write
    out[ID] = x + tile[ID];
}

// SILENT: written_later -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void written_later(global int *in, global int *out)
{
    local int tile[16];
    int x = 0;
    if (ID == 0)
        x = in[5];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    GLOBAL_BARRIER();
    if (ID == 1)
        in[5] = 1;
    out[ID] = x + tile[ID];
}

// By who has read it.
// SILENT: written_by_reader -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void written_by_reader(global int *in, global int *out)
{
    local int tile[16];
    int x = in[ID];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    in[ID] = x + 1;
    out[ID] = tile[ID];
}

// Plane 1, line 1 of what was copied: 12 + 4 + 1, of a byte each.
// FAULT: copied_back -g 16 -l 16 buf:u8:64=seq buf:i32:16
// FIND: wait-as-barrier 2D2D@back & OpLoad@read in 17..17
kernel void copied_back(global uchar *in, global int *out)
{
    local uchar tile[64];
    int x = 0;
    if (ID == 9)
        x = in[17]; // @read
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 1, 4, 3, 2, 4, 12, 4, 12, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_2D2D(in, 16, tile, 0, 1, 2, 2, 2, 4, 0); // @back
    wait_group_events(1, &e);
    out[ID] = x + tile[ID];
}

// Lines beside it.
// SILENT: copied_beside -g 16 -l 16 buf:u8:64=seq buf:i32:16
kernel void copied_beside(global uchar *in, global int *out)
{
    local uchar tile[64];
    int x = 0;
    if (ID == 9)
        x = in[18];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 1, 4, 3, 2, 4, 12, 4, 12, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_2D2D(in, 16, tile, 0, 1, 2, 2, 2, 4, 0);
    wait_group_events(1, &e);
    out[ID] = x + tile[ID];
}
