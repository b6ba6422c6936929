// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Between integers of every width, with and without sign.
// RUN: -g 32 -l 8 --dump 0,1,2,3 % buf:i8:128 buf:i16:128 buf:i32:128 buf:i64:128 buf:i64:32=rand:40
kernel void widths(global char *a, global short *b, global int *c,
                   global long *d, global const long *in)
{
    size_t i = get_global_id(0);
    long x = in[i];
    a[4 * i] = (char)x;
    a[4 * i + 1] = (uchar)(x >> 8) >> 1;
    a[4 * i + 2] = (char)(short)(x >> 3);
    a[4 * i + 3] = convert_char((int)(x & 127));
    b[4 * i] = (char)x;
    b[4 * i + 1] = (uchar)x;
    b[4 * i + 2] = (short)(x >> 20);
    b[4 * i + 3] = (ushort)(x >> 20) >> 3;
    c[4 * i] = (short)x;
    c[4 * i + 1] = (ushort)x;
    c[4 * i + 2] = (int)(x >> 32);
    c[4 * i + 3] = (int)(uchar)x - (int)(char)x;
    d[4 * i] = (int)x;
    d[4 * i + 1] = (uint)x;
    d[4 * i + 2] = (char)x;
    d[4 * i + 3] = (ushort)x;
}
