// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Marsaglia's generator of 128 bits of state, a stream a work-item.
// RUN: -g 16384 -l 64 % buf:u32:65536=rand:12 buf:u32:16384 u32:400
kernel void xorshift128(global const uint4 *seed, global uint *out, uint n)
{
    uint i = get_global_id(0), sum = 0;
    uint4 s = seed[i] | 1u;
    for (uint k = 0; k < n; k++) {
        uint t = s.x ^ s.x << 11;
        s.xyz = s.yzw;
        s.w = s.w ^ s.w >> 19 ^ t ^ t >> 8;
        sum += s.w >> 4;
    }
    out[i] = sum;
}
