// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loads and stores of vectors at any address, halves among them.
// RUN: -g 32 -l 8 --dump 0,1,2 % buf:i8:1600 buf:u16:1600 buf:f32:800 buf:i8:4096=rand:3
kernel void vecmem(global char *oc, global ushort *os, global float *of,
                   global const char *in) {
    uint i = get_global_id(0);
    global char *c = oc + i * 50;
    global ushort *s = os + i * 50;
    global float *f = of + i * 25;
    char16 a = vload16(i, in + (i & 3));
    char8 b = vload8(i + 3, in + 1);
    char3 d = vload3(i * 2, in + 5);
    char4 e = vload4(i, in + 7);
    char2 g = vload2(i * 7, in + 3);
    vstore16(a + (char16)(b, b), 0, c + 1);
    vstore3(d * d, 6, c + 1);
    vstore8(b - e.xyzwwzyx, 3, c);
    vstore4(e ^ (char4)(g, g), 10, c);
    vstore2(g, 23, c);
    global const short *si = (global const short *)in;
    global const half *h = (global const half *)in;
    short16 sa = vload16(i, si);
    vstore16(as_ushort16(sa), 0, s + 1);
    vstore3(as_ushort3(vload3(i, si + 1)), 7, s);
    float4 hv = vload_half4(i, h);
    hv = select(hv, (float4)1.5f, isnan(hv));
    vstore_half4_rtz(hv * 1.0009765f, 7, (global half *)s);
    float3 h3 = vload_half3(i, h + 1);
    h3 = select(h3, (float3)2.5f, isnan(h3));
    vstore_half3(h3, 11, (global half *)s);
    float8 h8 = vloada_half8(i, h);
    h8 = select(h8, (float8)3.5f, isnan(h8));
    vstore8(h8, 0, f);
    vstore_half_rtp(h8.s3 / 3, 40, (global half *)s);
    vstore_half_rtn(h8.s4 / 3, 41, (global half *)s);
    vstore_half_rte(h8.s5 / 3, 42, (global half *)s);
    float16 w = vload_half16(i & 15, h);
    w = select(w, (float16)4.5f, isnan(w));
    vstore16(w, 0, f + 8);
}
