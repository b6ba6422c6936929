// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Atomics on 64 bits.
// RUN: -g 64 -l 16 --dump 0 % buf:i64:8=0 buf:i64:64=rand:82
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void wide(global long *c, global const long *in)
{
    long x = in[get_global_id(0)];
    atom_add(c, x);
    atom_sub(c + 1, x);
    atom_inc(c + 2);
    atom_min(c + 3, x);
    atom_max(c + 4, x);
    atom_or(c + 5, x);
    atom_xor(c + 6, x);
    atom_max((volatile global ulong *)c + 7, (ulong)x);
}
