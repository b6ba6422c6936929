// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Rows of bytes summed by several work-items, all of them unaligned.
// RUN: -g 8,4 -l 8,1 --dump 0 % buf:u32:4 buf:u8:300=rand:70 u32:71
kernel void rows(global uint *sums, global const uchar *image, uint width)
{
    local uint part[8];
    size_t i = get_local_id(0), row = get_group_id(1);
    global const uchar *p = image + row * width;
    uint sum = 0;
    for (uint x = i; x < width; x += 8)
        sum += p[x];
    part[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        for (int k = 1; k < 8; k++)
            sum += part[k];
        sums[row] = sum;
    }
}
