// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Running sums in each of many small groups.
// RUN: -g 4096 -l 64 --dump 0 % buf:u32:4096 buf:u32:4096=rand:300 local:256
// RUN: -g 960 -l 16 --dump 0 % buf:u32:960 buf:u32:960=rand:301 local:64
// RUN: -g 3200 -l 32 --dump 0 % buf:u32:3200 buf:u32:3200=rand:302 local:200
kernel void scans(global uint *out, global const uint *in, local uint *v)
{
    uint l = get_local_id(0);
    v[l] = in[get_global_id(0)];
    for (uint d = 1; d < get_local_size(0); d <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint add = l >= d ? v[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        v[l] += add;
    }
    out[get_global_id(0)] = v[l];
}
