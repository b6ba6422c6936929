// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lists of records: the next one's place is what is loaded, next to the record's other
// members.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32 clang22.O2.32
// RUN: -k lists -g 64 -l 64 --dump 1,2 % buf:u64:320 buf:u64:64 buf:u32:64 u32:64
// RUN: -k lists -g 40 -l 40 --dump 1,2 % buf:u64:200 buf:u64:40 buf:u32:40 u32:40
typedef struct node {
    ulong next, value;
    uint place, other, more;
} node;

kernel void lists(global node *nodes, global ulong *out, global uint *turns, uint n)
{
    uint g = get_global_id(0);
    nodes[g].next = (ulong)(size_t)(nodes + (g * 7 + 3) % n);
    nodes[g].place = (g * 11 + 5) % n;
    nodes[g].value = g * 17 + 1;
    nodes[g].other = g ^ 21;
    nodes[g].more = g * g;
    barrier(CLK_GLOBAL_MEM_FENCE);
    global const node *p = nodes + (g * 13) % n;
    ulong sum = 0;
    for (int k = 0; k < 9; k++) {
        sum = sum * 3 + p->value;
        sum ^= (ulong)p->other << 7;
        p = (global const node *)(size_t)p->next;
    }
    p = (global const node *)(size_t)p->next;
    p = (global const node *)(size_t)p->next;
    sum += p->value + p->more;
    int left = 5 + g % 7;
    do {
        p = (global const node *)(size_t)p->next;
        sum = (sum ^ p->value) * 5 + p->more;
    } while (--left);
    out[g] = sum;
    uint at = g, turn = 0;
    do {
        at = nodes[at].place;
        turn += nodes[at].value - nodes[at].other;
    } while (nodes[at].more % 5 != 1 && turn < 100000);
    at = nodes[at].place;
    at = nodes[at].place;
    turns[g] = turn + nodes[at].more;
}
