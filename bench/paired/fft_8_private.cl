// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Fourier transforms of 8 complex numbers, one a work-item.
// RUN: -g 81920 -l 64 % buf:f32:1310720=rand:27 buf:f32:1310720
// TOLERANCE: 1e-3
static float2 turn(float2 a, float2 f)
{
    return (float2)(a.x * f.x - a.y * f.y, a.x * f.y + a.y * f.x);
}

kernel void fft_8_private(global const float2 *in, global float2 *out)
{
    const float r = 0.70710678f;
    const float2 factor[4] = {(float2)(1, 0), (float2)(r, -r), (float2)(0, -1),
                              (float2)(-r, -r)};
    uint i = get_global_id(0), n = get_global_size(0);
    float2 v[8];
    for (uint k = 0; k < 8; k++)
        v[k] = in[k * n + i];
    for (uint half_size = 4; half_size > 0; half_size /= 2)
        for (uint k = 0; k < 4; k++) {
            uint low = k & (half_size - 1), a = 2 * k - low;
            float2 sum = v[a] + v[a + half_size];
            float2 difference = v[a] - v[a + half_size];
            v[a] = sum;
            v[a + half_size] = turn(difference, factor[low * (4 / half_size)]);
        }
    for (uint k = 0; k < 8; k++)
        out[k * n + i] = v[k] + 16.0f;
}
