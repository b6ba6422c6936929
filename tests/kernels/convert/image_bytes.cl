// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Bytes and shorts that are computed with as ints and floats, and back again, rounded and
// saturated: each conversion between others, at the ends of what it can hold, also in
// place, and by some work-items only.
// RUN: -g 320 -l 160 -k floats --dump 1 --dump 2 --dump 3 --dump 4 % buf:f32:320=rand:3 buf:u8:960 buf:i8:960 buf:u16:960 buf:i16:960
// RUN: -g 320 -l 160 -k ints --dump 1 --dump 2 --dump 3 --dump 4 % buf:i32:320=rand:5 buf:u8:960 buf:i8:960 buf:u16:960 buf:i16:960
// RUN: -g 320 -l 160 -k mixed --dump 1 --dump 2 % buf:u8:640=rand:7 buf:f32:960 buf:i32:960
// RUN: -g 320 -l 160 -k in_place --dump 0 --dump 1 % buf:u8:320=rand:9 buf:i16:320=rand:11
// RUN: -g 256 -l 64 -k over --dump 0 % buf:u8:1024=rand:13
kernel void floats(global const float *x, global uchar *a, global char *b,
                   global ushort *c, global short *d)
{
    int i = get_global_id(0);
    float v = x[i] * 50000.0f, w = v * 0.01f + 0.5f;
    if (i == 7)
        v = w = NAN;
    if (i == 9)
        v = w = -INFINITY;
    if (i == 11)
        v = w = INFINITY;
    a[i] = convert_uchar_sat(w);
    a[320 + i] = convert_uchar_sat_rte(w * 0.5f - 1.0f);
    a[640 + i] = convert_uchar_sat_rtp(w * 0.25f);
    b[i] = convert_char_sat(w);
    b[320 + i] = convert_char_sat_rte(w * 0.5f);
    b[640 + i] = convert_char_sat_rtn(w * 0.25f);
    c[i] = convert_ushort_sat(v * 2.0f);
    c[320 + i] = convert_ushort_sat_rte(v * 1.5f);
    c[640 + i] = convert_ushort_sat(convert_int_sat(v * 65537.0f));
    d[i] = convert_short_sat(v * 2.0f);
    d[320 + i] = convert_short_sat_rte(v * 1.5f);
    d[640 + i] = convert_int_sat_rte(v * 0.125f) >> 3;
}
kernel void ints(global const int *x, global uchar *a, global char *b,
                 global ushort *c, global short *d)
{
    int i = get_global_id(0), v = x[i] >> (i % 29);
    a[i] = v - 7;
    b[i] = v ^ 0x55;
    c[i] = v * 9;
    if (i % 3)
        d[i] = v ^ 0x55;
}
kernel void mixed(global const uchar *x, global float *f, global int *n)
{
    int i = get_global_id(0);
    global const char *s = (global const char *)x;
    global const ushort *u = (global const ushort *)x;
    global const short *t = (global const short *)x;
    f[i] = x[i] * 0.25f + s[i + 320];
    f[320 + i] = u[i] * 0.5f - t[i] * 0.125f;
    f[640 + i] = (float)(x[i] * s[i] + 5) * 0.5f + (float)(u[i] > 30000);
    n[i] = x[i] * 3 - s[i + 320] * 5;
    n[320 + i] = u[i] * 7 + t[i] * 3;
    n[640 + i] = (x[i] > 100) * 17 + (x[i + 320] < s[i]) - t[i];
}
kernel void in_place(global uchar *a, global short *b)
{
    int i = get_global_id(0);
    a[i] = convert_uchar_sat(a[i] * 1.5f - 20.0f);
    b[i] = b[i] * 3 + a[i] * 2;
}
kernel void over(global uchar *a)
{
    int i = get_global_id(0);
    float v = a[i] * 2.0f + a[i + 64];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_group_id(0) == 3)
        ((global float *)a)[i] = v;
}
