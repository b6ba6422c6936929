// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A matrix transposed in tiles of 16 by 16: one 2D copy brings a tile to local
// memory, where its lines lie side by side; another takes it to its new place.
// The module in transpose.spvasm has both as GroupAsyncCopy2D2D.
#define TILE 16

event_t __attribute__((overloadable)) async_work_group_copy_2D2D(
    local void *dst, size_t dst_offset, const global void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);
event_t __attribute__((overloadable)) async_work_group_copy_2D2D(
    global void *dst, size_t dst_offset, const local void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);

kernel void transpose(global float *out, global const float *in, uint width,
                      uint height)
{
    local float tile[TILE * TILE], turned[TILE * TILE];
    size_t tile_x = get_group_id(0) * TILE, tile_y = get_group_id(1) * TILE;
    size_t x = get_local_id(0), y = get_local_id(1);

    event_t event = async_work_group_copy_2D2D(
        tile, 0, in, tile_y * width + tile_x, sizeof(float), TILE, TILE, width,
        TILE, 0);
    wait_group_events(1, &event);
    barrier(CLK_LOCAL_MEM_FENCE);

    turned[x * TILE + y] = tile[y * TILE + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    event = async_work_group_copy_2D2D(
        out, tile_x * height + tile_y, turned, 0, sizeof(float), TILE, TILE,
        TILE, height, 0);
    wait_group_events(1, &event);
}
