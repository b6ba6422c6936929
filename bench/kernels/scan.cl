/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Running sums of each group's numbers. */
// RUN: -g 262144 -l 256 % buf:i32:262144=rand:1 buf:i32:262144 local:1024
kernel void scan(global const int *in, global int *out, local int *v)
{
    uint l = get_local_id(0), size = get_local_size(0);
    v[l] = in[get_global_id(0)];
    for (uint d = 1; d < size; d <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int add = l >= d ? v[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        v[l] += add;
    }
    out[get_global_id(0)] = v[l];
}
