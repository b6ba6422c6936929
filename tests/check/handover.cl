// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One work-item hands memory to another: atomics, sub-groups, counters.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"
#define REL memory_order_release
#define ACQ memory_order_acquire
#define RLX memory_order_relaxed
#define WG memory_scope_work_group
#define DEV memory_scope_device

// SILENT: handover -g 16 -l 16 buf:i32:16
kernel void handover(global int *out)
{
    local int data;
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 3) {
        data = 42;
        atomic_store_explicit(&ready, 1, REL, WG);
    } else if (ID > 3) {
        while (!atomic_load_explicit(&ready, ACQ, WG))
            ;
        out[ID] = data;
    }
}

// FAULT: handover_1 -g 16 -l 16 buf:i32:16
// FIND: data-race *@r & *@w data in 0..3
// ONLY: clang14.O0
kernel void handover_1(global int *out)
{
    local int data;
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 3) {
        data = 42; // @w
        atomic_store_explicit(&ready, 1, RLX, WG);
    } else if (ID > 3) {
        while (!atomic_load_explicit(&ready, ACQ, WG))
            ;
        out[ID] = data; // @r
    }
}

// FAULT: handover_2 -g 16 -l 16 buf:i32:16
// FIND: data-race *@r & *@w data in 0..3
// ONLY: clang14.O0
kernel void handover_2(global int *out)
{
    local int data;
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 3) {
        data = 42; // @w
        atomic_store_explicit(&ready, 1, REL, WG);
    } else if (ID > 3) {
        while (!atomic_load_explicit(&ready, RLX, WG))
            ;
        out[ID] = data; // @r
    }
}

// SILENT: arrive -g 16 -l 16 buf:i32:16
kernel void arrive(global int *out)
{
    local int box;
    local atomic_int n;
    if (ID == 0) {
        atomic_init(&n, 0);
        box = 5;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 1; k < 16; k++)
        if (ID == k) {
            while (atomic_load_explicit(&n, ACQ, WG) != k - 1)
                ;
            out[ID] = box + k;
            atomic_fetch_add_explicit(&n, 1, REL, WG);
        }
    if (ID == 0) {
        while (atomic_load_explicit(&n, ACQ, WG) < 15)
            ;
        box = 7;
        out[0] = box;
    }
}

// FAULT: arrive_1 -g 16 -l 16 buf:i32:16
// FIND: data-race *@w & *@r box in 0..3
kernel void arrive_1(global int *out)
{
    local int box;
    local atomic_int n;
    if (ID == 0) {
        atomic_init(&n, 0);
        box = 5;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 1; k < 16; k++)
        if (ID == k) {
            while (atomic_load_explicit(&n, ACQ, WG) != k - 1)
                ;
            out[ID] = box + k; // @r
            atomic_fetch_add_explicit(&n, 1, RLX, WG);
        }
    if (ID == 0) {
        while (atomic_load_explicit(&n, ACQ, WG) < 15)
            ;
        box = 7; // @w
        out[0] = box;
    }
}

// SILENT: relay -g 8 -l 8 buf:i32:8
kernel void relay(global int *out)
{
    local int box;
    local atomic_int turn;
    if (ID == 0) {
        atomic_init(&turn, 0);
        box = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (atomic_load_explicit(&turn, ACQ, WG) != ID)
        ;
    box = box * 3 + ID;
    out[ID] = box;
    atomic_store_explicit(&turn, ID + 1, REL, WG);
}

// FAULT: relay_1 -g 8 -l 8 buf:i32:8
// FIND: data-race * & * box in 0..3
// ONLY: clang14.O0
kernel void relay_1(global int *out)
{
    local int box;
    local atomic_int turn;
    if (ID == 0) {
        atomic_init(&turn, 0);
        box = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (atomic_load_explicit(&turn, ACQ, WG) != ID)
        ;
    box = box * 3 + ID;
    out[ID] = box;
    atomic_store_explicit(&turn, ID + 1, RLX, WG);
}

// SILENT: last_group -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
kernel void last_group(global const int *in, global int *part, volatile global atomic_int *count, global int *out)
{
    int s = work_group_reduce_add(in[get_global_id(0)]);
    if (ID == 0) {
        part[get_group_id(0)] = s;
        int n = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, DEV);
        if (n == 3) {
            int t = 0;
            for (int k = 0; k < 4; k++)
                t += part[k];
            out[0] = t;
        }
    }
}

// FAULT: last_group_1 -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
// FIND: group-race *@r & *@w part
kernel void last_group_1(global const int *in, global int *part, volatile global atomic_int *count, global int *out)
{
    int s = work_group_reduce_add(in[get_global_id(0)]);
    if (ID == 0) {
        part[get_group_id(0)] = s; // @w
        int n = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, DEV);
        if (n == 3) {
            int t = 0;
            for (int k = 0; k < 4; k++)
                t += part[k]; // @r
            out[0] = t;
        }
    }
}

