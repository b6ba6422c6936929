// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups of 1024, prefix sums by doubling.
// RUN: -g 2048 -l 1024 --dump 0 % buf:i32:2048 buf:i32:2048=1
kernel void scan(global int *out, global const int *in)
{
    local int a[1024];
    size_t i = get_local_id(0);
    a[i] = in[get_global_id(0)];
    for (int step = 1; step < 1024; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int v = i >= step ? a[i - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[i] += v;
    }
    out[get_global_id(0)] = a[i] + (int)get_group_id(0) * 10000;
}
