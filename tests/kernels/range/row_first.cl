// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels whose first id is the row, so that neighbours lie a line apart: ranges of two
// and three dimensions with offsets, groups of several shapes, and everything that
// tells dimensions apart.
// RUN: -k rows -g 3,64 -l 1,16 --dump 1 % buf:i32:192=rand:1 buf:i32:192=0 i32:64
// RUN: -k rows -g 4,64 -l 4,1 --dump 1 % buf:i32:256=rand:4 buf:i32:256=0 i32:64
// RUN: -k rows -g 2,66 -l 2,11 --dump 1 % buf:i32:132=rand:6 buf:i32:132=0 i32:66
// RUN: -k placed -g 3,70 -l 3,10 --offset 2,5 --dump 0 % buf:i32:450=0 i32:75
// RUN: -k product -g 5,64 -l 5,4 --dump 2 % buf:f32:35=rand:2 buf:f32:448=rand:3 buf:f32:320=0 i32:64 i32:7
// RUN: -k planes -g 2,3,64 -l 2,1,8 --dump 1 % buf:i32:384=rand:8 buf:i32:384=0 i32:3 i32:64
kernel void rows(global const int *in, global int *out, int w)
{
    int r = get_global_id(0), c = get_global_id(1);
    int left = c > 0 ? in[r * w + c - 1] : 7;
    if (r < (int)get_global_size(0) - 1 && c < (int)get_global_size(1) - 1)
        out[r * w + c] = in[r * w + c] * 3 + left + r * 1000 + c;
}

kernel void placed(global int *out, int w)
{
    int r = get_global_id(0), c = get_global_id(1);
    out[r * w + c] = (int)(get_global_offset(0) * 100000 + get_global_offset(1) * 10000
                           + get_global_size(0) * 1000 + get_global_size(1))
                     + get_work_dim() * 7 + r - c;
}

kernel void product(global const float *a, global const float *b, global float *c,
                    int n, int m)
{
    int i = get_global_id(0), j = get_global_id(1);
    float s = 0;
    for (int k = 0; k < m; k++)
        s = fma(a[i * m + k], b[k * n + j], s);
    c[i * n + j] = s;
}

kernel void planes(global const int *in, global int *out, int ny, int nz)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int at = (x * ny + y) * nz + z;
    out[at] = in[at] ^ (x * 100 + y * 10 + z);
}
