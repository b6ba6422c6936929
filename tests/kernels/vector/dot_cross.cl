// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Geometric functions.
// RUN: -g 16 -l 8 --dump 0,1 % buf:f32:96 buf:f32:48 buf:f32:64=rand:96
// ULP: 8
kernel void geometry(global float *out, global float *crosses,
                     global const float4 *in)
{
    size_t i = get_global_id(0);
    float4 a = in[i] * 4 - 2, b = in[(i + 3) % 16] + 1;
    out += i * 6;
    out[0] = dot(a, b);
    out[1] = length(a.xyz);
    out[2] = distance(a.xy, b.zw);
    out[3] = fast_length(b);
    out[4] = normalize(a).y;
    out[5] = dot(a.x, b.x);
    vstore3(cross(a.xyz, b.xyz), i, crosses);
}
