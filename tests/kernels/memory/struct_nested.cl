// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures in structures, packed ones, large ones by value and as results.
// RUN: -g 24 -l 8 --dump 0,1 % buf:u32:24 buf:u64:24 i32:7
typedef struct {
    char tag;
    short s[3];
    struct {
        int a;
        double d;
        uchar c[5];
    } in[2];
    long8 wide;
} inner;
typedef struct __attribute__((packed)) {
    char c;
    int i;
    short s;
    long l;
} tight;
typedef struct {
    inner x[4];
    float f[40];
    tight t[3];
} big;
constant tight tab[3] = {
    {1, 2, 3, 4}, {-1, -2, -3, -4}, {127, 0x7fffffff, 32767, 1L << 60}};
__attribute__((noinline)) inner make(int k) {
    inner r;
    r.tag = k;
    for (int i = 0; i < 3; i++)
        r.s[i] = k * i;
    for (int i = 0; i < 2; i++) {
        r.in[i].a = k + i;
        r.in[i].d = k / 3.0 + i;
        for (int j = 0; j < 5; j++)
            r.in[i].c[j] = k ^ j;
    }
    r.wide = (long8)(k, 1, 2, 3, 4, 5, 6, 7);
    return r;
}
__attribute__((noinline)) ulong digest(big b) {
    ulong h = 0;
    for (int i = 0; i < 4; i++) {
        h = h * 31 + b.x[i].tag;
        for (int k = 0; k < 3; k++)
            h = h * 31 + b.x[i].s[k];
        for (int k = 0; k < 2; k++) {
            h = h * 31 + b.x[i].in[k].a + (ulong)(b.x[i].in[k].d * 64);
            for (int j = 0; j < 5; j++)
                h += b.x[i].in[k].c[j] << j;
        }
        h ^= b.x[i].wide.s5 + b.x[i].wide.s0;
    }
    for (int i = 0; i < 40; i++)
        h = h * 7 + (ulong)(b.f[i] * 8);
    for (int i = 0; i < 3; i++)
        h = h * 13 + b.t[i].c + b.t[i].i + b.t[i].s + b.t[i].l;
    return h;
}
kernel void structs(global uint *out, global ulong *sums, int p) {
    uint i = get_global_id(0);
    big b;
    for (int k = 0; k < 4; k++)
        b.x[k] = make(i * 4 + k + p);
    for (int k = 0; k < 40; k++)
        b.f[k] = k * 0.5f + i;
    for (int k = 0; k < 3; k++)
        b.t[k] = tab[(k + i) % 3];
    big c = b;
    c.x[i & 3].s[i % 3] ^= 5;
    if (i & 1)
        c.x[2] = b.x[1];
    tight *q = &c.t[i % 3];
    q->l += q->i;
    q->s--;
    out[i] = sizeof(big) + sizeof(tight) * 1000 + c.t[1].s;
    sums[i] = digest(c) ^ digest(b);
}
