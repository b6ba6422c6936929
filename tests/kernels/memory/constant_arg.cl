// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pointer to constant memory as an argument.
// RUN: -g 16 -l 8 --dump 0 % buf:f32:16 buf:f32:8=rand:65 i32:8
kernel void polynomial(global float *out, constant float *c, int n)
{
    float x = (int)get_global_id(0) * 0.125f, y = 0;
    for (int k = n - 1; k >= 0; k--)
        y = mad(y, 0.5f, c[k]) - x;
    out[get_global_id(0)] = y;
}
