// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Conversions of half to and from integers, float and double.
// RUN: -g 64 -l 16 --dump 0,1,2,3 % buf:f16:256 buf:f32:64 buf:i32:64 buf:f64:64 buf:f32:64=rand:222
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void convert(global half *out, global float *f, global int *n,
                    global double *d, global const float *in)
{
    int i = get_global_id(0);
    float x = (in[i] - 0.5f) * (float)(1 << (i % 18));
    half h = (half)x;
    out += i * 4;
    out[0] = h;
    out[1] = (half)(i * 1000 - 30000);
    out[2] = (half)(double)x;
    out[3] = convert_half_rtz(x);
    f[i] = (float)h;
    n[i] = (int)h;
    d[i] = (double)h;
}
