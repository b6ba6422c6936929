// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Streams of which some work-items store nothing: what lies there stays, also behind the
// last one.
// SETS: clang14.O2.64 clang22.O2.64 clang22.O2.32 clang22.O0.64
// RUN: -g 301 -l 301 --dump 0,1 % buf:i32:310=-1 buf:f32:310=9 buf:i32:310=rand:1 u32:301 i32:3
// RUN: -g 128 -l 64 --dump 0,1 % buf:i32:128=-1 buf:f32:128=9 buf:i32:128=rand:2 u32:100 i32:7
// RUN: -g 40 -l 8 --dump 0,1 % buf:i32:45=-1 buf:f32:45=9 buf:i32:45=rand:3 u32:39 i32:2
#pragma OPENCL FP_CONTRACT OFF
kernel void stream_gaps(global int *a, global float *f, global const int *b,
                        uint n, int q)
{
    uint i = get_global_id(0);
    if (i < n && (b[i] & 3) != 1)
        a[i] = ((b[i] >> 7) - q) * 5 ^ b[i];
    if (i + 1 < n && i % 5 > 1) {
        float x = (float)(b[i] & 1023), y = (float)(b[i + 1] & 255);
        f[i] = (x - y) * 0.25f + x * y;
    }
}
