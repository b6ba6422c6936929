// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Program-scope variables that point to each other, and tables of structures.
// RUN: -k constants -g 6 -l 3 --dump 0 % buf:i32:48
// RUN: -k globals -g 1 --dump 0 % buf:i32:8
// RUN: -k counted -g 8 -l 4 --dump 0 % buf:i32:2
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct link {
    int value;
    constant struct link *next;
} link;
constant link third = { 7, 0 };
constant link second = { 5, &third };
constant link chain = { 3, &second };
constant struct {
    char c;
    short s[3];
    float4 f;
    struct {
        long l;
        uchar u[5];
    } in[2];
} table[3] = { { 1, { 2, 3, 4 }, (float4)(1, 2, 3, 4),
                 { { 10, { 1, 2, 3, 4, 5 } }, { 20, { 6, 7, 8, 9, 10 } } } },
               { -1, { -2, -3 }, (float4)(9), { { -10, { 11 } } } } };
constant char text[] = "hello world";
constant char *constant words[] = { "ab", "cde", text + 6 };
constant int cube[2][3][2] = { { { 1, 2 }, { 3, 4 }, { 5, 6 } },
                               { { 7, 8 }, { 9, 10 }, { 11, 12 } } };
constant float3 triples[2] = { (float3)(1, 2, 3), (float3)(4, 5, 6) };
constant long16 wide = (long16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                14, 15);

kernel void constants(global int *out)
{
    int i = (int)get_global_id(0), k = i % 3, sum = 0, hash = 0;
    for (constant link *l = &chain; l; l = l->next)
        sum = sum * 10 + l->value;
    for (constant char *c = words[k]; *c; c++)
        hash = hash * 31 + *c;
    global int *o = out + 8 * i;
    o[0] = sum;
    o[1] = hash;
    o[2] = table[i & 1].s[k] * 100 + table[0].in[1].u[k];
    o[3] = (int)table[1].in[i & 1].l + (int)table[k].f.w;
    o[4] = cube[1][k][i & 1];
    o[5] = (int)triples[i & 1].z * 100 + (int)sizeof triples;
    o[6] = (int)wide.s7 + (int)((constant long *)&wide)[15 - i];
    o[7] = table[2].in[1].u[4] + text[11];
}

#ifndef REFERENCE
#define SCOPE global
#else /* of OpenCL C 1.2: read only is enough */
#define SCOPE constant
#endif
SCOPE int one = 42;
SCOPE int numbers[4] = { 1, 2, 3, 4 };
SCOPE int *SCOPE to_one = &one;
SCOPE int *SCOPE both[2] = { &numbers[2], numbers + 1 };
SCOPE struct {
    int a;
    SCOPE int *p;
    float f;
} record = { 5, &numbers[3], 2.5f };

kernel void globals(global int *out)
{
    out[0] = *to_one;
    out[1] = *both[0] * 10 + *both[1];
    out[2] = record.a + *record.p + (int)(record.f * 2);
    out[3] = (int)(both[0] - both[1]);
    out[4] = both[1][2];
    out[5] = to_one == &one;
}

#ifndef REFERENCE
global int counter = 5;
#define COUNTER &counter
#else
#define COUNTER out + 1
#endif

kernel void counted(global int *out)
{
    int n = atomic_inc(COUNTER);
#ifdef REFERENCE
    n += 5;
#endif
    atomic_add(out, n);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (n == 12)
        atomic_xchg(out + 1, n);
}
