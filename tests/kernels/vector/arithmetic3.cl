// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Integer and float vectors of 3 components.
// RUN: -g 8 -l 4 --dump 0,1 % buf:i32:96 buf:f32:48 buf:i32:24=rand:90 buf:f32:24=rand:91
kernel void vectors(global int *out, global float *fout, global const int *in,
                    global const float *fin)
{
    size_t i = get_global_id(0);
    int3 a = vload3(i, in), b = a.s1 + (a >> 3);
    float3 x = vload3(i, fin), y = x.s0 - 0.5f;
    vstore3(a * b - (a & b), i * 4, out);
    vstore3((a < b) | ((a ^ b) << (int3)3), i * 4 + 1, out);
    vstore3(select(a, b, x < y), i * 4 + 2, out);
    vstore3(max(a, b) + min(a, (int)i), i * 4 + 3, out);
    vstore3(x + y * 2, i * 2, fout);
    vstore3(x > y ? x : -y, i * 2 + 1, fout);
}
