// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Shortest paths within one work-group.
// RUN: -g 8,8 -l 8,8 --dump 0 % buf:u32:64 buf:u32:64=rand:208
kernel void paths(global uint *out, global const uint *in)
{
    local uint d[8][8];
    int x = get_local_id(0), y = get_local_id(1);
    d[y][x] = x == y ? 0 : in[y * 8 + x] % 3 == 0 ? 1000000 : in[y * 8 + x] % 97;
    for (int k = 0; k < 8; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint through = d[y][k] + d[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (through < d[y][x])
            d[y][x] = through;
    }
    out[y * 8 + x] = d[y][x];
}
