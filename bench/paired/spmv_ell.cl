// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in the ELLPACK form times a vector: 12 entries in each row,
// stored by columns.
// RUN: -g 131072 -l 128 % buf:u32:1572864=rand:7 buf:f32:1572864=rand:8 buf:f32:131072=rand:9 buf:f32:131072
// TOLERANCE: 1e-5
kernel void spmv_ell(global const uint *column, global const float *value,
                     global const float *x, global float *y)
{
    uint r = get_global_id(0), rows = get_global_size(0);
    float sum = 0;
    for (uint k = 0; k < 12; k++) {
        uint at = k * rows + r;
        sum += value[at] * x[column[at] & (rows - 1)];
    }
    y[r] = sum;
}
