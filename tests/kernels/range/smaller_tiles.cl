// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Places in a tile depend on local ids and sizes: they are the same in groups of one
// size, and others where groups at the end of the range are smaller.
// RUN: -g 50,19 -l 16,4 --dump 0 % buf:i32:950=0 buf:i32:950=rand:61 i32:50 i32:7
kernel void smaller_tiles(global int *out, global const int *in, int width, int by)
{
    local int cells[64];
    int lx = get_local_id(0), ly = get_local_id(1);
    int sx = get_local_size(0), sy = get_local_size(1);
    int at = get_global_id(1) * width + get_global_id(0);
    cells[lx * sy + ly] = in[at] + (lx ^ ly * by);
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = cells[(sx - 1 - lx) * sy + (sy - 1 - ly)];
    for (int k = 0; k < (in[at] & 7); k++)
        sum += (ly * sx + lx) / (k + 1) + k;
    out[at] = sum;
}
