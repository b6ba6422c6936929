// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A number of bytes behind a private array, and one before it.
// SETS: clang22.O2.64 clang14.O2.64 clang22.O2.32
// RUN: -g 8 -l 8 % buf:i32:8 i32:1000000
// RUN: -g 8 -l 8 % buf:i32:8 i32:-1
// RUN: -g 8 -l 8 % buf:i32:8 i32:0x3ffffff8
// EXIT: 4
// ERROR: out-of-bounds
kernel void private_bytes_bounds(global int *p, int n)
{
    int a[8];
    for (int k = 0; k < 32; k += 4)
        *(int *)((char *)a + k) = k + p[k / 4];
    p[get_global_id(0)] = *(int *)((char *)a + (long)(p[0] + n) * 4);
}
