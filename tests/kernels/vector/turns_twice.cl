// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors are loaded by turns, some of their parts twice: once a part is a group's, it is
// no other one's.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64
// RUN: -g 96 -l 32 --dump 2 % buf:u64:768=rand:62 buf:u64:768=rand:63 buf:u64:96
kernel void turns(global const ulong8 *x, global const ulong8 *y, global ulong *out)
{
    uint i = get_global_id(0);
    ulong sum = x[i].s0;
    sum = sum * 3 + x[i].s0;
    sum = sum * 3 + y[i ^ 1].s2;
    sum = sum * 3 + x[i].s1;
    sum = sum * 3 + x[i].s2;
    sum = sum * 3 + y[i ^ 1].s2;
    sum = sum * 3 + x[i].s3;
    sum = sum * 3 + y[i ^ 1].s0;
    sum = sum * 3 + y[i ^ 1].s1;
    sum = sum * 3 + x[i].s4;
    sum = sum * 3 + x[i].s1;
    sum = sum * 3 + x[i].s5;
    sum = sum * 3 + y[i ^ 1].s5;
    sum = sum * 3 + x[i].s6;
    sum = sum * 3 + y[i ^ 1].s4;
    sum = sum * 3 + x[i].s7;
    out[i] = sum;
}
