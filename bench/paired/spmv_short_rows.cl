// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in compressed rows times a vector; rows of 1 to 16 entries.
// RUN: -g 65536 -l 64 % buf:f32:65536 buf:u32:65537 buf:u32:1048576 buf:f32:1048576=rand:3 buf:f32:65536=rand:4
// SETUP: -g 1
// TOLERANCE: 1e-5
#define ROWS 65536u

kernel void spmv_short_rows(global float *y, global const uint *row,
                            global const uint *column,
                            global const float *value, global const float *x)
{
    uint r = get_global_id(0);
    float sum = 0;
    for (uint k = row[r]; k < row[r + 1]; k++)
        sum += value[k] * x[column[k]];
    y[r] = sum;
}

kernel void setup(global float *y, global uint *row, global uint *column,
                  global const float *value, global const float *x)
{
    uint sum = 0, s = 1;
    for (uint r = 0; r < ROWS; r++) {
        row[r] = sum;
        s = s * 1664525u + 1013904223u;
        for (uint end = sum + 1 + (s >> 28); sum < end; sum++) {
            s = s * 1664525u + 1013904223u;
            column[sum] = (s >> 8) % ROWS;
        }
    }
    row[ROWS] = sum;
}
