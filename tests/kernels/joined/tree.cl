// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Trees of sums in groups of two dimensions; the first work-item writes.
// RUN: -g 64,64 -l 16,4 --dump 0 % buf:i32:64 buf:i32:4096=rand:303
// RUN: -g 128,32 -l 8,8 --dump 0 % buf:i32:64 buf:i32:4096=rand:304
kernel void tree(global int *out, global const int *in)
{
    local int part[64], total[2];
    uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);
    part[l] = in[get_global_id(1) * get_global_size(0) + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 32; s > 0; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        total[0] = part[0] ^ (int)get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 63)
        out[get_group_id(1) * get_num_groups(0) + get_group_id(0)]
            = total[l >> 6] + (int)(get_group_id(1) << 20);
}
