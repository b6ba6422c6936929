// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums of an index and what lanes share are all inside of their buffer, though
// some wrap. What is found of them is not known of the index itself, by which
// the second load is out of bounds.
// RUN: -g 64 -l 64 % buf:u32:64=seq buf:u32:64=seq buf:u32:64=4294967288,4294967289,4294967290,4294967291,4294967292,4294967293,4294967294,4294967295,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55 buf:u32:64 u32:8
// SETS: clang14.O2.64
// EXIT: 4
// ERROR: reads bytes 17179869152 to 17179869155 of argument 1
kernel void wrapped_sums(global const uint *a, global const uint *b,
                         global const uint *index, global uint *out, uint u)
{
    uint i = index[get_global_id(0)];
    uint x = a[i + u];
    out[get_global_id(0)] = x + b[i];
}
