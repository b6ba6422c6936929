// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Inner products in double precision, with the rounding errors added up.
// RUN: -g 59392 -l 64 % buf:f64:950272=rand:9 buf:f64:950272=rand:10 buf:f64:59392
// TOLERANCE: 1e-12
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

kernel void double_dot(global const double *x, global const double *y,
                       global double *out)
{
    uint i = get_global_id(0), n = get_global_size(0);
    double sum = 0, lost = 0;
    for (uint k = 0; k < 16; k++) {
        double term = x[k * n + i] * y[k * n + i], next = sum + term;
        lost +=
            fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    out[i] = sum + lost;
}
