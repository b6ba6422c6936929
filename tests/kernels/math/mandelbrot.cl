// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Iterations until escape.
// RUN: -g 16,12 -l 8,4 --dump 0 % buf:i32:192 i32:60
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(global int *out, int limit)
{
    int px = get_global_id(0), py = get_global_id(1);
    float cx = px * 0.1875f - 2.0f, cy = py * 0.1875f - 1.125f, x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y < 4; n++) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
    }
    out[py * get_global_size(0) + px] = n;
}
