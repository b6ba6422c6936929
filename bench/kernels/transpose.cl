/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Transposes a matrix through tiles of 16 x 16. */
// RUN: -g 1024,1024 -l 16,16 % buf:f32:1048576=rand:1 buf:f32:1048576 u32:1024 u32:1024
#define TILE 16

kernel void transpose(global const float *in, global float *out, uint width,
                      uint height)
{
    local float tile[TILE][TILE + 1];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint x = get_group_id(0) * TILE + lx, y = get_group_id(1) * TILE + ly;
    tile[ly][lx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + lx;
    y = get_group_id(0) * TILE + ly;
    out[y * height + x] = tile[lx][ly];
}
