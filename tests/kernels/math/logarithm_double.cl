// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Logarithm functions of double.
// RUN: -g 32 -l 8 --dump 0 % buf:f64:192 buf:f64:32=rand:101 buf:f64:32=rand:111
// ULP: 16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global double *out, global const double *in1,
                      global const double *in2)
{
    size_t i = get_global_id(0);
    double x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 6;
    out[0] = log(fabs(x)+0.1);
    out[1] = log2(fabs(x)+0.1);
    out[2] = log10(fabs(x)+0.1);
    out[3] = log1p(fabs(x));
    out[4] = logb(x);
    out[5] = ilogb(x);
}
