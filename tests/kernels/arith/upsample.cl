// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// upsample doubles widths.
// RUN: -g 32 -l 32 --dump 0,1,2 % buf:u16:32 buf:i32:32 buf:i64:32 buf:u32:32=rand:5
kernel void up(global ushort *a, global int *b, global long *c,
               global const uint *in)
{
    size_t i = get_global_id(0);
    uint x = in[i];
    a[i] = upsample((uchar)x, (uchar)(x >> 9));
    b[i] = upsample((short)x, (ushort)(x >> 7));
    c[i] = upsample((int)x, (uint)(x * 77));
}
