// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loads and stores at strides, backwards, broadcast and gathered.
// RUN: -g 32 -l 16 --dump 0,1,2,3 % buf:i32:96=-1 buf:u8:32 buf:i64:32 buf:i16:64 buf:i32:96=seq buf:u8:256=seq
kernel void strides(global int *a, global uchar *b, global long *c,
                    global short2 *d, global const int *in,
                    global const uchar *bytes)
{
    size_t i = get_global_id(0);
    a[i * 3 + 1] = in[i * 2];
    b[31 - i] = bytes[i * 7];
    c[i] = in[5] + in[95 - i];
    d[i] = (short2)(in[(i * 37) % 96], bytes[(i * i) % 256]);
}
