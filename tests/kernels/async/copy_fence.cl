// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// async_work_group_copy_fence() lets a copy read what the one before it brings, and write
// what that reads, without a wait between them. (clang-14's translator stops at it.)
// SETS: clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -g 64 -l 16 --dump 0 --dump 1 % buf:i32:64 buf:i32:64 buf:i32:64=rand:7
// RUN: --async=late -g 64 -l 16 --dump 0 --dump 1 % buf:i32:64 buf:i32:64 buf:i32:64=rand:7
// RUN: --async=random:5 -g 64 -l 16 --dump 0 --dump 1 % buf:i32:64 buf:i32:64 buf:i32:64=rand:7
#ifdef REFERENCE
#define async_work_group_copy_fence(flags)                                     \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
__attribute__((overloadable)) void
async_work_group_copy_fence(cl_mem_fence_flags flags);
#endif

kernel void copy_fence(global int *out, global int *there, global const int *in)
{
    local int tile[24];
    uint group = get_group_id(0), n = get_local_size(0);
    event_t event = async_work_group_copy(tile, in + group * n, 16, 0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(there + group * n, tile, 16, event);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    event = async_work_group_copy(tile + 4, there + group * n, 16, event);
    wait_group_events(1, &event);
    out[get_global_id(0)] = tile[get_local_id(0)];
}
