// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The exponential function by its series, with the argument halved before.
// RUN: -g 262144 -l 64 % buf:f64:262144=rand:12 buf:f64:262144
// TOLERANCE: 1e-12
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void double_exponential(global const double *x, global double *out)
{
    uint i = get_global_id(0);
    double v = x[i] * 0.125, sum = 1.0;
    for (int k = 20; k > 0; k--)
        sum = 1.0 + v * sum / (double)k;
    sum *= sum;
    sum *= sum;
    out[i] = sum * sum;
}
