// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A product of matrices with tiles in two-dimensional local arrays.
// RUN: -g 16,8 -l 8,4 --dump 0 % buf:f32:128 buf:f32:128=seq buf:f32:256=seq i32:16
kernel void product(global float *c, global const float *a,
                    global const float *b, int n)
{
    local float ta[4][4], tb[4][8];
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += 4) {
        if (lx < 4)
            ta[ly][lx] = a[y * n + k + lx];
        tb[ly][lx] = b[(k + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 4; j++)
            sum += ta[ly][j] * tb[j][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}
