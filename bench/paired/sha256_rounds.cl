// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// SHA-256's 64 rounds of a block of 16 words, with constants of our own.
// RUN: -g 8192 -l 64 % buf:u32:131072=rand:6 buf:u32:65536
static uint spread(uint x, uint a, uint b, uint c)
{
    return rotate(x, 32 - a) ^ rotate(x, 32 - b) ^ rotate(x, 32 - c);
}

kernel void sha256_rounds(global const uint *in, global uint8 *out)
{
    uint i = get_global_id(0), n = get_global_size(0), w[16];
    for (uint k = 0; k < 16; k++)
        w[k] = in[k * n + i];
    uint8 s = (uint8)(1, 2, 3, 4, 5, 6, 7, 8) * 0x6a09e667u;
    for (uint k = 0; k < 64; k++) {
        uint choice = (s.s4 & s.s5) ^ (~s.s4 & s.s6);
        uint majority = (s.s0 & s.s1) ^ (s.s0 & s.s2) ^ (s.s1 & s.s2);
        uint t = s.s7 + spread(s.s4, 6, 11, 25) + choice + w[k & 15]
                 + (k + 1) * 0x428a2f98u;
        uint u = spread(s.s0, 2, 13, 22) + majority;
        s = (uint8)(t + u, s.s0, s.s1, s.s2, s.s3 + t, s.s4, s.s5, s.s6);
        uint x = w[(k + 1) & 15], y = w[(k + 14) & 15];
        w[k & 15] += w[(k + 9) & 15]
                     + (rotate(x, 25u) ^ rotate(x, 14u) ^ x >> 3)
                     + (rotate(y, 15u) ^ rotate(y, 13u) ^ y >> 10);
    }
    out[i] = s;
}
