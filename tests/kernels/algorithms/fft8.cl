// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A Fourier transform of eight points in registers.
// RUN: -g 8 -l 4 --dump 0 % buf:f32:128 buf:f32:128=rand:209
// ULP: 512
float2 times(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
kernel void fft(global float2 *out, global const float2 *in)
{
    size_t i = get_global_id(0);
    float2 x[8];
    for (int k = 0; k < 8; k++)
        x[k] = in[i * 8 + ((k & 1) << 2 | (k & 2) | k >> 2)] + 1.0f;
    for (int half_size = 1; half_size < 8; half_size *= 2)
        for (int k = 0; k < 8; k += 2 * half_size)
            for (int j = 0; j < half_size; j++) {
                float angle = -3.14159265f * j / half_size;
                float2 t = times(x[k + j + half_size],
                                 (float2)(cos(angle), sin(angle)));
                x[k + j + half_size] = x[k + j] - t;
                x[k + j] += t;
            }
    for (int k = 0; k < 8; k++)
        out[i * 8 + k] = x[k] * 100 + 1000;
}
