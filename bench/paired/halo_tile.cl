// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A cross of 13 points over tiles with a border of three in local memory.
// RUN: -g 512,192 -l 32,8 % buf:i32:98304=rand:22 buf:i32:98304
#define W 32
#define H 8
#define R 3

kernel void halo_tile(global const int *in, global int *out)
{
    local int tile[H + 2 * R][W + 2 * R];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    for (int v = ly; v < H + 2 * R; v += H)
        for (int u = lx; u < W + 2 * R; u += W)
            tile[v][u] = in[clamp(y - ly + v - R, 0, h - 1) * w
                            + clamp(x - lx + u - R, 0, w - 1)]
                         >> 8;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = tile[ly + R][lx + R];
    for (int k = 1; k <= R; k++)
        sum += (tile[ly + R - k][lx + R] + tile[ly + R + k][lx + R]
                + tile[ly + R][lx + R - k] + tile[ly + R][lx + R + k])
               / k;
    out[y * w + x] = sum;
}
