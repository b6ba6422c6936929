// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures passed by value to functions that change what they were given.
// RUN: -g 24 -l 8 --dump 0 % buf:i32:96 buf:i32:24=rand:91
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
typedef struct {
    int x[4];
    float2 f;
} bag;

__attribute__((noinline)) int change(bag b, int i)
{
    b.x[i & 3] += 100;
    b.f.x = 7;
    for (int k = 1; k < 4; k++)
        b.x[k] ^= b.x[k - 1];
    return b.x[3] + (int)(b.f.x + b.f.y);
}

__attribute__((noinline)) int twice(bag b, bag c, int i)
{
    int one = change(b, i);
    b.x[2] = one;
    int two = change(b, i + 1) - change(c, i);
    return b.x[2] == one ? two : -1;
}

kernel void byval_calls(global int *out, global const int *in)
{
    int i = (int)get_global_id(0), n = in[i] & 0xffff;
    bag b;
    for (int k = 0; k < 4; k++)
        b.x[k] = n * (k + 1);
    b.f = (float2)(n & 15, -3);
    int sum = 0;
    for (int k = 0; k <= (i & 3); k++)
        sum = sum * 3 + twice(b, b, k + n);
    out[4 * i] = sum;
    out[4 * i + 1] = b.x[3];
    out[4 * i + 2] = b.x[0] ^ b.x[1];
    out[4 * i + 3] = (int)(b.f.x * 2 + b.f.y);
}
