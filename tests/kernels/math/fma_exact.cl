// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// fma rounds once, in float and double.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f32:64 buf:f64:64 buf:f64:64=rand:122 buf:f64:64=rand:123
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void fmas(global float *out, global double *dout,
                 global const double *in1, global const double *in2)
{
    size_t i = get_global_id(0);
    double a = in1[i], b = in2[i] - 0.5;
    out[i] = fma((float)a, (float)b, (float)(-a * b));
    dout[i] = fma(a, b, -(a * b));
}
