// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pass of a radix sort: each group's keys go behind those of lesser digits
// and of earlier groups, in their order.
// RUN: -g 32768 -l 128 % buf:u32:32768=rand:13 buf:u32:4096 buf:u32:32768 u32:12
// SETUP: -g 1
#define GROUP 128
#define GROUPS 256

kernel void radix_scatter(global const uint *key, global const uint *offset,
                          global uint *out, uint shift)
{
    local uchar digits[GROUP];
    uint l = get_local_id(0), mine = key[get_global_id(0)];
    uint digit = (mine >> shift) & 15, before = 0;
    digits[l] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < GROUP; k++)
        before += k < l && digits[k] == digit;
    out[offset[digit * GROUPS + get_group_id(0)] + before] = mine;
}

kernel void setup(global const uint *key, global uint *offset, global uint *out,
                  uint shift)
{
    uint sum = 0;
    for (uint i = 0; i < GROUP * GROUPS; i++)
        offset[((key[i] >> shift) & 15) * GROUPS + i / GROUP]++;
    for (uint i = 0; i < 16 * GROUPS; i++) {
        uint n = offset[i];
        offset[i] = sum;
        sum += n;
    }
}
