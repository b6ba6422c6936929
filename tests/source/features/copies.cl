// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The extended async copies in both directions, with a fence between.
// STD: CL1.2 CL2.0 CL3.0
// RUN: -g 16 -l 16 --dump 0 --dump 1 % buf:i32:16 buf:i32:16 buf:i32:32=seq
// OUT: arg0 i32[16]: 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
// OUT: arg1 i32[16]: 0 1 8 9 16 17 24 25 0 0 0 0 0 0 0 0
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#if !defined(cl_khr_extended_async_copies) || !defined(cl_khr_async_work_group_copy_fence)
#error "the device has both"
#endif
kernel void copies(global int *out, global int *corners, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, sizeof(int), 4, 4, 8,
                                           4, 0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(out, 0, tile, 0, sizeof(int), 4, 4, 4, 4, e);
    e = async_work_group_copy_3D3D(corners, 0, tile, 0, sizeof(int), 2, 2, 2, 4,
                                   8, 2, 4, e);
    wait_group_events(1, &e);
}
