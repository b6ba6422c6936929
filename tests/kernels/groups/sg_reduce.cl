// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sub-group reductions, scans and broadcasts.
// RUN: --sub-group-size 8 -g 48 -l 24 --dump 0 % buf:i32:336 buf:i32:48=rand:132
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void reduce(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i] >> 10;
    global int *o = out + 7 * i;
    o[0] = sub_group_reduce_add(x);
    o[1] = sub_group_reduce_min(x);
    o[2] = sub_group_scan_inclusive_add(x);
    o[3] = sub_group_scan_exclusive_max(x);
    o[4] = sub_group_broadcast(x, 3);
    o[5] = sub_group_all(x > -2000000) + 2 * sub_group_any(x > 1900000);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    o[6] = (int)sub_group_reduce_add((float)(x & 1023));
}
