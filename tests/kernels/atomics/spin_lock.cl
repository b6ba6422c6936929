// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Locks that the work-items of a group spin for, and what they guard.
// CHECK: data-race the order that atomics make is not followed
// RUN: -k in_turn -g 128 -l 128 --timeout 60 --dump 0 % buf:i32:4
// RUN: -k of_group -g 300 -l 100 --timeout 60 --dump 0 % buf:i32:3
// RUN: -k tickets -g 96 -l 96 --timeout 60 --dump 0 % buf:i32:4
// RUN: -k several -g 64 -l 64 --timeout 60 --dump 0 % buf:i32:8
void lock(volatile global int *m)
{
    while (atomic_cmpxchg(m, 0, 1) != 0)
        ;
}

void unlock(volatile global int *m)
{
    atomic_xchg(m, 0);
}

kernel void in_turn(volatile global int *m)
{
    lock(m);
    int v = m[1];
    m[1] = v + 3;
    unlock(m);
    atomic_inc(m + 2);
}

kernel void of_group(global int *out)
{
    volatile local int busy, sum;
    if (get_local_id(0) == 0)
        busy = sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 5; r++) {
        while (atomic_xchg(&busy, 1) == 1)
            ;
        sum = sum * 1 + r;
        atomic_xchg(&busy, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum;
}

kernel void tickets(volatile global int *m)
{
    int mine = atomic_inc(m);
    while (atomic_add(m + 1, 0) != mine)
        ;
    m[2] += mine;
    m[3] = m[3] * 3 + mine;
    atomic_inc(m + 1);
}

/* Loops and other ways round a lock: lanes of a group are in many places. */
kernel void several(volatile global int *m)
{
    int me = (int)get_local_id(0), s = 0;
    for (int r = 0; r < 20; r++) {
        int k = (me + r) % 3;
        for (int q = 0; q < (me & 3); q++) {
            lock(m + k);
            m[4 + k] += r;
            s += q * r;
            unlock(m + k);
        }
        if ((me ^ r) & 1)
            s += r;
    }
    atomic_add(m + 7, s);
}
