// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A stage of radix 2 of a fast Fourier transform, its factors from a table.
// RUN: -g 262144 -l 128 % buf:f32:1048576=rand:25 buf:f32:1024=rand:26 buf:f32:1048576 u32:256
// TOLERANCE: 1e-5
kernel void fft_stage(global const float2 *in, global const float2 *factor,
                      global float2 *out, uint span)
{
    uint g = get_global_id(0), j = g & (span - 1), i = 2 * g - j;
    float2 a = in[i] + 2.0f, b = in[i + span], f = factor[j];
    float2 t = (float2)(f.x * b.x - f.y * b.y, f.x * b.y + f.y * b.x);
    out[i] = a + t;
    out[i + span] = a - t;
}
