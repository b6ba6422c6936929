// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Integer and float vectors of 16 components.
// RUN: -g 8 -l 4 --dump 0,1 % buf:i32:512 buf:f32:256 buf:i32:128=rand:90 buf:f32:128=rand:91
kernel void vectors(global int *out, global float *fout, global const int *in,
                    global const float *fin)
{
    size_t i = get_global_id(0);
    int16 a = vload16(i, in), b = a.s1 + (a >> 3);
    float16 x = vload16(i, fin), y = x.s0 - 0.5f;
    vstore16(a * b - (a & b), i * 4, out);
    vstore16((a < b) | ((a ^ b) << (int16)3), i * 4 + 1, out);
    vstore16(select(a, b, x < y), i * 4 + 2, out);
    vstore16(max(a, b) + min(a, (int)i), i * 4 + 3, out);
    vstore16(x + y * 2, i * 2, fout);
    vstore16(x > y ? x : -y, i * 2 + 1, fout);
}
