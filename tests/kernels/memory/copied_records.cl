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
