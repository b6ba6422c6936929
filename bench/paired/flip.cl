// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Mirrors an image along both axes.
// RUN: -g 1024,1024 -l 64,2 % buf:u8:4194304=rand:7 buf:u8:4194304
kernel void flip(global const uchar4 *in, global uchar4 *out)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint w = get_global_size(0), h = get_global_size(1);
    out[(h - 1 - y) * w + (w - 1 - x)] = in[y * w + x];
}
