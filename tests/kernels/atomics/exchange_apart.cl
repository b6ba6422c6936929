// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items of one strip compare and exchange in different buffers.
// RUN: -g 64 -l 32 --dump 0,1,2 % buf:i32:64 buf:i32:32=seq buf:i32:32=seq
// SETS: clang14.O2.64 clang14.O0.64 clang22.O2.32

kernel void exchange_apart(global int *out, global int *a, global int *b)
{
    int i = get_global_id(0);
    volatile global int *p = (i & 1 ? a : b) + i / 2;
    out[i] = atomic_cmpxchg(p, i / 2 - i % 4 / 2, 1000 + i);
}
