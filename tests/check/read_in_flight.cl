// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Reads of bytes that a copy in flight writes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: early -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy tile in 0..63
kernel void early(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
    out[ID] = tile[ID]; // @read
    wait_group_events(1, &e);
}

// Only work-item 3 reads, and one element only.
// FAULT: one_reader -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:3
// FIND: read-in-flight OpLoad@read & 2D2D@copy tile 36..39
kernel void one_reader(global int *out, global const int *in, int who)
{
    local int tile[32];
    tile[ID] = tile[ID + 16] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 8, 0); // @copy
    if (ID == who)
        out[ID] = tile[who * 3]; // @read
    wait_group_events(1, &e);
}

// The wrong one of two events is waited for first.
// FAULT: wrong_event -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy b in 0..63
kernel void wrong_event(global int *out, global const int *in)
{
    local int a[16], b[16];
    a[ID] = b[ID] = 0;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in + 16, 16, 0); // @copy
    wait_group_events(1, e);
    out[ID] = b[ID]; // @read
    wait_group_events(1, e + 1);
}

// What goes out to global memory is read back before it is there.
// FAULT: read_back -g 16 -l 16 buf:i32:16 buf:i32:64
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy there in 0..255
kernel void read_back(global int *out, global int *there)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(there, tile, 16, 4, 0); // @copy
    out[ID] = there[4 * ID]; // @read
    wait_group_events(1, &e);
}

static int third(local const int *p) // The read is in a function.
{
    return p[2]; // @third
}
// FAULT: in_function -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: read-in-flight OpLoad@third & 3D3D@copy tile 24..27
kernel void in_function(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, 16, 4, 8, 0); // @copy
    out[ID] = third(tile + 4);
    wait_group_events(1, &e);
}

// -- near misses ----------------------------------------------------------------

// Reads in the gaps between the lines.
// SILENT: gap -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void gap(global int *out, global const int *in)
{
    local int tile[32];
    tile[ID] = tile[ID + 16] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 8, 0);
    out[ID] = tile[(ID >> 2) * 8 + 4 + (ID & 3)];
    wait_group_events(1, &e);
}

// The source may be read.
// SILENT: source -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void source(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    int x = in[ID];
    wait_group_events(1, &e);
    out[ID] = tile[ID] + x;
}

// The other half of a double buffer.
// SILENT: double_buffer -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void double_buffer(global int *out, global const int *in)
{
    local int line[2][16];
    event_t e[2];
    int sum = 0;
    e[0] = async_work_group_copy(line[0], in, 16, 0);
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            e[(k + 1) & 1] = async_work_group_copy(line[(k + 1) & 1], in + 16 * (k + 1), 16, 0);
        wait_group_events(1, e + (k & 1));
        sum += line[k & 1][15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = sum;
}

// Between the elements of a strided copy.
// SILENT: between -g 16 -l 16 buf:i32:16 buf:i32:32=seq
kernel void between(global int *out, global int *there)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(there, tile, 16, 2, 0);
    out[ID] = there[2 * ID + 1];
    wait_group_events(1, &e);
}

// The byte behind the copy's last.
// SILENT: behind -g 16 -l 16 buf:i32:16 buf:i8:16=seq
// ONLY: clang14
kernel void behind(global int *out, global const char *in)
{
    local char tile[16];
    if (ID == 13)
        tile[13] = 99;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 13, 0);
    out[ID] = tile[13];
    wait_group_events(1, &e);
}
