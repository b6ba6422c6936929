// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Integrals of a rational function by Simpson's rule, in double precision.
// RUN: -g 8192 -l 64 % buf:f64:8192=rand:17 buf:f64:8192 u32:128
// TOLERANCE: 1e-12
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static double value(double x)
{
    return (1.0 + x) / (1.0 + x * x);
}

kernel void simpson(global const double *end, global double *out, uint n)
{
    uint i = get_global_id(0);
    double high = 1.0 + end[i], step = high / (double)(2 * n);
    double sum = value(0.0) + value(high);
    for (uint k = 1; k < 2 * n; k++)
        sum += value((double)k * step) * ((k & 1) ? 4.0 : 2.0);
    out[i] = sum * step / 3.0;
}
