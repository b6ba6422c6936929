// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Volatile accesses, packed structures and accesses to any byte.
// RUN: -g 16 -l 16 --dump 0 % buf:u8:176 buf:u8:300=rand:68
typedef struct __attribute__((packed)) odd {
    uchar a;
    int b;
    short c;
    uint d;
} odd;
kernel void packed(global odd *out, global const uchar *in)
{
    size_t i = get_global_id(0);
    volatile int copy = in[i];
    volatile global odd *o = out + i;
    o->a = copy;
    o->b = ((global const odd *)(in + i * 3))->b;
    o->c = copy * 3;
    o->d = ((global const odd *)(in + i * 5 + 1))->d + sizeof(odd);
}
