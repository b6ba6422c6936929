// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lays one image over another, by the upper one's alpha.
// RUN: -g 1048576 -l 256 % buf:u8:4194304=rand:2 buf:u8:4194304=rand:3 buf:u8:4194304
kernel void blend(global const uchar4 *over, global const uchar4 *under,
                  global uchar4 *out)
{
    uint i = get_global_id(0);
    int4 a = convert_int4(over[i]), b = convert_int4(under[i]);
    uchar4 p = convert_uchar4((a * a.w + b * (255 - a.w) + 127) / 255);
    p.w = add_sat(over[i].w, under[i].w);
    out[i] = p;
}
