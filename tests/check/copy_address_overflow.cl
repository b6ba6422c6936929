// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies whose address arithmetic wraps. quarter: a fourth of the address space.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

#define QUARTER(n) ((~(size_t)0 >> 2) * (n) + (n))

// Element offset x 4 bytes is the whole address space: it wraps to 0.
// FAULT: source_offset -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1
// FIND: copy-address-overflow 2D2D@copy in
kernel void source_offset(global int *out, global const int *in, int n)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, QUARTER(n), 4, 16, 1, 16, 16, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: destination_offset -g 16 -l 16 buf:i32:16 i32:2
// FIND: copy-address-overflow 2D2D@copy out
kernel void destination_offset(global int *out, int n)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(out, QUARTER(n), tile, 0, 4, 4, 4, 4, 4, 0); // @copy
    wait_group_events(1, &e);
}

// FAULT: line_pitch -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1
// FIND: copy-address-overflow 2D2D@copy in
kernel void line_pitch(global int *out, global const int *in, int n)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 2, QUARTER(n), 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: plane_area -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1
// FIND: copy-address-overflow 3D3D@copy in
kernel void plane_area(global int *out, global const int *in, int n)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 4, QUARTER(n), 4, 8, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// A stride of -1 in elements is no step back: it wraps.
// FAULT: negative_stride -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:-1
// FIND: copy-address-overflow OpGroupAsyncCopy@copy in
// ONLY: clang14
kernel void negative_stride(global int *out, global const int *in, int n)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(tile, in + 15, 16, (size_t)n, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// -- near misses ----------------------------------------------------------------

// The pointer goes back by itself; the copy's own arithmetic does not wrap.
// SILENT: pointer_back -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:-16
kernel void pointer_back(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in + 20 + n, 12, 4, 4, 4, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// A pitch that no line uses.
// SILENT: unused_pitch -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:3
kernel void unused_pitch(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 16, 1, QUARTER(n), QUARTER(n), 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// SILENT: end_of_buffer -g 16 -l 16 buf:i32:16 buf:i32:4096=seq i32:4080
kernel void end_of_buffer(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, n, 4, 4, 4, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Elements of 16 bytes: the offset counts elements.
// SILENT: wide_elements -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:8
kernel void wide_elements(global int *out, global const int *in, int n)
{
    local int tile[32];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, n, 16, 4, 2, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + tile[ID + 16];
}
