// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Tables in constant memory with initializers, of several types and ranks.
// RUN: -g 24 -l 8 --dump 0,1 % buf:i32:24 buf:f32:96
constant int primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
constant short grid[3][4] = { { 1, 2, 3, 4 }, { -1, -2 }, { 100 } };
constant float4 colours[2] = { (float4)(1, 2, 3, 4), (float4)(0.5f) };
typedef struct entry {
    char name[4];
    int value;
} entry;
constant entry entries[3] = { { "ab", 10 }, { "cde", 20 }, { "f", 30 } };
constant char text[] = "hello";
kernel void tables(global int *out, global float4 *c)
{
    size_t i = get_global_id(0);
    out[i] = primes[i % 8] + 1000 * grid[i % 3][i / 8] +
             entries[i % 3].value * entries[(i + 1) % 3].name[i % 2] +
             text[i % 6];
    c[i] = colours[i & 1] * (float)i;
}
