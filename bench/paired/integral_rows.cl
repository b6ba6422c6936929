// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Running sums along the rows of an image, a row a work-group.
// RUN: -g 128,1024 -l 128,1 % buf:u8:1048576=rand:21 buf:u32:1048576
#define PER_ITEM 8

kernel void integral_rows(global const uchar8 *in, global uint8 *out)
{
    local uint sums[128];
    uint l = get_local_id(0), at = get_global_id(1) * 128 + l;
    uint v[PER_ITEM], sum = 0;
    uchar8 pixels = in[at];
    uchar bytes[PER_ITEM];
    vstore8(pixels, 0, bytes);
    for (uint k = 0; k < PER_ITEM; k++) {
        sum += bytes[k];
        v[k] = sum;
    }
    sums[l] = sum;
    for (uint d = 1; d < 128; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint add = l >= d ? sums[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[l] += add;
    }
    out[at] = vload8(0, v) + (sums[l] - sum);
}
