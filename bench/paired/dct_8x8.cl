// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The cosine transform of blocks of 8 x 8 in fixed point, in local memory.
// RUN: -g 256,192 -l 8,8 % buf:u8:49152=rand:23 buf:i16:49152
constant int cosines[8][8] = {{91, 91, 91, 91, 91, 91, 91, 91},
                              {126, 106, 71, 25, -25, -71, -106, -126},
                              {118, 49, -49, -118, -118, -49, 49, 118},
                              {106, -25, -126, -71, 71, 126, 25, -106},
                              {91, -91, -91, 91, 91, -91, -91, 91},
                              {71, -126, 25, 106, -106, -25, 126, -71},
                              {49, -118, 118, -49, -49, 118, -118, 49},
                              {25, -71, 106, -126, 126, -106, 71, -25}};

kernel void dct_8x8(global const uchar *in, global short *out)
{
    local int block[8][8], half_done[8][8];
    uint x = get_local_id(0), y = get_local_id(1);
    uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    block[y][x] = in[at] - 128;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += block[y][k] * cosines[x][k];
    half_done[y][x] = sum >> 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += half_done[k][x] * cosines[y][k];
    out[at] = (sum + 2048) >> 12;
}
