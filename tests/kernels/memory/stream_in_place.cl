// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Streams whose results go where an operand was: the same elements, those of another
// part of the buffer, and what lies one further on in local memory, behind a barrier.
// SETS: clang14.O2.64 clang22.O2.64 clang22.O2.32 clang22.O0.64
// RUN: -g 1000 -l 100 --dump 0,1 % buf:i32:2016=rand:5 buf:f32:1000=rand:6 u32:1000 local:404
// RUN: -g 2048 -l 1024 --dump 0,1 % buf:i32:4100=rand:7 buf:f32:2048=rand:8 u32:2052 local:4100
// RUN: -g 45 -l 45 --dump 0,1 % buf:i32:91=rand:9 buf:f32:45=rand:10 u32:45 local:184
#pragma OPENCL FP_CONTRACT OFF
kernel void stream_in_place(global int *a, global float *f, uint apart,
                            local float *t)
{
    uint i = get_global_id(0), l = get_local_id(0);
    a[i] = ((a[i] ^ a[i] >> 3) * 3 + (int)i) & 0xffff;
    a[i + apart] = max(a[i] - a[i + apart], -7) + (a[i + apart] << 2);
    t[l] = f[i] * 2 - 1;
    if (l == 0)
        t[get_local_size(0)] = 0.125f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float next = t[l + 1] * 0.5f + t[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = next * next - f[i];
    f[i] = t[l] + f[i] * next;
}
