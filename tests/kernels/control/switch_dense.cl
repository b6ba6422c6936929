// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A dense switch with fall-through.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 40 -l 8 --dump 0 % buf:i32:40 buf:i32:40=rand:7
kernel void dense(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i], r = 0;
    switch (x & 7) {
    case 0: r = 10; break;
    case 1: r += 3;
    case 2: r += x >> 20;
    case 3: r ^= 0x55; break;
    case 5: return;
    case 6: r = -x; break;
    default: r = 1;
    }
    out[i] = r;
}
