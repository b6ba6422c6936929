// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A matrix product by tiles that the work-items load themselves.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -g 32,32 -l 8,8 --dump 0 % buf:i32:1024 buf:i32:1024=rand:315 buf:i32:1024=rand:316 u32:32
// RUN: -g 64,32 -l 8,8 --dump 0 % buf:i32:2048 buf:i32:2048=rand:317 buf:i32:4096=rand:318 u32:64
kernel void product(global int *c, global const int *a, global const int *b,
                    uint n)
{
    local int as[8][8], bs[8][8];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint x = get_global_id(0), y = get_global_id(1);
    int sum = 0;
    for (uint t = 0; t < n; t += 8) {
        as[ly][lx] = a[y * n + t + lx];
        bs[ly][lx] = b[(t + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 8; k++)
            sum += as[ly][k] * bs[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}
