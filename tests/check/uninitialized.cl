// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Values of memory that nothing wrote.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// A local array of which half was written goes out.
// FAULT: half_written -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@write out in 32..63
kernel void half_written(global int *out)
{
    local int a[16];
    if (ID < 8)
        a[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = a[ID]; // @write
}

// A part of a vector is missing, and something is computed from all of it.
// FAULT: missing_part -g 1 -l 1 buf:f32:4
// FIND: uninitialized OpStore@part out 4..7
kernel void missing_part(global float4 *out)
{
    float4 f;
    f.xzw = 4.2f;
    out[0] = sin(f); // @part
}

// It decides a branch.
// FAULT: branch -g 16 -l 16 buf:i32:16 i32:7
// FIND: uninitialized * flag 0..3
// ONLY: O0
kernel void branch(global int *out, int n)
{
    local int flag;
    if (ID == 100)
        flag = n;
    LOCAL_BARRIER();
    int x = 3;
    if (flag > 0)
        x = ID;
    out[ID] = x;
}

// It is an index.
// FAULT: address -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: uninitialized * at 20..23
kernel void address(global int *out, global const int *in)
{
    local int at[16];
    if (ID != 5)
        at[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = in[at[ID] & 15];
}

// It is a copy's length.
// FAULT: copy_length -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:4
// FIND: uninitialized * n 0..3
kernel void copy_length(global int *out, global const int *in, int length)
{
    local int n[1], tile[16];
    tile[ID] = 0;
    if (ID == 99)
        n[0] = length;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, n[0] & 15, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The copy brought 4 elements a line; the work-items read 5.
// FAULT: behind_copy -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: uninitialized OpStore@write out 16..19
kernel void behind_copy(global int *out, global const int *in)
{
    local int tile[32];
    event_t e = async_work_group_copy(tile, in, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID < 5 ? ID : 0]; // @write
}

// Local memory that was not filled is copied out.
// FAULT: copied_out -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpGroupAsyncCopy@copy tile in 40..63
kernel void copied_out(global int *out)
{
    local int tile[16];
    if (ID < 10)
        tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, tile, 16, 0); // @copy
    wait_group_events(1, &e);
}

// -- near misses ----------------------------------------------------------------

// SILENT: written -g 16 -l 16 buf:i32:16
kernel void written(global int *out)
{
    local int a[16];
    a[15 - ID] = ID;
    LOCAL_BARRIER();
    out[ID] = a[ID];
}

// Loaded and thrown away.
// SILENT: unused_value -g 16 -l 16 buf:i32:16
kernel void unused_value(global int *out)
{
    volatile local int a[16];
    int x = a[ID];
    out[ID] = ID;
    if (ID < 8)
        a[ID] = 1;
}

// Moved about in local memory, but the part that was written is what comes out.
// SILENT: moved -g 16 -l 16 buf:i32:16
kernel void moved(global int *out)
{
    local int a[32], b[32];
    a[ID] = ID;
    LOCAL_BARRIER();
    b[ID] = a[ID];
    b[ID + 16] = a[ID + 16];
    LOCAL_BARRIER();
    out[ID] = b[15 - ID];
}

// A copy brought the bytes.
// SILENT: by_copy -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void by_copy(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 4, 0);
    wait_group_events(1, &e);
    if (tile[ID] > 3)
        out[ID] = in[tile[ID]];
}

// The padding of a structure.
struct padded {
    char tag;
    int value;
};
// SILENT: padding -g 16 -l 16 buf:i32:16
kernel void padding(global int *out)
{
    struct padded p;
    local struct padded a[16];
    p.tag = 1;
    p.value = ID;
    a[ID] = p;
    LOCAL_BARRIER();
    out[ID] = a[15 - ID].value + a[ID].tag;
}

// Lines with gaps: neither the copies nor the work-items touch the gaps.
// SILENT: gaps -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void gaps(global int *out, global const int *in)
{
    local int tile[32];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 8, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_2D2D(out, 0, tile, 0, 4, 4, 4, 8, 4, 0);
    wait_group_events(1, &e);
}

// SILENT: host_wrote -g 16 -l 16 buf:i32:16 buf:i32:16=5
kernel void host_wrote(global int *out, global const int *in)
{
    if (in[ID] == 5)
        out[ID] = in[in[ID]];
}
