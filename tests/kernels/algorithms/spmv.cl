// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sparse matrix in compressed rows times a vector of integers.
// RUN: -g 16 -l 8 --dump 0 % buf:i32:16 buf:i32:17=seq buf:i32:160=rand:202 buf:i32:160=rand:203 buf:i32:32=seq
kernel void spmv(global int *y, global const int *rows, global const int *columns,
                 global const int *values, global const int *x)
{
    int r = get_global_id(0), sum = 0;
    int first = rows[r] * (rows[r] + 1) / 2, last = rows[r + 1] * (rows[r + 1] + 1) / 2;
    for (int k = first; k < last; k++)
        sum += (values[k] >> 20) * x[columns[k] & 31];
    y[r] = sum;
}
