// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums of all before each number of a group, by Blelloch's two passes.
// RUN: -g 65536 -l 128 % buf:u32:131072=rand:20 buf:u32:131072 local:1024
kernel void scan_blelloch(global const uint2 *in, global uint2 *out,
                          local uint *v)
{
    uint l = get_local_id(0), size = 2 * get_local_size(0), d = 1;
    uint2 pair = in[get_global_id(0)];
    v[2 * l] = pair.x;
    v[2 * l + 1] = pair.y;
    for (uint n = size / 2; n > 0; n /= 2, d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n)
            v[d * (2 * l + 2) - 1] += v[d * (2 * l + 1) - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        v[size - 1] = 0;
    for (uint n = 1; n < size; n *= 2) {
        d /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n) {
            uint a = d * (2 * l + 1) - 1, b = d * (2 * l + 2) - 1;
            uint left = v[a];
            v[a] = v[b];
            v[b] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (uint2)(v[2 * l], v[2 * l + 1]);
}
