// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-group reductions of integers.
// RUN: -g 48 -l 16 --dump 0 % buf:i32:240 buf:i32:48=rand:130
kernel void reduce(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i] >> 8;
    out[5 * i] = work_group_reduce_add(x);
    out[5 * i + 1] = work_group_reduce_min(x);
    out[5 * i + 2] = work_group_reduce_max(x);
    out[5 * i + 3] = work_group_reduce_max((uint)x >> 1);
    out[5 * i + 4] = (int)(work_group_reduce_add((long)x << 20) >> 24);
}
