// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sorting networks; the last group's work-items that have no element wait, too.
// RUN: -g 2048 -l 64 --dump 0 % buf:u32:2048=9 buf:u32:2048=rand:319 u32:2011
// RUN: -g 2048 -l 16 --dump 0 % buf:u32:2048=9 buf:u32:2048=rand:320 u32:1999
kernel void sorts(global uint *out, global const uint *in, uint n)
{
    local uint v[64];
    uint l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
    v[l] = g < n ? in[g] : UINT_MAX;
    for (uint k = 2; k <= size; k <<= 1)
        for (uint j = k / 2; j > 0; j >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint other = l ^ j;
            if (other > l) {
                uint a = v[l], b = v[other];
                if ((a > b) == ((l & k) == 0)) {
                    v[l] = b;
                    v[other] = a;
                }
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g < n)
        out[g] = v[l];
}
