/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sorts blocks of numbers in local memory, two a work-item. */
// RUN: -g 65536 -l 256 % buf:u32:131072=rand:1 buf:u32:131072 local:2048
kernel void bitonic(global const uint *in, global uint *out, local uint *v)
{
    uint l = get_local_id(0), size = get_local_size(0);
    uint at = get_group_id(0) * size * 2;
    v[l] = in[at + l];
    v[l + size] = in[at + l + size];
    for (uint k = 2; k <= size * 2; k <<= 1)
        for (uint j = k / 2; j > 0; j >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint i = 2 * l - (l & (j - 1));
            bool up = (i & k) == 0;
            uint a = v[i], b = v[i + j];
            if ((a > b) == up) {
                v[i] = b;
                v[i + j] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at + l] = v[l];
    out[at + l + size] = v[l + size];
}
