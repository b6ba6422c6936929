// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The greatest common divisor of pairs of numbers, by shifts, as Stein does.
// RUN: -g 4096 -l 64 % buf:u64:8192=rand:3 buf:u64:4096
kernel void gcd_binary(global const ulong2 *in, global ulong *out)
{
    uint i = get_global_id(0);
    ulong a = in[i].x >> 24 | 1, b = in[i].y >> 24 | 1;
    while (a != b) {
        if (a > b) {
            a -= b;
            while ((a & 1) == 0)
                a >>= 1;
        } else {
            b -= a;
            while ((b & 1) == 0)
                b >>= 1;
        }
    }
    out[i] = a;
}
