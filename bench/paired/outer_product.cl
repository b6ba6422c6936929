// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Adds the outer product of two vectors to a matrix.
// RUN: -g 256,3072 -l 64,2 % buf:f32:1024=rand:22 buf:f32:3072=rand:23 buf:f32:3145728=rand:24
// TOLERANCE: 1e-6
kernel void outer_product(global const float4 *x, global const float *y,
                          global float4 *a)
{
    uint i = get_global_id(0), j = get_global_id(1);
    a[j * get_global_size(0) + i] += x[i] * y[j];
}
