/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A chain of multiply-adds. */
// RUN: -g 65536 -l 256 % buf:f32:65536=rand:1 buf:f32:65536 f32:0.25 u32:500
// TOLERANCE: 1e-4
kernel void madd(global const float *x, global float *out, float a, uint n)
{
    uint i = get_global_id(0);
    float v = x[i], sum = 0;
    for (uint k = 0; k < n; k++) {
        sum = sum + v * a;
        v = v * 0.999f;
    }
    out[i] = sum;
}
