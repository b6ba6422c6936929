/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A generator of random numbers in each work-item. */
// RUN: -g 65536 -l 256 % buf:u32:65536=rand:1 buf:u32:65536 u32:200
// LONG: -g 1048576 -l 256 % buf:u32:1048576=rand:1 buf:u32:1048576 u32:200
kernel void xorshift(global const uint *seed, global uint *out, uint n)
{
    uint i = get_global_id(0);
    uint x = seed[i] | 1u, sum = 0;
    for (uint k = 0; k < n; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        sum += x & 0xffu;
    }
    out[i] = sum;
}
