// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A 16x16 tile in, transposed, a tile out, both by 2D copies.
// BINARIES: clang22.O2.64 clang22.O2.32
// RUN: -g 48,32 -l 16,16 --dump 1 % buf:i32:1536=seq buf:i32:1536 u32:48 u32:32
#include "extended_async.h"
#define TILE 16
kernel void transpose(global const int *in, global int *out, uint width,
                      uint height)
{
    local int tile[TILE * TILE], turned[TILE * TILE];
    size_t bx = get_group_id(0) * TILE, by = get_group_id(1) * TILE;
    size_t x = get_local_id(0), y = get_local_id(1);
    event_t e = async_work_group_copy_2D2D(tile, 0, in, by * width + bx,
                                           sizeof(int), TILE, TILE, width,
                                           TILE, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    turned[x * TILE + y] = tile[y * TILE + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(out, bx * height + by, turned, 0,
                                   sizeof(int), TILE, TILE, TILE, height, 0);
    wait_group_events(1, &e);
}
