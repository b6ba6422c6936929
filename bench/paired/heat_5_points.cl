// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of the heat equation in the plane; the border stays as it is.
// RUN: -g 1536,1024 -l 64,4 % buf:f32:1572864=rand:1 buf:f32:1572864 f32:0.2
// TOLERANCE: 1e-5
kernel void heat_5_points(global const float *in, global float *out, float rate)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint w = get_global_size(0), h = get_global_size(1), i = y * w + x;
    float v = in[i];
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        v += rate * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4.0f * v);
    out[i] = v + 1.0f;
}
