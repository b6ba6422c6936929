// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The greatest common divisor of pairs of numbers, by Euclid.
// RUN: -g 131072 -l 64 % buf:u32:131072=rand:1 buf:u32:131072=rand:2 buf:u32:131072
kernel void gcd_euclid(global const uint *x, global const uint *y,
                       global uint *out)
{
    uint i = get_global_id(0), a = x[i] >> 8, b = y[i] >> 8;
    while (b != 0) {
        uint rest = a % b;
        a = b;
        b = rest;
    }
    out[i] = a;
}
