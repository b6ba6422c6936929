// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Integer and float vectors of 4 components.
// RUN: -g 8 -l 4 --dump 0,1 % buf:i32:128 buf:f32:64 buf:i32:32=rand:90 buf:f32:32=rand:91
kernel void vectors(global int *out, global float *fout, global const int *in,
                    global const float *fin)
{
    size_t i = get_global_id(0);
    int4 a = vload4(i, in), b = a.s1 + (a >> 3);
    float4 x = vload4(i, fin), y = x.s0 - 0.5f;
    vstore4(a * b - (a & b), i * 4, out);
    vstore4((a < b) | ((a ^ b) << (int4)3), i * 4 + 1, out);
    vstore4(select(a, b, x < y), i * 4 + 2, out);
    vstore4(max(a, b) + min(a, (int)i), i * 4 + 3, out);
    vstore4(x + y * 2, i * 2, fout);
    vstore4(x > y ? x : -y, i * 2 + 1, fout);
}
