// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Records that are copied as a whole, and accessed by their members before and behind that: of
// members of one size and of several, with gaps, through further copies, with an array inside
// that is accessed by an index, and larger than what is cut into pieces.
// RUN: -k pairs -g 64 -l 16 --dump 1 % buf:f32:512=seq buf:f32:512
// RUN: -k mixed -g 64 -l 16 --dump 1 % buf:u8:2048=rand:3 buf:u8:2048
// RUN: -k handed -g 64 -l 16 --dump 1 % buf:i32:512=seq buf:i32:512
// RUN: -k indexed -g 64 -l 16 --dump 1 % buf:i32:512=seq buf:i32:512
// RUN: -k large -g 16 -l 4 --dump 1 % buf:i32:500=seq buf:i32:500
// RUN: -k forty -g 64 -l 16 --dump 1 % buf:i32:64=seq buf:i32:2560
// RUN: -k swapped -g 64 -l 16 --dump 0 % buf:i32:512=seq

typedef struct {
    float2 a, b, c, d;
} quad;

typedef struct {
    char a;
    short b;
    int c;
    long d;
    uchar e[8];
    ushort f;
} parts;

typedef struct {
    int x[8];
} eight;

typedef struct {
    int x[100];
} hundred;

typedef struct {
    int x[32];
    global int *a, *b;
    int n[4];
} forty_words;

kernel void pairs(global const quad *in, global quad *out)
{
    size_t i = get_global_id(0);
    quad q = in[i];
    q.a *= 2;
    q.d = q.a + q.c;
    out[63 - i] = q;
}

kernel void mixed(global const parts *in, global parts *out)
{
    size_t i = get_global_id(0);
    parts p = in[i], q = in[(i + 7) & 63];
    p.b = (short)(q.c + p.a);
    p.d += q.d;
    p.e[i & 7] = (uchar)q.f;
    q = p;
    q.c ^= 0x55;
    // what lies between the members has no value that is the same everywhere
    out[i].a = q.a;
    out[i].b = q.b;
    out[i].c = q.c;
    out[i].d = q.d;
    for (int k = 0; k < 8; k++)
        out[i].e[k] = q.e[k];
    out[i].f = q.f;
}

// Only the last of several copies is looked into.
kernel void handed(global const eight *in, global eight *out)
{
    size_t i = get_global_id(0);
    eight a = in[i];
    eight b = a;
    eight c = b;
    c.x[1] += c.x[7];
    if (i & 1)
        c = in[i ^ 1];
    out[i] = c;
}

kernel void indexed(global const eight *in, global eight *out)
{
    size_t i = get_global_id(0);
    eight a = in[i];
    a.x[i & 7] = -a.x[(i + 3) & 7];
    eight b = a;
    b.x[in[i].x[0] / 8 % 8] += 1000;
    out[i] = b;
}

kernel void large(global const hundred *in, global hundred *out)
{
    size_t i = get_global_id(0);
    if (i >= 5)
        return;
    hundred a = in[i];
    a.x[i] = 7;
    a.x[99] = a.x[98];
    out[4 - i] = a;
}

kernel void swapped(global eight *all)
{
    size_t i = get_global_id(0);
    local eight there[16];
    size_t l = get_local_id(0);
    there[l] = all[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    eight mine = there[15 - l];
    mine.x[0] += (int)i;
    all[i] = mine;
}

// 32 members that are set by a copy of a constant, with pointers behind them
kernel void forty(global int *in, global int *out)
{
    size_t i = get_global_id(0);
    forty_words s = {.x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                           21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32}};
    s.a = in;
    s.b = out + 40 * i;
    for (int k = 0; k < in[i] % 5; k++) {
        s.x[3] += s.a[(i + k) & 63];
        s.x[30] ^= s.x[3] << k;
        s.n[1]++;
    }
    for (int k = 0; k < 32; k++)
        s.b[k] = s.x[k];
    for (int k = 0; k < 4; k++)
        s.b[32 + k] = s.n[k];
}
