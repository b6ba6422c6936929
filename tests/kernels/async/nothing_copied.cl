// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Counts of zero copy nothing and give an event all the same.
// RUN: -g 16 -l 16 --dump 0 % buf:i32:16=9 buf:i32:16=seq u32:0
#include "extended_async.h"
kernel void nothing(global int *out, global const int *in, uint n)
{
    local int a[16];
    size_t i = get_local_id(0);
    a[i] = i + 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e[3];
    e[0] = async_work_group_copy(a, in, n, 0);
    e[1] = async_work_group_copy_2D2D(a, 0, in, 0, 4, 4, n, 4, 4, 0);
    e[2] = async_work_group_copy_3D3D(a, 0, in, 0, 4, 4, 2, n, 4, 8, 4, 8, 0);
    wait_group_events(3, e);
    out[i] = a[i];
}
