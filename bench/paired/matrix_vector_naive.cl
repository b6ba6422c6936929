// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A matrix times a vector, a row a work-item.
// RUN: -g 2048 -l 64 % buf:f32:2097152=rand:14 buf:f32:1024=rand:15 buf:f32:2048 u32:1024
// TOLERANCE: 1e-5
kernel void matrix_vector_naive(global const float *a, global const float *x,
                                global float *y, uint width)
{
    uint row = get_global_id(0);
    float sum = 0;
    for (uint k = 0; k < width; k++)
        sum += a[row * width + k] * x[k];
    y[row] = sum;
}
