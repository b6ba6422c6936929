// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Roots functions of double.
// RUN: -g 32 -l 8 --dump 0 % buf:f64:128 buf:f64:32=rand:105 buf:f64:32=rand:115
// ULP: 8
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global double *out, global const double *in1,
                      global const double *in2)
{
    size_t i = get_global_id(0);
    double x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 4;
    out[0] = sqrt(fabs(x));
    out[1] = rsqrt(fabs(x)+0.1);
    out[2] = cbrt(x);
    out[3] = hypot(x,y);
}
