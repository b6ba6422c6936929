/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Moves an image tile by tile through local memory. */
// RUN: -g 1024,32 -l 64,2 % buf:f32:1048576=rand:1 buf:f32:1048576 u32:1024
#define TILE 64

kernel void tile_copy(global const float *in, global float *out, uint width)
{
    local float tile[TILE * TILE];
    size_t at = get_group_id(1) * TILE * width + get_group_id(0) * TILE;
    event_t e = 0, f = 0;
    for (uint r = 0; r < TILE; r++)
        e = async_work_group_copy(tile + r * TILE, in + at + r * width, TILE, e);
    wait_group_events(1, &e);
    for (uint r = 0; r < TILE; r++)
        f = async_work_group_copy(out + at + r * width, tile + r * TILE, TILE, f);
    wait_group_events(1, &f);
}
