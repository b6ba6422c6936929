// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// How often each digit of 4 bits occurs in each group's keys.
// RUN: -g 65536 -l 128 % buf:u32:524288=rand:12 buf:u32:8192 u32:8 u32:8
kernel void radix_count(global const uint *key, global uint *count, uint shift,
                        uint per_item)
{
    local uint bins[16];
    uint l = get_local_id(0), size = get_local_size(0);
    if (l < 16)
        bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = get_group_id(0) * size * per_item + l;
    for (uint k = 0; k < per_item; k++)
        atomic_inc(&bins[(key[at + k * size] >> shift) & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        count[l * get_num_groups(0) + get_group_id(0)] = bins[l];
}
