// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in compressed rows times a vector; 16 work-items a row.
// RUN: -g 131072 -l 64 % buf:f32:8192 buf:u32:8193 buf:u32:524288 buf:f32:524288=rand:5 buf:f32:8192=rand:6
// SETUP: -g 1
// TOLERANCE: 1e-5
#define ROWS 8192u

kernel void spmv_vector(global float *y, global const uint *row,
                        global const uint *column, global const float *value,
                        global const float *x)
{
    local float part[64];
    uint l = get_local_id(0), lane = l % 16, r = get_global_id(0) / 16;
    float sum = 0;
    for (uint k = row[r] + lane; k < row[r + 1]; k += 16)
        sum += value[k] * x[column[k]];
    part[l] = sum;
    for (uint d = 8; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < d)
            part[l] += part[l + d];
    }
    if (lane == 0)
        y[r] = part[l];
}

kernel void setup(global float *y, global uint *row, global uint *column,
                  global const float *value, global const float *x)
{
    uint sum = 0, s = 9;
    for (uint r = 0; r < ROWS; r++) {
        row[r] = sum;
        s = s * 1664525u + 1013904223u;
        for (uint end = sum + (s >> 26); sum < end; sum++) {
            s = s * 1664525u + 1013904223u;
            column[sum] = (s >> 8) % ROWS;
        }
    }
    row[ROWS] = sum;
}
