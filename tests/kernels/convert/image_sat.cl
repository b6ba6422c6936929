// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Ints, signed and unsigned, saturated to bytes and shorts; clang 22 saturates them as
// numbers of the other kind.
// SETS: clang14.O0.64 clang14.O2.64 clang14.O2.32
// RUN: -g 320 -l 160 -k unsigned_ones --dump 1 --dump 2 % buf:u32:320=rand:5 buf:u8:320 buf:u16:320
// RUN: -g 320 -l 160 -k ints --dump 1 --dump 2 --dump 3 --dump 4 % buf:i32:320=rand:5 buf:u8:960 buf:i8:960 buf:u16:960 buf:i16:960
kernel void unsigned_ones(global const uint *x, global uchar *a, global ushort *c)
{
    int i = get_global_id(0);
    uint v = x[i] >> (i % 29);
    a[i] = convert_uchar_sat(v * 5);
    c[i] = convert_ushort_sat(v * 3);
}
kernel void ints(global const int *x, global uchar *a, global char *b,
                 global ushort *c, global short *d)
{
    int i = get_global_id(0), v = x[i] >> (i % 29);
    a[i] = convert_uchar_sat(v + 3);
    a[320 + i] = convert_uchar_sat(v * 5);
    a[640 + i] = v - 7;
    b[i] = convert_char_sat(v + 3);
    b[320 + i] = convert_char_sat(v * 3);
    b[640 + i] = v ^ 0x55;
    c[i] = convert_ushort_sat(v + 3);
    c[320 + i] = convert_ushort_sat(v * 5);
    c[640 + i] = v - 7;
    d[i] = convert_short_sat(v + 3);
    d[320 + i] = convert_short_sat(v * 3);
    if (i % 3)
        d[640 + i] = v ^ 0x55;
}
