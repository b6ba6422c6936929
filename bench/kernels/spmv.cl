/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A sparse matrix, its rows compressed, times a vector. */
// RUN: -g 32768 -l 128 % buf:u32:32769=rand:1 buf:u32:786432=rand:2 buf:f32:786432=rand:3 buf:f32:32768=rand:4 buf:f32:32768
// SETUP: -g 32768
// TOLERANCE: 1e-4
kernel void spmv(global const uint *row, global const uint *column,
                 global const float *value, global const float *x,
                 global float *y)
{
    uint r = get_global_id(0);
    float sum = 0;
    for (uint k = row[r]; k < row[r + 1]; k++)
        sum += value[k] * x[column[k]];
    y[r] = sum;
}

// Rows of 8 to 23 entries.
kernel void setup(global uint *row, global uint *column, global float *value,
                  global float *x, global float *y)
{
    uint n = get_global_size(0), r = get_global_id(0);
    for (uint k = 0; k < 24; k++)
        column[k * n + r] %= n;
    if (r > 0)
        return;
    for (uint k = 0, sum = 0; k <= n; k++) {
        uint length = 8 + row[k] % 16;
        row[k] = sum;
        sum += length;
    }
}
