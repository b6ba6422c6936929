// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A polynomial of degree 31 at many places, by Horner's rule.
// RUN: -g 393216 -l 256 % buf:f32:393216=rand:14 buf:f32:32=rand:15 buf:f32:393216
// TOLERANCE: 1e-5
kernel void polynomial(global const float *x, constant float *coefficient,
                       global float *out)
{
    uint i = get_global_id(0);
    float v = x[i] * 0.9f, sum = 0;
    for (int k = 31; k >= 0; k--)
        sum = sum * v + coefficient[k];
    out[i] = sum;
}
