// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Saturating conversions between integers.
// clang-22 writes OpSatConvertUToS for signed to signed.
// SETS: clang14.O0.64 clang14.O2.64 clang14.O0.32 clang14.O2.32
// RUN: -g 60 -l 12 --dump 0,1,2,3,4,5,6 % buf:i8:60 buf:u8:60 buf:i16:60 buf:u16:60 buf:i32:60 buf:u32:60 buf:u64:60
kernel void saturate(global char *a, global uchar *b, global short *c,
                     global ushort *d, global int *e, global uint *f,
                     global ulong *g)
{
    size_t i = get_global_id(0);
    long x = (i & 1 ? -1L : 1L) * ((1L << i) - (long)(i % 3));
    a[i] = convert_char_sat(x);
    b[i] = convert_uchar_sat(x);
    c[i] = convert_short_sat(x);
    d[i] = convert_ushort_sat(x);
    e[i] = convert_int_sat(x);
    f[i] = convert_uint_sat(x);
    g[i] = convert_ulong_sat(x) + convert_uchar_sat((ulong)x) +
           convert_char_sat((uint)x);
}
