// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Roots functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:128 buf:f32:32=rand:105 buf:f32:32=rand:115
// ULP: 8
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 4;
    out[0] = sqrt(fabs(x));
    out[1] = rsqrt(fabs(x)+0.1f);
    out[2] = cbrt(x);
    out[3] = hypot(x,y);
}
