// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Exponential functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:256 buf:f32:32=rand:100 buf:f32:32=rand:110
// ULP: 32
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 8;
    out[0] = exp(x);
    out[1] = exp2(x);
    out[2] = exp10(x*4);
    out[3] = expm1(x);
    out[4] = pow(fabs(x)+0.1f,y);
    out[5] = powr(fabs(x)+0.5f,y);
    out[6] = pown(x,(int)(y*3));
    out[7] = rootn(fabs(x)+1,5);
}
