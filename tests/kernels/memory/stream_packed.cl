// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Streams to elements of packed structures, which are not aligned.
// SETS: clang14.O2.64 clang22.O2.64 clang22.O2.32
// RUN: -g 1024 -l 256 --dump 0 % buf:u8:8193=rand:1 buf:i32:1024=rand:2
// RUN: -g 100 -l 100 --dump 0 % buf:u8:8193=rand:3 buf:i32:100=rand:4
typedef struct __attribute__((packed)) {
    uchar first;
    int whole[1024];
    uint bits[1024];
} parts;
kernel void stream_packed(global parts *p, global const int *x)
{
    uint i = get_global_id(0);
    int k = x[i], before = p->whole[i];
    p->whole[i] = ((k ^ before) * 3 + k) * 5;
    uint bits = p->bits[i];
    p->bits[i] = (bits >> 3 | (uint)k << 7) + bits * 9u;
}
