// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Inverse functions of float.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:256 buf:f32:32=rand:103 buf:f32:32=rand:113
// ULP: 16
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global float *out, global const float *in1,
                      global const float *in2)
{
    size_t i = get_global_id(0);
    float x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 8;
    out[0] = asin(y);
    out[1] = acos(y);
    out[2] = atan(x);
    out[3] = atan2(y,x);
    out[4] = asinpi(y);
    out[5] = acospi(y);
    out[6] = atanpi(x);
    out[7] = atan2pi(x,y);
}
