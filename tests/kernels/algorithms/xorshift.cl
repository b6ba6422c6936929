// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A random number generator a work-item.
// RUN: -g 32 -l 8 --dump 0 % buf:u32:96
kernel void xorshift(global uint *out)
{
    uint i = get_global_id(0), s = i * 2654435761u + 1;
    ulong t = i + 88172645463325252UL;
    for (int k = 0; k < 50 + (int)(i & 7); k++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        t ^= t << 13;
        t ^= t >> 7;
        t ^= t << 17;
    }
    out[3 * i] = s;
    out[3 * i + 1] = t;
    out[3 * i + 2] = t >> 32;
}
