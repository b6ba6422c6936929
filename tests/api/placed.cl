/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What test_placed.c runs; modules of it by refresh.sh. */

typedef struct node {
    global struct node *next;
    ulong value;
} node;

/* Links n nodes, the last to the first one of `rest`. */
kernel void chain(global node *nodes, int n, global node *rest)
{
    for (int k = 0; k < n; k++) {
        nodes[k].next = k + 1 < n ? &nodes[k + 1] : rest;
        nodes[k].value += 1;
    }
}

/* Every work-item walks the whole list. */
kernel void total(global node *first, global ulong *out)
{
    ulong sum = 0;
    for (global node *n = first; n; n = n->next)
        sum += n->value;
    out[get_global_id(0)] = sum;
}

kernel void add_one(global int *data)
{
    data[get_global_id(0)] += 1;
}

kernel void gather(global int *out, global const int *in,
                   global const int *index)
{
    size_t k = get_global_id(0);
    out[k] = in[index[k]];
}

kernel void at(global int *out, long from, int value)
{
    out[from + (long)get_global_id(0)] = value;
}

kernel void through(global ulong *in, ulong address, global ulong *out)
{
    out[get_global_id(0)] = *(global ulong *)address + in[0];
}

kernel void copies(global int *out, global const int *in, local int *here)
{
    size_t n = get_local_size(0), first = get_group_id(0) * n;
    event_t e = async_work_group_copy(here, in + first, n, 0);
    wait_group_events(1, &e);
    here[get_local_id(0)] *= 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + first, here, n, 0);
    wait_group_events(1, &e);
}

kernel void count(global int *counters)
{
    atomic_add(&counters[get_global_id(0) % 3], 2);
}

kernel void race(global int *data)
{
    data[0] = (int)get_global_id(0);
}

/* The same through two pointers. */
kernel void both(global int *a, global int *b)
{
    a[get_global_id(0)] = 1;
    b[get_global_id(0)] = 2;
}

/* What `a` leads to behind its end may be b's. */
kernel void reach(global int *a, global const int *b, global int *out)
{
    size_t k = get_global_id(0);
    a[k + 8] = 1;
    out[k] = b[(k + 1) % 4];
}

/* 1: global, 2: local, 3: private memory. */
int which(int *p)
{
    return to_global(p) ? 1 : to_local(p) ? 2 : 3;
}

kernel void kinds(global int *out, local int *there)
{
    int own = 0;
    out[0] = which(out);
    out[1] = which(there);
    out[2] = which(&own);
    out[3] = own + *there * 0;
}

kernel void same(global int *a, global int *b, global int *out)
{
    out[0] = a == b;
    out[1] = (int)(b - a);
}
