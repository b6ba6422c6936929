// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Local arrays that nothing but copies use: clang-22 declares one element of them.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
// BINARY: clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// SILENT: through -g 16 -l 16 buf:i32:64=seq buf:i32:64
kernel void through(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy(t, in, 64, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out, t, 64, 0);
    wait_group_events(1, &e);
}

// SILENT: counted -g 16 -l 16 buf:u8:64=seq buf:u8:64 i32:48
kernel void counted(global const uchar *in, global uchar *out, int n)
{
    local uchar t[64];
    event_t e = async_work_group_copy(t, in, n, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out, t, n, 0);
    wait_group_events(1, &e);
}

// SILENT: two -g 16 -l 16 buf:i32:128=seq buf:i32:128
kernel void two(global const int *in, global int *out)
{
    local int t[64], u[64];
    event_t e = async_work_group_copy(t, in, 64, 0);
    e = async_work_group_copy(u, in + 64, 64, e);
    wait_group_events(1, &e);
    for (int k = 0; k < 2; k++) {
        e = async_work_group_copy(out + k * 64, k ? t : u, 64, 0);
        wait_group_events(1, &e);
    }
}

// SILENT: strided -g 16 -l 16 buf:f32:64=seq buf:f32:64
kernel void strided(global const float4 *in, global float4 *out)
{
    local float4 t[8];
    event_t e = async_work_group_strided_copy(t, in, 8, 2, 0);
    wait_group_events(1, &e);
    e = async_work_group_strided_copy(out, t, 8, 2, 0);
    wait_group_events(1, &e);
}

// SILENT: image -g 16 -l 16 buf:i32:64=seq buf:i32:64
kernel void image(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 6, 2, 8, 10, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_2D2D(out, 0, t, 0, 4, 6, 2, 10, 8, 0);
    wait_group_events(1, &e);
}

// What is at fault elsewhere is found: the source has 60 elements,
// FAULT: short_source -g 16 -l 16 buf:i32:60=seq buf:i32:64
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy in 240..255
kernel void short_source(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy(t, in, 64, 0); // @copy
    wait_group_events(1, &e);
    e = async_work_group_copy(out, t, 64, 0);
    wait_group_events(1, &e);
}

// and nothing has waited for the first copy.
// FAULT: hasty -g 16 -l 16 buf:i32:64=seq buf:i32:64
// FIND: copy-race OpGroupAsyncCopy@second & OpGroupAsyncCopy@first t 0..255
kernel void hasty(global const int *in, global int *out)
{
    local int t[64];
    event_t e[2];
    e[0] = async_work_group_copy(t, in, 64, 0); // @first
    e[1] = async_work_group_copy(out, t, 64, 0); // @second
    wait_group_events(2, e);
}
