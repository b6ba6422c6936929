// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Logarithm functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:192 buf:f32:32=rand:101 buf:f32:32=rand:111
// ULP: 16
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 6;
    out[0] = log(fabs(x)+0.1f);
    out[1] = log2(fabs(x)+0.1f);
    out[2] = log10(fabs(x)+0.1f);
    out[3] = log1p(fabs(x));
    out[4] = logb(x);
    out[5] = ilogb(x);
}
