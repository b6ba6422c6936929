// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Multiplies the colours of an image of 16 bits a channel by their alpha.
// RUN: -g 917504 -l 128 % buf:u16:3670016=rand:12 buf:u16:3670016
kernel void alpha_premultiply(global const ushort4 *in, global ushort4 *out)
{
    uint i = get_global_id(0);
    ushort4 p = in[i];
    uint alpha = p.w;
    uint3 c = (uint3)(p.x, p.y, p.z) * alpha + 32768u;
    p.xyz = convert_ushort3((c + (c >> 16)) >> 16);
    out[i] = p;
}
