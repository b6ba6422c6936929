// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums of eight blocks a group; the next is on its way while one is added.
// RUN: -g 8192 -l 64 % buf:u32:1048576=rand:20 buf:u32:8192 u32:8
#define BLOCK 1024

kernel void async_double_buffered(global const uint *in, global uint *out,
                                  uint blocks)
{
    local uint buffer[2][BLOCK];
    uint l = get_local_id(0), sum = 0;
    global const uint *from = in + get_group_id(0) * blocks * BLOCK;
    event_t e[2];
    e[0] = async_work_group_copy(buffer[0], from, BLOCK, 0);
    for (uint b = 0; b < blocks; b++) {
        if (b + 1 < blocks)
            e[~b & 1] = async_work_group_copy(buffer[~b & 1],
                                              from + (b + 1) * BLOCK, BLOCK, 0);
        wait_group_events(1, &e[b & 1]);
        for (uint k = l; k < BLOCK; k += 64)
            sum += buffer[b & 1][k] ^ b;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
