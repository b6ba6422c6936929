// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// 32-bit atomics on global memory, all operations; order does not matter.
// RUN: -g 128 -l 32 --dump 0 % buf:i32:12=0 buf:i32:128=rand:80
kernel void counters(global int *c, global const int *in)
{
    int x = in[get_global_id(0)], i = get_global_id(0);
    atomic_add(c + 0, x);
    atomic_sub(c + 1, x >> 3);
    atomic_inc(c + 2);
    atomic_dec(c + 3);
    atomic_min(c + 4, x);
    atomic_max(c + 5, x);
    atomic_min((volatile global uint *)c + 6, (uint)x);
    atomic_max((volatile global uint *)c + 7, (uint)x);
    atomic_or(c + 8, 1 << (x & 31));
    atomic_xor(c + 9, x);
    atomic_and(c + 10, x);
    atomic_or(c + 11, atomic_xchg(c + 11, 127) | i);
}
