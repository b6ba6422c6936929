// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An array of pointers in private memory.
// RUN: -g 16 -l 16 --dump 0 % buf:i32:16 buf:i32:64=seq
kernel void pointers(global int *out, global int *in)
{
    size_t i = get_global_id(0);
    global int *rows[4];
    for (int k = 0; k < 4; k++)
        rows[k] = in + 16 * ((k + i) & 3);
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum = sum * 3 + rows[(k * i) & 3][i];
    out[i] = sum;
}
