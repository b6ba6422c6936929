// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A product of two matrices, a block of 4 x 4 a work-item.
// RUN: -g 48,48 -l 16,4 % buf:f32:36864=rand:12 buf:f32:36864=rand:13 buf:f32:36864
// TOLERANCE: 1e-5
kernel void gemm_float4(global const float4 *a, global const float4 *b,
                        global float4 *c)
{
    uint x = get_global_id(0), y = get_global_id(1) * 4;
    uint n = get_global_size(0);
    float4 sum[4] = {0, 0, 0, 0};
    for (uint k = 0; k < n; k++) {
        float4 b0 = b[4 * k * n + x], b1 = b[(4 * k + 1) * n + x];
        float4 b2 = b[(4 * k + 2) * n + x], b3 = b[(4 * k + 3) * n + x];
        for (uint r = 0; r < 4; r++) {
            float4 v = a[(y + r) * n + k];
            sum[r] += v.x * b0 + v.y * b1 + v.z * b2 + v.w * b3;
        }
    }
    for (uint r = 0; r < 4; r++)
        c[(y + r) * n + x] = sum[r];
}
