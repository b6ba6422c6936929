// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Strided copies whose stride is 0.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: gather -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:0
// FIND: zero-stride OpGroupAsyncCopy@copy operand=Stride
kernel void gather(global int *out, global const int *in, int stride)
{
    local int tile[16];
    event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: scatter -g 16 -l 16 buf:i32:16 i32:0
// FIND: zero-stride OpGroupAsyncCopy@copy operand=Stride
kernel void scatter(global int *out, int stride)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(out, tile, 16, stride, 0); // @copy
    wait_group_events(1, &e);
}

// Only the second group's stride is 0.
// FAULT: by_group -g 32 -l 16 buf:i32:32 buf:i32:64=seq
// FIND: zero-stride OpGroupAsyncCopy@copy operand=Stride
kernel void by_group(global int *out, global const int *in)
{
    local float4 tile[4];
    event_t e = async_work_group_strided_copy(tile, (global const float4 *)in, 4, 1 - get_group_id(0), 0); // @copy
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[ID & 3].x;
}

// -- near misses ----------------------------------------------------------------

// SILENT: one -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1
kernel void one(global int *out, global const int *in, int stride)
{
    local int tile[16];
    event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// SILENT: scatter_wide -g 16 -l 16 buf:i32:64 i32:4
kernel void scatter_wide(global int *out, int stride)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(out, tile, 16, stride, 0);
    wait_group_events(1, &e);
}

// Not executed.
// SILENT: skipped -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:0
kernel void skipped(global int *out, global const int *in, int stride)
{
    local int tile[16];
    tile[ID] = 1;
    LOCAL_BARRIER();
    if (stride != 0) {
        event_t e = async_work_group_strided_copy(tile, in, 16, stride, 0);
        wait_group_events(1, &e);
    }
    out[ID] = tile[ID];
}

// SILENT: plain -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:16
kernel void plain(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}
