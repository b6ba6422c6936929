// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Fences among copies: the copies behind one may use what those before it do, in the
// memory that it is for. Work-items may not.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang22.O2.64 clang22.O2.32
#include "async_kernel.h"

__attribute__((overloadable)) void
async_work_group_copy_fence(cl_mem_fence_flags flags);

// SILENT: through -g 32 -l 16 buf:i32:32 buf:i32:32=seq
kernel void through(global int *out, global const int *in)
{
    local int tile[16];
    uint first = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + first, 16, 0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + first, tile, 16, e);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    e = async_work_group_copy(tile, out + first + 8, 8, e);
    wait_group_events(1, &e);
}

// The fence is for the other memory.
// FAULT: other_memory -g 32 -l 16 buf:i32:32 buf:i32:32=seq
// FIND: copy-race OpGroupAsyncCopy@from & OpGroupAsyncCopy@to tile 0..63
kernel void other_memory(global int *out, global const int *in)
{
    local int tile[16];
    uint first = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + first, 16, 0); // @to
    async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);
    e = async_work_group_copy(out + first, tile, 16, e); // @from
    wait_group_events(1, &e);
}

// It is no wait.
// FAULT: no_wait -g 32 -l 16 buf:i32:32 buf:i32:32=seq
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy tile 0..3
kernel void no_wait(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0); // @copy
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[get_local_id(0)]; // @read
    wait_group_events(1, &e);
}
