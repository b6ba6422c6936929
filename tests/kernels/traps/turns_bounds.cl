// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two vectors are loaded by turns (not by clang22 -O2). The second one's first part is out of bounds, and
// behind it in the kernel the first one's last part, too.
// SETS: clang14.O2.64 clang14.O0.64 clang14.O2.32 clang22.O0.64
// RUN: -g 64 -l 64 % buf:f32:255=1 buf:f32:252=2 buf:f32:64
// EXIT: 4
// ERROR: reads bytes 1008 to 1011 of argument 1, outside of its
kernel void turns(global const float4 *x, global const float4 *y, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = x[i].s0 * y[i].s0 + x[i].s1 * y[i].s1 + x[i].s2 * y[i].s2
             + x[i].s3 * y[i].s3;
}
