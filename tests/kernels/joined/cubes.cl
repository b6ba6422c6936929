// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups of three dimensions, with private arrays and a function with a barrier.
// RUN: -g 16,16,16 -l 4,4,4 --dump 0 % buf:i32:4096 buf:i32:4096=rand:313
// RUN: -g 16,16,16 -l 4,2,4 --offset 3,0,1 --dump 0 % buf:i32:4096 buf:i32:4096=rand:314
static int passed(local int *v, uint l, uint by, uint n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = v[(l + by) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    return x;
}

kernel void cubes(global int *out, global const int *in)
{
    local int v[64];
    uint sx = get_local_size(0), sy = get_local_size(1);
    uint n = sx * sy * get_local_size(2);
    uint l = (get_local_id(2) * sy + get_local_id(1)) * sx + get_local_id(0);
    uint at = get_global_id(0) - get_global_offset(0)
              + 16 * (get_global_id(1) + 16 * (get_global_id(2)
                                               - get_global_offset(2)));
    int mine[4];
    for (uint k = 0; k < 4; k++)
        mine[k] = in[(at + k * 37) % 4096];
    v[l] = mine[at & 3];
    int sum = 0;
    for (uint k = 0; k < 5; k++) {
        int x = passed(v, l, k * 3 + 1, n);
        mine[(l + k) & 3] += x;
        v[l] = mine[(uint)x & 3];
        sum = sum * 5 + v[l];
    }
    out[at] = sum + mine[0] - mine[3] + (int)get_group_id(2);
}
