// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Scales blocks of 1024 numbers that are copied in and out.
// RUN: -g 65536 -l 64 % buf:u32:1048576=rand:19 buf:u32:1048576 u32:3
#define BLOCK 1024

kernel void async_contiguous(global const uint *in, global uint *out,
                             uint factor)
{
    local uint block[BLOCK];
    uint l = get_local_id(0), at = get_group_id(0) * BLOCK;
    event_t e = async_work_group_copy(block, in + at, BLOCK, 0);
    wait_group_events(1, &e);
    for (uint k = l; k < BLOCK; k += get_local_size(0))
        block[k] = block[k] * factor + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + at, block, BLOCK, 0);
    wait_group_events(1, &e);
}
