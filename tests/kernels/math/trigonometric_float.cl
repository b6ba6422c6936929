// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Trigonometric functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:256 buf:f32:32=rand:102 buf:f32:32=rand:112
// ULP: 16
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 8;
    out[0] = sin(x);
    out[1] = cos(x);
    out[2] = tan(x);
    out[3] = sinpi(x);
    out[4] = cospi(x);
    out[5] = tanpi(x*0.1f);
    out[6] = sin(x*1000);
    out[7] = cos(y*100);
}
