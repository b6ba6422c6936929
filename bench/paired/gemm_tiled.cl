// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A product of two matrices through tiles of 8 x 8 in local memory.
// RUN: -g 96,96 -l 8,8 % buf:f32:9216=rand:10 buf:f32:9216=rand:11 buf:f32:9216
// TOLERANCE: 1e-5
#define TILE 8

kernel void gemm_tiled(global const float *a, global const float *b,
                       global float *c)
{
    local float as[TILE][TILE], bs[TILE][TILE];
    uint x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
    uint lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (uint t = 0; t < n; t += TILE) {
        as[ly][lx] = a[y * n + t + lx];
        bs[ly][lx] = b[(t + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++)
            sum += as[ly][k] * bs[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}
