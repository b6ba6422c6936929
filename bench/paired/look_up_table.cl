// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Maps each channel of an image through a table of its own.
// RUN: -g 524288 -l 128 % buf:u8:2097152=rand:8 buf:u8:2097152 buf:u8:768=rand:9
kernel void look_up_table(global const uchar4 *in, global uchar4 *out,
                          constant uchar *table)
{
    uint i = get_global_id(0);
    uchar4 p = in[i];
    p.x = table[p.x];
    p.y = table[256 + p.y];
    p.z = table[512 + p.z];
    out[i] = p;
}
