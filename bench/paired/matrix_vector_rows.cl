// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A matrix times a vector; each group adds up a row.
// RUN: -g 65536 -l 64 % buf:f32:1048576=rand:14 buf:f32:1024=rand:15 buf:f32:1024 u32:1024
// TOLERANCE: 1e-5
kernel void matrix_vector_rows(global const float *a, global const float *x,
                               global float *y, uint width)
{
    local float part[64];
    uint l = get_local_id(0), row = get_group_id(0);
    float sum = 0;
    for (uint k = l; k < width; k += 64)
        sum += a[row * width + k] * x[k];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8)
        for (uint k = 1; k < 8; k++)
            part[l] += part[l + k * 8];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        sum = 0;
        for (uint k = 0; k < 8; k++)
            sum += part[k];
        y[row] = sum;
    }
}
