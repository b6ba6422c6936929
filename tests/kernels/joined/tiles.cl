// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Transposes through small tiles.
// RUN: -g 64,64 -l 8,8 --dump 0 % buf:u32:4096 buf:u32:4096=rand:305 u32:64
kernel void tiles(global uint *out, global const uint *in, uint width)
{
    local uint tile[8][9];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint x = get_group_id(0) * 8 + lx, y = get_group_id(1) * 8 + ly;
    tile[ly][lx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 8 + lx;
    y = get_group_id(0) * 8 + ly;
    out[y * width + x] = tile[lx][ly];
}
