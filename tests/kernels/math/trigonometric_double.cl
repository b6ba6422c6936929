// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Trigonometric functions of double.
// RUN: -g 32 -l 8 --dump 0 % buf:f64:256 buf:f64:32=rand:102 buf:f64:32=rand:112
// ULP: 16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global double *out, global const double *in1,
                      global const double *in2)
{
    size_t i = get_global_id(0);
    double x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 8;
    out[0] = sin(x);
    out[1] = cos(x);
    out[2] = tan(x);
    out[3] = sinpi(x);
    out[4] = cospi(x);
    out[5] = tanpi(x*0.1);
    out[6] = sin(x*1000);
    out[7] = cos(y*100);
}
