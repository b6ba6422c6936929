// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sorts each group's keys: a key goes to where the number of lesser ones says.
// RUN: -g 49152 -l 256 % buf:u32:49152=rand:8 buf:u32:49152 local:1024
kernel void rank_sort(global const uint *in, global uint *out, local uint *key)
{
    uint l = get_local_id(0), size = get_local_size(0);
    uint mine = in[get_global_id(0)] >> 20, rank = 0;
    key[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < size; k++)
        rank += key[k] < mine || (key[k] == mine && k < l);
    out[get_group_id(0) * size + rank] = mine;
}
