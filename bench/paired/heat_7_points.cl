// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of the heat equation in space; what is outside is zero.
// RUN: -g 128,64,64 -l 16,4,4 % buf:f32:524288=rand:2 buf:f32:524288
// TOLERANCE: 1e-5
kernel void heat_7_points(global const float *in, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
    int plane = w * h, i = z * plane + y * w + x;
    float sum = 2.0f * in[i];
    sum += x > 0 ? in[i - 1] : 0.0f;
    sum += x < w - 1 ? in[i + 1] : 0.0f;
    sum += y > 0 ? in[i - w] : 0.0f;
    sum += y < h - 1 ? in[i + w] : 0.0f;
    sum += z > 0 ? in[i - plane] : 0.0f;
    sum += z < d - 1 ? in[i + plane] : 0.0f;
    out[i] = sum * 0.125f;
}
