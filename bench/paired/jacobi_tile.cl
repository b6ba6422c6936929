// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Eight sweeps of Jacobi's method within a tile of 16 x 16 in local memory.
// RUN: -g 512,256 -l 16,16 % buf:f32:131072=rand:4 buf:f32:131072=rand:5 buf:f32:131072
// TOLERANCE: 1e-5
#define TILE 16
#define SIDE (TILE + 2)

kernel void jacobi_tile(global const float *in, global const float *source,
                        global float *out)
{
    local float tile[2][SIDE][SIDE];
    int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
    uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    for (int i = (ly - 1) * TILE + lx - 1; i < SIDE * SIDE; i += TILE * TILE) {
        int y = i / SIDE, x = i - y * SIDE;
        tile[0][y][x] = 0.5f;
        tile[1][y][x] = 0.5f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[0][ly][lx] = in[at];
    float f = source[at];
    for (int k = 0; k < 8; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        local float(*t)[SIDE] = tile[k & 1];
        float sum =
            t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx];
        tile[~k & 1][ly][lx] = 0.25f * (sum + f);
    }
    out[at] = tile[0][ly][lx];
}
