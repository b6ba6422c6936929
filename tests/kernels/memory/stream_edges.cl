// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A five-point sum over an image whose edges are left as they are, or are set to what
// lies there: rows of which the first and the last work-item do nothing, of all lengths
// up to some strips.
// SETS: clang14.O2.64 clang22.O2.64 clang22.O2.32 clang22.O0.64
// RUN: -g 37,5 -l 1,1 --dump 0 % buf:f32:185=7 buf:f32:185=rand:1 u32:37 u32:5 f32:0.25
// RUN: -g 130,20 -l 10,2 --dump 0 % buf:f32:2600=7 buf:f32:2600=rand:2 u32:130 u32:20 f32:-3
// RUN: -g 273,17 -l 39,1 --dump 0 % buf:f32:4641=7 buf:f32:4641=rand:3 u32:273 u32:17 f32:1.5
// RUN: -g 64,18 -l 64,1 --dump 0 % buf:f32:1152=7 buf:f32:1152=rand:4 u32:49 u32:17 f32:1.5
#pragma OPENCL FP_CONTRACT OFF
kernel void stream_edges(global float *b, global const float *a, uint w, uint h,
                         float q)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        float c = a[y * w + x], n = a[(y - 1) * w + x] - c;
        float s = a[(y + 1) * w + x] - c, e = a[y * w + x + 1] - c;
        float v = (n * n + s * s) * q + fabs(e) * 0.5f - n * s;
        b[y * w + x] = v < 0.25f ? 0.25f + v : v > 2.0f ? 2.0f : v * c;
    }
}
