// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The transpose of a matrix times a vector, a column a work-item.
// RUN: -g 2048 -l 64 % buf:f32:3407872=rand:16 buf:f32:1664=rand:17 buf:f32:2048 u32:1664
// TOLERANCE: 1e-5
kernel void matrix_vector_transposed(global const float *a, constant float *x,
                                     global float *y, uint height)
{
    uint column = get_global_id(0), width = get_global_size(0);
    float sum = 0;
    for (uint k = 0; k < height; k++)
        sum += a[k * width + column] * x[k];
    y[column] = sum;
}
