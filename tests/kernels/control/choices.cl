// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Small ways of branches on which lanes part: around one, between two, nested, in
// loops, with results that one way only computes, and beside conditions that lanes
// share.
// RUN: -k rank -g 300 -l 100 --dump 1 % buf:u32:300=rand:7 buf:u32:300=0 u32:300
// RUN: -k pairs -g 256 -l 64 --dump 1 % buf:i32:256=rand:3 buf:i32:256=0 u32:4 u32:16
// RUN: -k nested -g 200 -l 40 --dump 1 --dump 2 % buf:i32:200=rand:5 buf:i32:200=0 buf:f32:200=0 i32:3
// RUN: -k shared -g 128 -l 32 --dump 1 % buf:u32:128=rand:9 buf:u32:128=0 u32:40
// RUN: -k wide -g 130 -l 65 --dump 1 % buf:i64:130=rand:2 buf:i64:130=0
kernel void rank(global const uint *in, global uint *out, uint n)
{
    uint i = get_global_id(0), x = in[i] % 97, r = 0;
    for (uint j = 0; j < n; j++) {
        uint y = in[j] % 97;
        if (y < x || (y == x && j < i))
            r++;
    }
    out[r] = i;
}

kernel void pairs(global const int *in, global int *out, uint j, uint k)
{
    uint i = get_global_id(0), p = i ^ j;
    int x = in[i], y = in[p], z;
    if ((i < p) != ((i & k) != 0))
        z = x < y ? x : y;
    else
        z = x < y ? y : x;
    out[i] = z;
}

kernel void nested(global const int *in, global int *out, global float *f, int n)
{
    int i = get_global_id(0), x = in[i], s = 0, t = 1;
    float v = i * 0.5f;
    for (int k = 0; k < 9; k++) {
        if (x & 1) {
            if (x & 2)
                s += k;
            else
                s -= n;
        } else if (x & 4) {
            t ^= s;
            if (s > 5)
                v = -v;
        }
        if (!(x & 8))
            v += 0.25f;
        if (t == s)
            break;
        x = (x >> 1) + s;
    }
    out[i] = s * 3 + t;
    f[i] = v;
}

kernel void shared(global const uint *in, global uint *out, uint n)
{
    uint i = get_global_id(0), a = in[i], b = a >> 7, s = 0;
    for (uint k = 0; k < n; k++) {
        uint f;
        if (k < 10)
            f = (a & b) | (~a & k);
        else if (k < 20)
            f = a ^ b;
        else
            f = a | ~b;
        if (f & 1)
            s += f >> (k & 31);
        if (n - k == i)
            s++;
        a = b + f;
        b = (f << 3) | (f >> 29);
    }
    out[i] = s;
}

kernel void wide(global const long *in, global long *out)
{
    int i = get_global_id(0);
    long x = in[i], y = in[(i + 1) % 130];
    short h = (short)x;
    bool late = false;
    if (x > y) {
        x = y - 1;
        late = true;
    }
    if (h < 0)
        h = (short)(h * 3);
    if (late == (i % 3 == 0))
        x += h;
    out[i] = x;
}
