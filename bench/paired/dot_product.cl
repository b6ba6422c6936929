// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Parts of an inner product, each group's added up in local memory.
// RUN: -g 131072 -l 128 % buf:f32:1048576=rand:5 buf:f32:1048576=rand:6 buf:f32:1024 u32:8
// TOLERANCE: 1e-5
kernel void dot_product(global const float *x, global const float *y,
                        global float *out, uint per_item)
{
    local float part[128];
    uint l = get_local_id(0), step = get_global_size(0);
    float sum = 0;
    for (uint k = 0, i = get_global_id(0); k < per_item; k++, i += step)
        sum += x[i] * y[i];
    part[l] = sum;
    for (uint half_size = get_local_size(0) / 2; half_size > 0;
         half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < half_size)
            part[l] += part[l + half_size];
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}
