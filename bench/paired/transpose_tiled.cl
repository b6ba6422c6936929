// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Transposes a matrix of short numbers through tiles of 32 x 32; each
// work-item moves four of them.
// RUN: -g 1024,128 -l 32,4 % buf:i16:1048576=rand:19 buf:i16:1048576
#define TILE 32

kernel void transpose_tiled(global const short *in, global short *out)
{
    local short tile[TILE][TILE + 1];
    uint lx = get_local_id(0), ly = get_local_id(1), n = get_global_size(0);
    uint x = get_group_id(0) * TILE, y = get_group_id(1) * TILE;
    for (uint k = ly; k < TILE; k += 4)
        tile[k][lx] = in[(y + k) * n + x + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = ly; k < TILE; k += 4)
        out[(x + k) * n + y + lx] = tile[lx][k];
}
