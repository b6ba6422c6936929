// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Integers to float and double, which may round.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f32:384 buf:f64:192 buf:i64:64=rand:9
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void to_float(global float *out, global double *dout,
                     global const long *in)
{
    size_t i = get_global_id(0);
    long x = in[i] >> (i % 40);
    out += i * 6;
    out[0] = (float)x;
    out[1] = (float)(ulong)x;
    out[2] = (float)(int)x;
    out[3] = (float)(uint)x;
    out[4] = (float)(short)x;
    out[5] = (float)(uchar)x;
    dout[3 * i] = (double)x;
    dout[3 * i + 1] = (double)(ulong)x;
    dout[3 * i + 2] = (double)(uint)x;
}
