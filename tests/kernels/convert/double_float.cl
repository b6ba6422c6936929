// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Double to float under each rounding mode, and back.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f32:320 buf:f64:64 buf:f64:64=rand:2
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void narrow(global float *out, global double *back,
                   global const double *in)
{
    size_t i = get_global_id(0);
    double x = (in[i] - 0.5) * (i % 7 + 1);
    out += i * 5;
    out[0] = (float)x;
    out[1] = convert_float_rte(x);
    out[2] = convert_float_rtz(x);
    out[3] = convert_float_rtp(x);
    out[4] = convert_float_rtn(x);
    back[i] = (double)out[0] - x;
}
