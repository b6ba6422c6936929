// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Euclid's algorithm by division and by subtraction.
// RUN: -g 64 -l 16 --dump 0 % buf:u32:128 buf:u32:64=rand:54
kernel void gcd(global uint *out, global const uint *in)
{
    size_t i = get_global_id(0);
    uint a = in[i] % 5000 + 1, b = (in[i] >> 13) % 3000 + 1;
    uint x = a, y = b;
    while (y != 0) {
        uint t = x % y;
        x = y;
        y = t;
    }
    out[2 * i] = x;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    out[2 * i + 1] = a;
}
