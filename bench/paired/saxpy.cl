// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A vector plus a multiple of another, in place.
// RUN: -g 2097152 -l 256 % buf:f32:2097152=rand:1 buf:f32:2097152=rand:2 f32:1.5
// TOLERANCE: 1e-6
kernel void saxpy(global const float *x, global float *y, float a)
{
    uint i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
