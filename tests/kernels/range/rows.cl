// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Filters whose work-items cannot tell their groups, which may run a row at a time:
// whole rows, pieces of rows that do not divide them, in two and three dimensions.
// STD: CL1.2
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -k border -g 256,40 -l 16,8 --dump 2 % buf:i32:10240=rand:11 buf:i32:10240 buf:i32:32 i32:256 i32:40
// RUN: -k border -g 1021,17 -l 1,17 --dump 2 % buf:i32:17357=rand:12 buf:i32:17357 buf:i32:32 i32:1021 i32:17
// RUN: -k border -g 516,20 -l 4,5 --dump 2 % buf:i32:10320=rand:13 buf:i32:10320 buf:i32:32 i32:516 i32:20
// RUN: -k window -g 640,24 -l 8,8 --dump 2 % buf:u8:15360=rand:14 buf:u8:15360 buf:i32:32 i32:640 i32:24
// RUN: -k window -g 130,33 -l 13,3 --dump 2 % buf:u8:4290=rand:15 buf:u8:4290 buf:i32:32 i32:130 i32:33
// RUN: -k deep -g 192,6,5 -l 8,3,1 --dump 2 % buf:i16:5760=rand:16 buf:i16:5760 buf:i32:32 i32:192 i32:6
// RUN: -k from_offset -g 256,32 -l 32,2 --offset 3,5 --dump 2 % buf:i32:9583=rand:17 buf:i32:9583 buf:i32:32 i32:259 i32:37
kernel void border(global const int *in, global int *out, global int *sums, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    int v = 0;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        global const int *p = in + y * w + x;
        v = (p[1 - w] >> 3) + 2 * (p[1] >> 4) + (p[1 + w] >> 5) - (p[-1 - w] >> 6) - (p[-1] >> 7) + (p[w - 1] >> 8);
    }
    out[y * w + x] = v;
    atomic_add(&sums[(x * 7 + y) & 31], out[y * w + x] * (x + 3) ^ y);
}

kernel void window(global const uchar *in, global uchar *out, global int *sums, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)] * (3 + dx * dy);
    out[y * w + x] = (uchar)(sum / 75);
    if (y < 16 && (x == y * 37 % w || x == w - 1))
        sums[2 * y + (x == w - 1)] = sum;
}

kernel void deep(global const short *in, global short *out, global int *sums, int w, int h)
{
    size_t at = (get_global_id(2) * h + get_global_id(1)) * w + get_global_id(0);
    size_t last = (size_t)w * h * get_global_size(2) - 1;
    short v = in[at] - in[min(at + 1, last)] + in[min(at + w, last)] - in[min(at + (size_t)w * h, last)];
    out[at] = v;
    atomic_xor(&sums[at & 31], (int)v * (int)(at + 1));
}

kernel void from_offset(global const int *in, global int *out, global int *sums, int w, int h)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    int v = in[y * w + x - 1] ^ (in[(y - 1) * w + x] >> 1);
    out[y * w + x] = v;
    atomic_add(&sums[(get_global_offset(0) + x + y) & 31], v + (int)(get_global_size(0) + get_global_offset(1)));
}
