// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items of a group that pass different operands.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// The tutorial's mistake: each work-item asks for its own element.
// FAULT: own_element -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: non-uniform-operand OpGroupAsyncCopy@copy
kernel void own_element(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(&tile[ID], &in[ID], 1, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: count -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: non-uniform-operand OpGroupAsyncCopy@copy operand=Num_Elements: item (5,0,0) of group (0,0,0) passes 31, 0x1f, item (0,0,0) 32, 0x20, 1 item of 1 group
kernel void count(global int *out, global const int *in)
{
    local int tile[32];
    tile[ID] = tile[ID + 16] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, ID == 5 ? 31 : 32, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID] + tile[ID + 16];
}

// FAULT: offset -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: non-uniform-operand 2D2D@copy operand=Source_Offset: item (1,0,0) of group (0,0,0) passes 1, 0x1, item (0,0,0) 0, 0x0, 15 items of 1 group
kernel void offset(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, ID, 4, 4, 4, 8, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The last work-item alone, by a value from memory.
// FAULT: pitch -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: non-uniform-operand 2D2D@copy operand=Source_Line_Length: item (15,0,0) of group (0,0,0) passes 9, 0x9, item (0,0,0) 8, 0x8, 1 item of 1 group
kernel void pitch(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    size_t length = in[ID] == 15 ? 9 : 8;
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, length, 4, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: destination -g 16 -l 16 buf:i32:32
// FIND: non-uniform-operand 3D3D@copy operand=Destination
kernel void destination(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(out + (ID / 8) * 16, 0, tile, 0, 4, 4, 2, 2, 4, 8, 4, 8, 0); // @copy
    wait_group_events(1, &e);
}

// The work-items wait for different numbers of events.
// FAULT: wait_count -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: non-uniform-operand OpGroupWaitEvents@wait operand=Num_Events
kernel void wait_count(global int *out, global const int *in)
{
    local int a[16], b[16];
    a[ID] = b[ID] = 0;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(ID < 8 ? 2 : 1, e); // @wait
    out[ID] = ID;
}

// The first work-item waits for fewer than others: that the rest is not waited for by all
// is the same defect.
// FAULT: fewer_first -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: non-uniform-operand OpGroupWaitEvents@wait operand=Num_Events
kernel void fewer_first(global int *out, global const int *in)
{
    local int a[16], b[16];
    a[ID] = b[ID] = 0;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(1 + ID % 2, e); // @wait
    out[ID] = ID;
}

// -- near misses ----------------------------------------------------------------

// The same values, each computed from the work-item's id.
// SILENT: equal_values -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void equal_values(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, (ID >> 4) * 3, 4, 4, 4 + ID / 16, 8, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The groups differ from each other, the work-items of a group do not.
// SILENT: by_group -g 64 -l 16 buf:i32:64 buf:i32:64=seq
kernel void by_group(global int *out, global const int *in)
{
    local int tile[16];
    size_t group = get_group_id(0);
    if (group % 2 == 0)
        tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in + group * 16, group % 2 ? 16 : 8, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[ID];
}

// Loaded by each work-item, and the same.
// SILENT: loaded -g 16 -l 16 buf:i32:16 buf:i32:32=16
kernel void loaded(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in + in[ID], in[ID + 16], 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Different pointers to the events, which are the same.
// SILENT: private_lists -g 16 -l 16 buf:i32:16 buf:i32:32=seq
kernel void private_lists(global int *out, global const int *in)
{
    local int tile[16];
    event_t e[2];
    e[0] = async_work_group_copy(tile, in, 16, 0);
    e[1] = e[0];
    wait_group_events(1, e + (ID & 1));
    out[ID] = tile[ID];
}

// SILENT: alone -g 4 -l 1 buf:i32:4 buf:i32:4=seq
kernel void alone(global int *out, global const int *in)
{
    local int tile[4];
    size_t i = get_global_id(0);
    event_t e = async_work_group_copy(tile + i, in + i, 1, 0);
    wait_group_events(1, &e);
    out[i] = tile[i];
}
