// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A bitonic sort of one group's elements in local memory.
// RUN: -g 128 -l 64 --dump 0 % buf:u32:128 buf:u32:128=rand:200
kernel void bitonic(global uint *out, global const uint *in)
{
    local uint a[64];
    uint i = get_local_id(0);
    a[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 2; k <= 64; k <<= 1)
        for (uint j = k >> 1; j > 0; j >>= 1) {
            uint other = i ^ j;
            if (other > i) {
                uint x = a[i], y = a[other];
                if ((x > y) == ((i & k) == 0)) {
                    a[i] = y;
                    a[other] = x;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[get_global_id(0)] = a[i];
}
