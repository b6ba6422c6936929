// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Operators, division and square root of double; fma.
// RUN: -g 64 -l 16 --dump 0 % buf:f64:448 buf:f64:64=rand:1 buf:f64:64=rand:2
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void ops(global double *out, global const double *in1,
                global const double *in2)
{
    size_t i = get_global_id(0);
    double a = in1[i] * 20 - 10, b = in2[i] * 2 - 1;
    out += i * 7;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / b;
    out[4] = sqrt(fabs(a));
    out[5] = fma(a, b, 1.0 / 3);
    out[6] = a * b + 1.0 / 3;
}
