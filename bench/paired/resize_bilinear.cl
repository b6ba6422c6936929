// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Enlarges an image, with 8 bits of fraction between its pixels.
// RUN: -g 512,384 -l 64,2 % buf:u8:262144=rand:5 buf:u8:786432 u32:256 u32:256
kernel void resize_bilinear(global const uchar4 *in, global uchar4 *out, uint w,
                            uint h)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint wide = get_global_size(0), high = get_global_size(1);
    uint u = x * ((w - 1) * 256 / wide), v = y * ((h - 1) * 256 / high);
    int fx = u & 255, fy = v & 255;
    global const uchar4 *p = in + (v >> 8) * w + (u >> 8);
    int4 top = convert_int4(p[0]) * (256 - fx) + convert_int4(p[1]) * fx;
    int4 low = convert_int4(p[w]) * (256 - fx) + convert_int4(p[w + 1]) * fx;
    out[y * wide + x] = convert_uchar4((top * (256 - fy) + low * fy) >> 16);
}
