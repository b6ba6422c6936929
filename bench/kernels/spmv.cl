/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A sparse matrix, its rows compressed, times a vector. */
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
