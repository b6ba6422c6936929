// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Philox 4 x 32: ten rounds of multiplications on a counter.
// RUN: -g 65536 -l 256 % buf:u32:1048576 u32:4 u32:4027577735
// LONG: -g 1048576 -l 256 % buf:u32:16777216 u32:4 u32:4027577735
kernel void philox(global uint4 *out, uint n, uint key)
{
    uint i = get_global_id(0);
    for (uint k = 0; k < n; k++) {
        uint4 c = (uint4)(i, k, 0x243f6a88u, 0x85a308d3u);
        uint2 weyl = (uint2)(key, ~key);
        for (uint round = 0; round < 10; round++) {
            uint a = mul_hi(c.x, 0xd2511f53u), b = mul_hi(c.z, 0xcd9e8d57u);
            c = (uint4)(b ^ c.y ^ weyl.x, c.z * 0xcd9e8d57u, a ^ c.w ^ weyl.y,
                        c.x * 0xd2511f53u);
            weyl += (uint2)(0x9e3779b9u, 0xbb67ae85u);
        }
        out[k * get_global_size(0) + i] = c;
    }
}
