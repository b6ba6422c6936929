// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Functions that call functions, with pointers, structures and results.
// RUN: -g 32 -l 8 --dump 0 % buf:i32:32
typedef struct pair {
    int a;
    long b;
} pair;
int leaf(int x) { return x * x - 3; }
pair make(int x)
{
    pair p = { leaf(x), leaf(x + 1) };
    return p;
}
void bump(pair *p, int by)
{
    p->a += by;
    p->b -= leaf(by);
}
int twice(int x, int depth)
{
    for (int i = 0; i < depth; i++) {
        pair p = make(x);
        bump(&p, i);
        x = (int)(p.a ^ p.b) & 1023;
    }
    return x;
}
kernel void calls(global int *out)
{
    int i = get_global_id(0);
    out[i] = twice(i, 3) + twice(i * 2, i & 3);
}
