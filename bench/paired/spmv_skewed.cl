// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in compressed rows times a vector; the rows' lengths follow
// Pareto's law, from 2 to 2000 entries.
// RUN: -g 2048 -l 64 % buf:f32:2048 buf:u32:2049 buf:u32:65536 buf:f32:65536=rand:3 buf:f32:2048=rand:4
// SETUP: -g 1
// TOLERANCE: 1e-4
#define ROWS 2048u

kernel void spmv_skewed(global float *y, global const uint *row,
                        global const uint *column, global const float *value,
                        global const float *x)
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
        uint length = min(2000u, 131072u / (1 + (s >> 16)));
        for (uint end = sum + max(2u, length); sum < end; sum++) {
            s = s * 1664525u + 1013904223u;
            column[sum] = (s >> 8) % ROWS;
        }
    }
    row[ROWS] = sum;
}
