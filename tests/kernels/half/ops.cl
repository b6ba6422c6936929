// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Arithmetic of half: each operation rounds once.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f16:448 buf:i32:64 buf:f16:64=rand:220 buf:f16:64=rand:221
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void ops(global half *out, global int *cmp, global const half *in1,
                global const half *in2)
{
    size_t i = get_global_id(0);
    half a = in1[i] * (half)8 - (half)4, b = in2[i] + (half)0.5f;
    out += i * 7;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / b;
    out[4] = -a;
    out[5] = a < b ? a : b;
    out[6] = (half)(int)i * b;
    cmp[i] = (a < b) | (a == b) << 1 | (a >= b) << 2 | (int)a << 8;
}
