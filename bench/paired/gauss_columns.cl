// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A Gaussian blur along columns, its weights in the program.
// RUN: -g 1024,1024 -l 32,8 % buf:f32:1048576=rand:10 buf:f32:1048576
// TOLERANCE: 1e-5
constant float weights[] = {0.0625f, 0.125f, 0.1875f, 0.25f,
                            0.1875f, 0.125f, 0.0625f};

kernel void gauss_columns(global const float *in, global float *out)
{
    int y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    float sum = 0;
    for (int k = 0; k < 7; k++) {
        int v = y + k - 3;
        v = v < 0 ? -v : v >= h ? 2 * h - 2 - v : v;
        sum += weights[k] * in[v * w + get_global_id(0)];
    }
    out[y * w + get_global_id(0)] = sum;
}
