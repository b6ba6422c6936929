/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sums: each group adds up its part in a tree. */
// RUN: -g 131072 -l 256 % buf:f32:1048576=rand:1 buf:f32:512 u32:1048576 local:1024
// TOLERANCE: 1e-5
kernel void reduce(global const float *in, global float *out, uint n,
                   local float *part)
{
    uint l = get_local_id(0), size = get_local_size(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = size / 2; s > 0; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}
