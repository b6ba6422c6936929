// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Running sums of each group's numbers between two buffers in local memory.
// RUN: -g 131072 -l 256 % buf:u32:131072=rand:19 buf:u32:131072
kernel void scan_hillis_steele(global const uint *in, global uint *out)
{
    local uint v[2][256];
    uint l = get_local_id(0), from = 0;
    v[0][l] = in[get_global_id(0)];
    for (uint d = 1; d < 256; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint sum = v[from][l];
        if (l >= d)
            sum += v[from][l - d];
        from ^= 1;
        v[from][l] = sum;
    }
    out[get_global_id(0)] = v[from][l];
}
