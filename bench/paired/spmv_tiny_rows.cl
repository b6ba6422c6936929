// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in compressed rows times a vector; rows of 0 to 3 entries.
// RUN: -g 131072 -l 64 % buf:f32:131072 buf:u32:131073 buf:u32:393216=rand:2 buf:f32:393216=rand:3 buf:f32:131072=rand:4
// SETUP: -g 1
// TOLERANCE: 1e-5
#define ROWS 131072u

kernel void spmv_tiny_rows(global float *y, global const uint *row,
                           global const uint *column, global const float *value,
                           global const float *x)
{
    uint r = get_global_id(0);
    float sum = 0;
    for (uint k = row[r]; k < row[r + 1]; k++)
        sum += value[k] * x[column[k] % ROWS];
    y[r] = sum;
}

kernel void setup(global float *y, global uint *row, global const uint *column,
                  global const float *value, global const float *x)
{
    uint sum = 0, s = 1;
    for (uint r = 0; r < ROWS; r++) {
        row[r] = sum;
        s = s * 1664525u + 1013904223u;
        sum += s >> 30;
    }
    row[ROWS] = sum;
}
