// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A switch on 64 bits and one on characters, sparse.
// RUN: -g 32 -l 32 --dump 0 % buf:i32:32 buf:i64:32=seq
kernel void sparse(global int *out, global const long *in)
{
    size_t i = get_global_id(0);
    long x = (in[i] % 5) * 0x100000001L;
    int r;
    switch (x) {
    case 0: r = 1; break;
    case 0x100000001L: r = 2; break;
    case 0x400000004L: r = 3; break;
    default: r = 4;
    }
    switch ((char)(i * 9)) {
    case -1: case 'a': r += 100; break;
    case -100 ... -50: r += 200; break;
    case 63: r += 300;
    }
    out[i] = r;
}
