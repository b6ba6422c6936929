// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Turns an image by a quarter.
// RUN: -g 512,512 -l 32,8 % buf:u8:1048576=rand:6 buf:u8:1048576
kernel void rotate_90(global const uchar4 *in, global uchar4 *out)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint w = get_global_size(0), h = get_global_size(1);
    out[x * h + (h - 1 - y)] = in[y * w + x];
}
