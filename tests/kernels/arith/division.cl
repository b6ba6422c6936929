// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Division and remainder of every sign and of the extremes.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 64 -l 8 --dump 0,1,2 % buf:i32:128 buf:i64:128 buf:u32:128
constant int values[8] = { 1, -1, 7, -7, 1000000007, INT_MAX, -INT_MAX, 2 };
kernel void division(global int *a, global long *b, global uint *c)
{
    size_t i = get_global_id(0);
    int x = values[i / 8], y = values[i % 8];
    a[2 * i] = x / y;
    a[2 * i + 1] = x % y;
    long lx = (long)x * 4000000007L, ly = y;
    b[2 * i] = lx / ly;
    b[2 * i + 1] = lx % ly;
    c[2 * i] = (uint)x / (uint)y;
    c[2 * i + 1] = (uint)x % (uint)y;
}
