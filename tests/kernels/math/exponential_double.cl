// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Exponential functions of double.
// RUN: -g 32 -l 8 --dump 0 % buf:f64:256 buf:f64:32=rand:100 buf:f64:32=rand:110
// ULP: 32
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void functions(global double *out, global const double *in1,
                      global const double *in2)
{
    size_t i = get_global_id(0);
    double x = in1[i] * 10 - 5, y = in2[i] * 2 - 1;
    out += i * 8;
    out[0] = exp(x);
    out[1] = exp2(x);
    out[2] = exp10(x*4);
    out[3] = expm1(x);
    out[4] = pow(fabs(x)+0.1,y);
    out[5] = powr(fabs(x)+0.5,y);
    out[6] = pown(x,(int)(y*3));
    out[7] = rootn(fabs(x)+1,5);
}
