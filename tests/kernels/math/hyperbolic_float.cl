// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Hyperbolic functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:192 buf:f32:32=rand:104 buf:f32:32=rand:114
// ULP: 16
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 6;
    out[0] = sinh(x);
    out[1] = cosh(x);
    out[2] = tanh(y);
    out[3] = asinh(x);
    out[4] = acosh(fabs(x)+1);
    out[5] = atanh(y*0.9f);
}
