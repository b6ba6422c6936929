// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors of eight and sixteen elements of every size, of two and four of eight bytes, and
// structures of as many, one a work-item: all of their parts loaded and stored, most of
// them, in another order, and some that are always the same; at the ends of buffers, and
// with some work-items taking no part.
// RUN: -g 149 -k bytes --dump 1 --dump 2 % buf:u8:2384=rand:3 buf:u8:2384 buf:u8:1192
// RUN: -g 149 -k shorts --dump 1 --dump 2 % buf:i16:2384=rand:5 buf:i16:2384 buf:i16:1192
// RUN: -g 149 -k words --dump 1 --dump 2 % buf:i32:2384=rand:7 buf:i32:2384 buf:i32:1192
// RUN: -g 77 -k longs --dump 1 --dump 2 % buf:i64:1232=rand:9 buf:i64:1232 buf:i64:616
// RUN: -g 77 -k few --dump 1 --dump 2 --dump 3 % buf:i64:308=rand:11 buf:i64:308 buf:i64:154 buf:i64:231
// RUN: -g 165 -l 33 -k guarded --dump 1 % buf:i16:2400=rand:13 buf:i16:2400 i32:149 i32:5
// RUN: -g 131 -k particles --dump 1 % buf:i32:1048=rand:15 buf:i32:1048 i32:3
// RUN: -g 131 -k mixed --dump 1 % buf:i64:1048=rand:17 buf:i64:1048
#define ALL(name, T)                                                              \
    kernel void name(global const T##16 *in, global T##16 *all, global T##8 *eight) \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T##16 v = in[i];                                                       \
        T##16 r = v.s048c159d26ae37bf;                                         \
        r.s5 = 7;                                                              \
        r.sc = (T)(v.s1 + v.se);                                               \
        all[i] = r;                                                            \
        eight[i] = v.odd - ((global const T##8 *)in)[i];                       \
    }
ALL(bytes, uchar)
ALL(shorts, short)
ALL(words, int)
ALL(longs, long)
kernel void few(global const long4 *in, global long4 *four, global long2 *two,
                global long *three)
{
    size_t i = get_global_id(0);
    long4 v = in[i];
    four[i] = (long4)(v.w, v.x + v.y, 7, v.z);
    two[i] = v.xz - ((global const long2 *)in)[i];
    vstore3((long3)(v.y, v.x, v.z) + vload3(i, (global const long *)in), i, three);
}
kernel void guarded(global const short *in, global short *out, int n, int skip)
{
    int i = get_global_id(0);
    if (i < n && i >= skip) {
        short16 v = vload16(i, in);
        if (i % 7)
            vstore16(v.sfedcba9876543210 * (short)3, i, out);
        else
            vstore8(v.even, 2 * i, out);
    }
}
typedef struct {
    int x, y, z, mass, dx, dy, dz, kind;
} particle;
kernel void particles(global const particle *in, global particle *out, int t)
{
    size_t i = get_global_id(0);
    particle p = in[i];
    p.x += p.dx * t;
    p.y += p.dy * t;
    p.z += p.dz * t;
    p.dy -= p.mass;
    out[i] = p;
}
typedef struct {
    ulong at;
    double weight;
    long a, b, c, d, e, f;
} record;
kernel void mixed(global const record *in, global record *out)
{
    size_t i = get_global_id(0);
    record r = in[i];
    r.at = (ulong)r.a + (ulong)r.f;
    r.weight = (double)i;
    r.c ^= r.d;
    out[i] = r;
}
