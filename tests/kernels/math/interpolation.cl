// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// mix, smoothstep, degrees, radians, mad and fma.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:192 buf:f32:32=rand:121
// ULP: 8
kernel void interpolation(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i];
    out += i * 6;
    out[0] = mix(2.0f, 5.0f, x);
    out[1] = smoothstep(0.2f, 0.9f, x);
    out[2] = degrees(x);
    out[3] = radians(x * 100);
    out[4] = mad(x, 4.0f, 1.0f);
    out[5] = fma(x, x, 1.0f);
}
