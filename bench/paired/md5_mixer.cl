// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A mixer in the manner of MD5: 64 steps in four kinds of rounds.
// RUN: -g 32768 -l 128 % buf:u32:524288=rand:5 buf:u32:131072
kernel void md5_mixer(global const uint *in, global uint4 *out)
{
    uint i = get_global_id(0), n = get_global_size(0);
    uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
    for (uint k = 0; k < 64; k++) {
        uint f, word;
        if (k < 16) {
            f = (b & c) | (~b & d);
            word = k;
        } else if (k < 32) {
            f = (d & b) | (~d & c);
            word = 5 * k + 1;
        } else if (k < 48) {
            f = b ^ c ^ d;
            word = 3 * k + 5;
        } else {
            f = c ^ (b | ~d);
            word = 7 * k;
        }
        f += a + in[(word & 15) * n + i] + k * 0x9e3779b9u;
        a = d;
        d = c;
        c = b;
        b += rotate(f, 5 + 4 * (k & 3));
    }
    out[i] = (uint4)(a, b, c, d);
}
