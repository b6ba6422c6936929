// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Shift counts are taken modulo the width, signed shifts keep the sign.
// RUN: -g 64 -l 64 --dump 0,1,2,3 % buf:i32:192 buf:u64:192 buf:i16:64 buf:i8:64 buf:i64:64=rand:8
kernel void shifts(global int *a, global ulong *b, global short *c,
                   global char *d, global const long *in)
{
    size_t i = get_global_id(0);
    int x = in[i];
    ulong y = in[i];
    a[3 * i] = x << (i & 31);
    a[3 * i + 1] = x >> (i & 31);
    a[3 * i + 2] = (uint)x >> (i & 31);
    b[3 * i] = y << i;
    b[3 * i + 1] = y >> i;
    b[3 * i + 2] = (long)y >> i;
    c[i] = (short)x >> (i & 15);
    d[i] = (char)x << (i & 7);
}
