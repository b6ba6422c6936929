// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors of char, short, long and double.
// RUN: -g 4 -l 4 --dump 0,1,2,3 % buf:i8:64 buf:u16:32 buf:i64:16 buf:f64:8 buf:i64:16=rand:95
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void wide(global char16 *a, global ushort8 *b, global long4 *c,
                 global double2 *d, global const long4 *in)
{
    size_t i = get_global_id(0);
    long4 x = in[i];
    char16 bytes = as_char16(x.xy);
    a[i] = bytes * bytes.s7654321001234567 + (char16)(i);
    b[i] = as_ushort8(x.zw) / (ushort8)(3, 5, 7, 11, 13, 17, 19, 23);
    c[i] = x * x.yxwz ^ (x >> 40);
    d[i] = convert_double2(x.xw) * 0.5;
}
