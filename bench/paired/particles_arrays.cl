// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Moves particles that are kept as arrays of their parts.
// RUN: -g 589824 -l 128 % buf:f32:589824=rand:6 buf:f32:589824=rand:7 buf:f32:589824=rand:8 buf:f32:589824=rand:9 buf:u32:589824 f32:0.75
// TOLERANCE: 1e-5
#pragma OPENCL FP_CONTRACT OFF

kernel void particles_arrays(global float *x, global float *y, global float *vx,
                             global float *vy, global uint *bounces, float step)
{
    uint i = get_global_id(0);
    float u = x[i] + step * vx[i], v = y[i] + step * vy[i];
    if (u > 1.0f) {
        u = 2.0f - u;
        vx[i] = -vx[i];
        bounces[i]++;
    }
    if (v > 1.0f) {
        v = 2.0f - v;
        vy[i] = -vy[i];
        bounces[i]++;
    }
    x[i] = u;
    y[i] = v;
}
