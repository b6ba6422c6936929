// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Division and square root are correctly rounded in double and, asked so, in
// float.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f32:128 buf:f64:128 buf:f32:64=rand:125 buf:f64:64=rand:126
// FLAGS: -cl-fp32-correctly-rounded-divide-sqrt
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void divide(global float *out, global double *dout,
                   global const float *in, global const double *din)
{
    size_t i = get_global_id(0), j = (i + 7) % 64;
    out[2 * i] = in[i] / in[j];
    out[2 * i + 1] = sqrt(in[i]);
    dout[2 * i] = din[i] / din[j];
    dout[2 * i + 1] = sqrt(din[i]);
}
