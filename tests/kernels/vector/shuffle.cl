// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// shuffle and shuffle2 with masks that are computed.
// RUN: -g 8 -l 8 --dump 0,1,2 % buf:i32:32 buf:u8:128 buf:i16:32 buf:i32:32=rand:93
kernel void shuffles(global int4 *a, global uchar16 *b, global short4 *c,
                     global const int4 *in)
{
    size_t i = get_global_id(0);
    int4 x = in[i];
    a[i] = shuffle(x, as_uint4(x) >> 5);
    uchar8 y = convert_uchar8(as_ushort8(x) & (ushort8)255);
    b[i] = shuffle(y, as_uchar16(x));
    c[i] = shuffle2(as_short2(x.x), as_short2(x.y), (ushort4)(3, 0, i & 3, 2));
}
