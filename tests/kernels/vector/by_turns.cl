// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Parts of vectors and structures that are loaded by turns: of three vectors, with
// numbers between them, by some work-items only, in place, and from anywhere.
// RUN: -g 300 -l 60 --dump 4,5 % buf:i32:1204=rand:1 buf:i32:1204=rand:2 buf:i16:600=rand:3 buf:u32:300=rand:4 buf:i32:1200 buf:i32:300 u32:299
// RUN: -g 70 -l 7 --dump 4,5 % buf:i32:1204=rand:5 buf:i32:1204=rand:6 buf:i16:600=rand:7 buf:u32:300=rand:8 buf:i32:1200 buf:i32:300 u32:63
typedef struct pair { ushort a, b; } pair;
kernel void turns(global const uint4 *x, global const uint4 *y, global const pair *p,
                  global const uint *z, global uint4 *out, global uint *sum, uint most)
{
    int i = get_global_id(0);
    uint4 v;
    v.s0 = x[i].s0 * y[i].s0 + p[i].a;
    v.s1 = x[i].s1 * y[i].s1 + z[i];
    v.s2 = x[i].s2 * y[i].s2 + p[i].b;
    v.s3 = x[i].s3 * y[i].s3;
    out[i] = v;
    if (z[i] & 1) {
        out[i].s0 = out[i].s0 * x[i + 1].s0 + y[i].s3;
        out[i].s2 = out[i].s2 * x[i + 1].s1 + y[i].s2;
        out[i].s1 = out[i].s1 * x[i + 1].s2 + y[i].s1;
    }
    uint k = z[i] % most;
    sum[i] = (x[k].s3 ^ y[k].s0) + (x[k].s2 ^ y[k].s1) * (x[k].s1 ^ y[k].s2)
             + p[k].a * (x[k].s0 ^ y[k].s3);
}
