// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Constants of all types and constant expressions.
// RUN: -g 4 -l 4 --dump 0,1,2 % buf:i64:32 buf:f64:12 buf:u8:16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void constants(global long *a, global double *b, global uchar *c)
{
    size_t i = get_global_id(0);
    a += i * 8;
    a[0] = LONG_MIN;
    a[1] = LONG_MAX;
    a[2] = (long)ULONG_MAX;
    a[3] = INT_MIN;
    a[4] = UINT_MAX;
    a[5] = SHRT_MIN * 3L + CHAR_MAX;
    a[6] = sizeof(long16) + sizeof(float3);
    a[7] = 0x123456789abcdefL + i;
    b += i * 3;
    b[0] = M_PI;
    b[1] = 1e300 * 1e-300;
    b[2] = 0.1f;
    uchar4 v = (uchar4)(250, 5, 0, 255) + (uchar)i;
    vstore4(v, i, c);
}
