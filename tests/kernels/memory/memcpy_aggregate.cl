// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Large aggregates copied and cleared: memory intrinsics.
// RUN: -g 4 -l 2 --dump 0 % buf:i32:160 buf:i32:160=rand:69
typedef struct block {
    int v[40];
} block;
kernel void aggregates(global block *out, global const block *in)
{
    size_t i = get_global_id(0);
    block a = { { 0 } }, b = in[i];
    for (int k = 0; k < 40; k += 3)
        a.v[k] = b.v[39 - k];
    if (a.v[0] & 1)
        a = b;
    b = a;
    b.v[i] = 1;
    out[i] = b;
}
