// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Half in memory: loads widen, stores round as they say.
// RUN: -g 64 -l 16 --dump 0,1,2 % buf:u16:384 buf:f32:64 buf:f32:256 buf:f32:64=rand:14 buf:f16:256=rand:15
kernel void halves(global half *out, global float *back, global float *wide,
                   global const float *in, global const half *packed)
{
    size_t i = get_global_id(0);
    float x = (in[i] - 0.5f) * (1 << (i % 24)) * 0.01f;
    vstore_half(x, 6 * i, out);
    vstore_half_rte(x, 6 * i + 1, out);
    vstore_half_rtz(x, 6 * i + 2, out);
    vstore_half_rtp(x, 6 * i + 3, out);
    vstore_half_rtn(x, 6 * i + 4, out);
    vstore_half(x * 1e-4f, 6 * i + 5, out);
    back[i] = vload_half(i * 4, packed);
    vstore4(vload_half4(i, packed), i, wide);
}
