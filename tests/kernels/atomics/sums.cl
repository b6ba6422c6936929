// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Additions whose old values nobody wants: to one place, to a few, to places far
// apart, by some of the lanes.
// RUN: -g 512 -l 64 --dump 0 % buf:i32:32=0 buf:i32:4096=0 buf:i32:512=rand:66
kernel void sums(global int *few, global int *many, global const int *in)
{
    int i = get_global_id(0), v = in[i];
    atomic_inc(few);
    atomic_add(few + 1, v);
    atomic_sub(few + 2 + (v & 7), v >> 3);
    if (v & 16)
        atomic_add(few + 12 + (i & 15), i);
    if ((v & 3) == 1)
        atomic_dec(few + 30);
    atomic_add(many + (v & 4095), 1);
}
