// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// vload and vstore of each size at element alignment.
// RUN: -g 4 -l 4 --dump 0,1,2 % buf:i32:132 buf:i16:64 buf:u8:64 buf:i32:132=seq
kernel void vloads(global int *out, global short *s, global uchar *u,
                   global const int *in)
{
    size_t i = get_global_id(0);
    global int *o = out + i * 33;
    global const int *p = in + i * 33 + 0;
    vstore2(vload2(3, p).yx, 0, o);
    vstore3(vload3(1, p + 1).zxy, 1, o);
    vstore4(vload4(0, p + 3).wzyx, 2, o);
    vstore8(vload8(1, p + 5) * 2, 0, o + 12);
    vstore8(vload16(0, p + 17).s02468ace, 1, o + 12);
    vstore16(convert_short16(vload16(1, p)), i, s);
    vstore16(convert_uchar16(vload16(0, p)), i, u);
}
