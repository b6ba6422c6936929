// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sets the pixels above a value, packed to a bit each.
// RUN: -g 131072 -l 64 % buf:u8:4194304=rand:11 buf:u32:131072 u8:100
kernel void threshold(global const uchar *in, global uint *bits, uchar least)
{
    uint i = get_global_id(0), word = 0;
    for (uint k = 0; k < 32; k++)
        word |= (uint)(in[i * 32 + k] > least) << k;
    bits[i] = word;
}
