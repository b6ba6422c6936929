// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A product of two matrices, an element a work-item.
// RUN: -g 192,192 -l 32,4 % buf:f32:36864=rand:7 buf:f32:36864=rand:8 buf:f32:36864=rand:9 f32:0.5 f32:2
// LONG: -g 640,640 -l 32,4 % buf:f32:409600=rand:7 buf:f32:409600=rand:8 buf:f32:409600=rand:9 f32:0.5 f32:2
// TOLERANCE: 1e-5
kernel void gemm_naive(global const float *a, global const float *b,
                       global float *c, float alpha, float beta)
{
    uint x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
    float sum = 0;
    for (uint k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = alpha * sum + beta * c[y * n + x];
}
