// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Buffers that hold addresses: rows of a table, each in a buffer of its own, and
// a list whose links lie in the buffer itself.
// RUN: -k rows -g 40 -l 8 --dump 1,2,3 % buf:u64:3=&2,&3,&2+160 buf:i32:40 buf:i32:80=rand:3 buf:i32:40=rand:4
// RUN: -k list -g 4 -l 4 --dump 1 % buf:u64:8=1,&0+48,2,0,3,&0+16,4,&0+32 buf:i64:4
// SETS: clang14.O2.64 clang14.O0.64 clang22.O0.64 clang22.O2.64
#ifdef REFERENCE
#error "no addresses of buffers in OpenCL 1.2: linked.ref.c says what comes out"
#endif
typedef global int *row;
typedef struct node {
    ulong value;
    global struct node *next;
} node;

kernel void rows(global const row *table, global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < 3; k++)
        sum = sum * 3 + table[k][i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    table[i & 1][i] = sum;
    out[i] = sum;
}

kernel void list(global const node *first, global ulong *out)
{
    ulong digits = 0;
    for (global const node *n = first + get_global_id(0); n; n = n->next)
        digits = digits * 10 + n->value;
    out[get_global_id(0)] = digits;
}