// FAULT: last_group_2 -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
// FIND: group-race *@r & *@w part
kernel void last_group_2(global const int *in, global int *part, volatile global atomic_int *count, global int *out)
{
    int s = work_group_reduce_add(in[get_global_id(0)]);
    if (ID == 0) {
        part[get_group_id(0)] = s; // @w
        int n = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, WG);
        if (n == 3) {
            int t = 0;
            for (int k = 0; k < 4; k++)
                t += part[k]; // @r
            out[0] = t;
        }
    }
}

// SILENT: sg_tiles -g 32 -l 32 --sub-group-size 16 buf:i32:32=seq buf:i32:32
kernel void sg_tiles(global const int *in, global int *out)
{
    local int t[32];
    int i = get_local_id(0);
    t[i] = in[i];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = t[i ^ 3];
}

// FAULT: sg_tiles_1 -g 32 -l 32 --sub-group-size 16 buf:i32:32=seq buf:i32:32
// FIND: data-race *@r & *@w t
kernel void sg_tiles_1(global const int *in, global int *out)
{
    local int t[32];
    int i = get_local_id(0);
    t[i] = in[i]; // @w
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = t[i ^ 3]; // @r
}

// FAULT: sg_tiles_2 -g 32 -l 32 --sub-group-size 16 buf:i32:32=seq buf:i32:32
// FIND: data-race *@r & *@w t
kernel void sg_tiles_2(global const int *in, global int *out)
{
    local int t[32];
    int i = get_local_id(0);
    t[i] = in[i]; // @w
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = t[i ^ 16]; // @r
}

// SILENT: counter_plain -g 64 -l 16 buf:i32:4
kernel void counter_plain(global int *n)
{
    if (ID == 0)
        atomic_inc(&n[0]);
    atomic_inc((volatile global int *)&n[1]);
}

// FAULT: counter_plain_1 -g 64 -l 16 buf:i32:4
// FIND: group-race * & * n in 0..3
kernel void counter_plain_1(global int *n)
{
    if (ID == 0)
        n[0]++;
    atomic_inc((volatile global int *)&n[1]);
}

// FAULT: counter_plain_2 -g 64 -l 16 buf:i32:4
// FIND: data-race * & * n in 4..7
kernel void counter_plain_2(global int *n)
{
    if (ID == 0)
        atomic_inc(&n[0]);
    if (get_group_id(0) == 1)
        n[1]++;
}

// SILENT: ticket_chunks -g 64 -l 16 buf:i32:1 buf:i32:256=seq buf:i32:16
kernel void ticket_chunks(volatile global int *next, global const int *in, global int *sums)
{
    local int my;
    local int t[16];
    for (;;) {
        if (ID == 0)
            my = atomic_inc(next);
        barrier(CLK_LOCAL_MEM_FENCE);
        int k = my;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k >= 16)
            break;
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0);
        wait_group_events(1, &e);
        int s = work_group_reduce_max(t[ID]);
        if (ID == 0)
            sums[k & 15] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// FAULT: ticket_chunks_1 -g 64 -l 16 buf:i32:1 buf:i32:256=seq buf:i32:16
// FIND: wait-as-barrier *@w & *@r my
kernel void ticket_chunks_1(volatile global int *next, global const int *in, global int *sums)
{
    local int my;
    local int t[16];
    for (;;) {
        if (ID == 0)
            my = atomic_inc(next); // @w
        barrier(CLK_LOCAL_MEM_FENCE);
        int k = my; // @r
        if (k >= 16)
            break;
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0); // @c
        wait_group_events(1, &e);
        int s = work_group_reduce_max(t[ID]);
        if (ID == 0)
            sums[k & 15] = s;
    }
}

// SILENT: seqcst_token -g 16 -l 16 buf:i32:16
kernel void seqcst_token(global int *out)
{
    local int box;
    local atomic_int turn;
    if (ID == 0) {
        atomic_init(&turn, 0);
        box = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 1) {
        box = box + 5;
        atomic_store(&turn, 1);
    }
    if (ID == 2 && atomic_load(&turn) == 1)
        box = box * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = box;
}
