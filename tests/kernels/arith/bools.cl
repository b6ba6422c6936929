// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Booleans: conversions, logic, ternaries, any and all.
// RUN: -g 32 -l 16 --dump 0 % buf:i32:128 buf:i32:32=rand:21
kernel void bools(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i];
    bool p = x & 1, q = x & 2, r = p ? !q : q && x > 0;
    out[4 * i] = p + q * 2 + r * 4 + (p == q) * 8 + (p != r) * 16;
    out[4 * i + 1] = p || (x & 4) ? x : -x;
    int4 v = (int4)(x, x << 8, x << 16, x << 24);
    int4 less = v < 0;
    out[4 * i + 2] = any(less) + 2 * all(less);
    out[4 * i + 3] = (less.x & 1) | (less.y & 2) | (less.z & 4) | (less.w & 8);
}
