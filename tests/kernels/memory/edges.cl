// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Neighbours of elements in rows, which at the edges are the edges' own: one, two and more
// of them, of several sizes, in rows that are no multiple of anything, read by all
// work-items or by some, and where the row's edges lie within a group.
// RUN: -g 300 -l 300 -k one --dump 1 % buf:i32:300=rand:3 buf:i32:300 i32:300
// RUN: -g 300,3 -l 100,1 -k one --dump 1 % buf:i32:300=rand:3 buf:i32:300 i32:300
// RUN: -g 257,4 -l 257,1 -k rows --dump 2 --dump 3 % buf:u8:1028=rand:5 buf:f32:1028=rand:6 buf:i32:1028 buf:f32:1028 i32:257 i32:4
// RUN: -g 480 -l 240 -k wide --dump 1 % buf:u16:480=rand:7 buf:i32:480 i32:480
// RUN: -g 384 -l 192 -k some --dump 1 % buf:i32:384=rand:9 buf:i32:384 i32:384
kernel void one(global const int *a, global int *b, int n)
{
    int i = get_global_id(0);
    int left = max(i - 1, 0), right = min(i + 1, n - 1);
    int r = a[left] * 3 - a[i] + a[right] * 5;
    if (get_global_id(1) == 0)
        b[i] = r;
}
kernel void rows(global const uchar *a, global const float *f, global int *b,
                 global float *g, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1), s = 0;
    float t = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int at = clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1);
            s = s * 2 + a[at];
            t = t * 0.5f + f[at];
        }
    b[y * w + x] = s;
    g[y * w + x] = t;
}
kernel void wide(global const ushort *a, global int *b, uint n)
{
    uint i = get_global_id(0);
    uint far = i < 12 ? 0 : i - 12, near = i + 19 > n - 1 ? n - 1 : i + 19;
    b[i] = a[far] * 65536 + a[near];
}
kernel void some(global const int *a, global int *b, int n)
{
    int i = get_global_id(0), at = max(i - 1, 0), r = 0;
    r = a[at];
    if (i % 16 > 2 && i > 20 && i < n - 20)
        r += a[at] * 7 + a[min(i + 3, n - 1)];
    if ((i & 31) < 16)
        r -= a[min(i + 1, n - 1)];
    b[i] = r;
}
