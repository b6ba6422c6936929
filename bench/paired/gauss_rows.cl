// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A Gaussian blur along rows, its weights in constant memory.
// RUN: -g 1024,256 -l 128,1 % buf:f32:262144=rand:9 buf:f32:262144 buf:f32:15 i32:7
// SETUP: -g 1
// TOLERANCE: 1e-5
kernel void gauss_rows(global const float *in, global float *out,
                       constant float *weight, int radius)
{
    int x = get_global_id(0), w = get_global_size(0);
    global const float *row = in + get_global_id(1) * w;
    float sum = 0;
    for (int k = -radius; k <= radius; k++)
        sum += weight[k + radius] * row[clamp(x + k, 0, w - 1)];
    out[get_global_id(1) * w + x] = sum;
}

// The weights are those of a row of Pascal's triangle.
kernel void setup(global const float *in, global float *out,
                  global float *weight, int radius)
{
    uint c = 1;
    for (int k = 0; k <= 2 * radius; k++) {
        weight[k] = (float)c / (float)(1 << 2 * radius);
        c = c * (2 * radius - k) / (k + 1);
    }
}
