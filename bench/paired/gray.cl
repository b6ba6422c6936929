// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The brightness of each pixel of a colour image.
// RUN: -g 3145728 -l 128 % buf:u8:12582912=rand:1 buf:u8:3145728
kernel void gray(global const uchar4 *in, global uchar *out)
{
    uint i = get_global_id(0);
    uchar4 p = in[i];
    out[i] = (77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8;
}
