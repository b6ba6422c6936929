// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The least Hamming distance of strings of 512 bits to eight given ones.
// RUN: -g 65536 -l 64 % buf:u64:524288=rand:32 buf:u64:64=rand:33 buf:u32:65536
kernel void population_count(global const ulong8 *in, constant ulong8 *with,
                             global uint *out)
{
    uint i = get_global_id(0), least = 512;
    ulong8 v = in[i];
    for (uint k = 0; k < 8; k++) {
        ulong8 bits = popcount(v ^ with[k]);
        ulong4 four = bits.lo + bits.hi;
        ulong2 two = four.lo + four.hi;
        least = min(least, (uint)(two.x + two.y));
    }
    out[i] = least;
}
