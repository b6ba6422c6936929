// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// as_type between types of one size, scalar and vector.
// RUN: -g 16 -l 8 --dump 0,1,2,3 % buf:u32:16 buf:f32:16 buf:u16:64 buf:u8:64 buf:u64:16=rand:33
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void casts(global uint *a, global float *b, global ushort4 *c,
                  global uchar4 *d, global const ulong *in)
{
    size_t i = get_global_id(0);
    ulong x = in[i];
    a[i] = as_uint((float)(uint)x) ^ as_uint2((double)(int)x).y;
    b[i] = as_float((uint)x & 0x3fffffff);
    c[i] = as_ushort4(x) + as_ushort4(as_int2(x));
    d[i] = as_uchar4(as_short2((uint)x)).wzyx;
}
