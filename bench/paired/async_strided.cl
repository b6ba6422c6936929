// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Gathers columns of a matrix by strided copies and turns each around.
// RUN: -g 8192 -l 64 % buf:u32:1048576=rand:21 buf:u32:131072 u32:1024
#define HEIGHT 1024

kernel void async_strided(global const uint *in, global uint *out, uint width)
{
    local uint column[HEIGHT];
    uint l = get_local_id(0), x = get_group_id(0);
    event_t e = async_work_group_strided_copy(column, in + x, HEIGHT, width, 0);
    wait_group_events(1, &e);
    for (uint k = l; k < HEIGHT / 2; k += 64) {
        uint v = column[k];
        column[k] = column[HEIGHT - 1 - k];
        column[HEIGHT - 1 - k] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + x * HEIGHT, column, HEIGHT, 0);
    wait_group_events(1, &e);
}
