// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Barriers, fences, locks, flags and collectives: enough, or too few.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

// FAULT: bar_in_loop_by_item -g 16 -l 16 buf:i32:16
// FIND: barrier-divergence OpControlBarrier@b
kernel void bar_in_loop_by_item(global int *out)
{
    for (int k = 0; k < ID; k++)
        barrier(CLK_LOCAL_MEM_FENCE); // @b
    out[ID] = ID;
}
// SILENT: bar_in_loop -g 64 -l 16 buf:i32:64
kernel void bar_in_loop(global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < (int)get_group_id(0) + 1; k++) {
        t[ID] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += t[15 - ID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = s;
}
// FAULT: bar_both_arms -g 16 -l 16 buf:i32:16
// FIND: barrier-divergence OpControlBarrier
kernel void bar_both_arms(global int *out)
{
    if (ID & 1) {
        out[ID] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        barrier(CLK_LOCAL_MEM_FENCE);
        out[ID] = 2;
    }
}
// SILENT: bar_volatile_uniform -g 16 -l 16 buf:i32:16 i32:3
kernel void bar_volatile_uniform(global int *out, int n)
{
    volatile int m = n;
    local int t[16];
    t[ID] = ID;
    if (m > 2)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[15 - ID];
}
// FAULT: bar_data_dependent -g 16 -l 16 buf:i32:16=seq
// FIND: barrier-divergence OpControlBarrier@b
kernel void bar_data_dependent(global int *d)
{
    int x = d[ID];
    while (x > 0) {
        x -= 7;
        barrier(CLK_GLOBAL_MEM_FENCE); // @b
    }
}
// SILENT: bar_vote -g 16 -l 16 buf:i32:16=seq
kernel void bar_vote(global int *d)
{
    local int any;
    int x = d[ID];
    for (;;) {
        if (ID == 0)
            any = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > 0)
            atomic_or(&any, 1);
        x -= 7;
        barrier(CLK_LOCAL_MEM_FENCE);
        int more = any;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!more)
            break;
    }
    d[ID] = x;
}
// FAULT: bar_vote_short -g 16 -l 16 buf:i32:16=seq
// FIND: data-race * & * any 0..3
kernel void bar_vote_short(global int *d)
{
    local int any;
    int x = d[ID];
    for (int k = 0; k < 3; k++) {
        if (ID == 0)
            any = 0; // @z
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > 0)
            atomic_or(&any, 1);
        x -= 7;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += any; // @r
    }
    d[ID] = x;
}
// FAULT: fence_only -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w t
kernel void fence_only(global int *out)
{
    local int t[16];
    t[ID] = ID; // @w
    mem_fence(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[15 - ID]; // @r
}
// FAULT: fence_volatile -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w t
kernel void fence_volatile(global int *out)
{
    volatile local int t[16];
    t[ID] = ID; // @w
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    write_mem_fence(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[15 - ID]; // @r
}
// FAULT: bar_global_for_local -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w t
kernel void bar_global_for_local(global int *out)
{
    local int t[16];
    t[ID] = ID; // @w
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[ID] = t[15 - ID]; // @r
}
// FAULT: bar_local_for_async_src -g 16 -l 16 buf:i32:16 buf:i32:16
// FIND: unsynchronized-source OpGroupAsyncCopy@c tmp
kernel void bar_local_for_async_src(global int *tmp, global int *out)
{
    local int t[16];
    tmp[ID] = ID;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(t, tmp, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[15 - ID];
}
// SILENT: bar_global_for_async_src -g 16 -l 16 buf:i32:16 buf:i32:16
kernel void bar_global_for_async_src(global int *tmp, global int *out)
{
    local int t[16];
    tmp[ID] = ID;
    barrier(CLK_GLOBAL_MEM_FENCE);
    event_t e = async_work_group_copy(t, tmp, 16, 0);
    wait_group_events(1, &e);
    out[ID] = t[15 - ID];
}
// SILENT: wg_barrier_all -g 16 -l 16 buf:i32:16
kernel void wg_barrier_all(global int *out)
{
    local int t[16];
    t[ID] = ID;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    out[ID] = t[15 - ID];
}
// FAULT: wg_barrier_no_flags -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w t
kernel void wg_barrier_no_flags(global int *out)
{
    local int t[16];
    t[ID] = ID; // @w
    work_group_barrier(0);
    out[ID] = t[15 - ID]; // @r
}
// FAULT: sg_barrier_too_small -g 64 -l 64 --sub-group-size 16 buf:i32:64
// FIND: data-race OpLoad@r & OpStore@w t
kernel void sg_barrier_too_small(global int *out)
{
    local int t[64];
    t[ID] = ID; // @w
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[63 - ID]; // @r
}
// SILENT: sg_barrier_within -g 32 -l 32 buf:i32:32
kernel void sg_barrier_within(global int *out)
{
    local int t[32];
    t[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[ID ^ 1];
}
// SILENT: spin_lock -g 16 -l 1 buf:i32:1 buf:i32:4
kernel void spin_lock(volatile global atomic_int *lock, global int *d)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_acquire, memory_order_relaxed, memory_scope_device))
        expected = 0;
    d[0] += 1;
    d[1] = d[0] * 2;
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
// SILENT: flag_lock -g 16 -l 1 buf:i32:1 buf:i32:4
kernel void flag_lock(volatile global atomic_flag *lock, global int *d)
{
    while (atomic_flag_test_and_set(lock))
        ;
    d[0] += 1;
    atomic_flag_clear(lock);
}
// SILENT: ticket -g 64 -l 16 buf:i32:2 buf:i32:64
kernel void ticket(volatile global int *next, global int *out)
{
    int t = atomic_add(&next[0], 1);
    out[t] = ID;
}
// FAULT: plain_and_atomic_groups -g 64 -l 16 buf:i32:2
// FIND: group-race *@p & *@a d 0..3
kernel void plain_and_atomic_groups(volatile global int *d)
{
    if (get_global_id(0) == 0)
        d[0] = 5; // @p
    if (get_global_id(0) == 40)
        atomic_add(&d[0], 1); // @a
}
// SILENT: volatile_readers -g 64 -l 16 buf:i32:2 buf:i32:64
kernel void volatile_readers(volatile global int *d, global int *out)
{
    out[get_global_id(0)] = d[0] + d[1];
}
// FAULT: same_value_writes -g 16 -l 16 buf:i32:2
// FIND: data-race OpStore@w & OpStore@w d 0..3
kernel void same_value_writes(global int *d)
{
    d[0] = 1; // @w
}
// FAULT: same_value_groups -g 64 -l 16 buf:i32:2
// FIND: group-race OpStore@w & OpStore@w d 0..3
kernel void same_value_groups(global int *d)
{
    if (ID == 0)
        d[0] = 1; // @w
}
// FAULT: byte_neighbours_wide -g 16 -l 16 buf:u8:64
// FIND: data-race *@w & *@w d
kernel void byte_neighbours_wide(global uchar *d)
{
    vstore2((uchar2)(1, 2), 0, d + ID); // @w
}
// SILENT: byte_neighbours -g 16 -l 16 buf:u8:64
kernel void byte_neighbours(global uchar *d)
{
    d[ID] = ID;
    d[ID + 16] = d[ID] + 1;
}
// SILENT: atomics_64 -g 16 -l 16 buf:i64:4
kernel void atomics_64(volatile global long *d)
{
    atom_add(&d[0], 1L);
    atom_max(&d[1], (long)ID);
}
// SILENT: atomic_minmax_xchg -g 64 -l 16 buf:i32:8
kernel void atomic_minmax_xchg(volatile global int *d)
{
    atomic_min(&d[0], ID);
    atomic_max(&d[1], ID);
    atomic_xchg(&d[2], ID);
    atomic_cmpxchg(&d[3], 0, ID);
    atomic_or(&d[4], 1 << (ID & 31));
    atomic_and(&d[5], ~ID);
    atomic_xor(&d[6], ID);
    atomic_dec(&d[7]);
}
// SILENT: last_block_sum -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
kernel void last_block_sum(global const int *in, global int *part, volatile global int *count, global int *out)
{
    local int t[16];
    local int last;
    t[ID] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 8; s > 0; s >>= 1) {
        if (ID < s)
            t[ID] += t[ID + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ID == 0) {
        part[get_group_id(0)] = t[0];
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        last = atomic_inc(count) == (int)get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last && ID == 0) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        int s = 0;
        for (int k = 0; k < (int)get_num_groups(0); k++)
            s += part[k];
        out[0] = s;
    }
}
// FAULT: reuse_between_reductions -g 16 -l 16 buf:i32:16=seq buf:i32:2
// FIND: data-race OpStore@w & OpLoad@r t 0..3
kernel void reuse_between_reductions(global const int *in, global int *out)
{
    local int t[16];
    int total = 0;
    for (int round = 0; round < 2; round++) {
        t[ID] = in[ID] * (round + 1); // @w
        for (int s = 8; s > 0; s >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (ID < s)
                t[ID] += t[ID + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        total += t[0]; // @r
    }
    if (ID == 0)
        out[0] = total;
}
// SILENT: wg_collectives -g 64 -l 16 buf:i32:64=seq
kernel void wg_collectives(global int *d)
{
    int x = d[get_global_id(0)];
    int s = work_group_reduce_add(x) + work_group_scan_inclusive_max(x);
    if (work_group_any(x > 50))
        s += work_group_broadcast(x, 3);
    d[get_global_id(0)] = s;
}
// FAULT: wg_reduce_in_branch -g 16 -l 16 buf:i32:16=seq
// FIND: barrier-divergence *@b
kernel void wg_reduce_in_branch(global int *d)
{
    int x = d[ID];
    if (x > 5)
        x = work_group_reduce_add(x); // @b
    d[ID] = x;
}
// FAULT: wg_collective_is_no_fence -g 16 -l 16 buf:i32:16=seq
// FIND: data-race OpLoad@r & OpStore@w t
kernel void wg_collective_is_no_fence(global int *d)
{
    local int t[16];
    t[ID] = d[ID]; // @w
    int n = work_group_reduce_add(1);
    d[ID] = t[n - 1 - ID]; // @r
}
// SILENT: producer_consumer_groups -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
kernel void producer_consumer_groups(volatile global atomic_int *flag, global int *data, global int *out)
{
    if (get_group_id(0) == 0) {
        data[ID] = ID * ID;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (ID == 0)
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else {
        if (ID == 0)
            while (!atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
                ;
        barrier(CLK_GLOBAL_MEM_FENCE);
        out[ID] = data[15 - ID];
    }
}
// SILENT: async_publish -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
kernel void async_publish(volatile global atomic_int *flag, global int *data, global int *out)
{
    local int t[16];
    if (get_group_id(0) == 0) {
        t[ID] = ID * ID;
        barrier(CLK_LOCAL_MEM_FENCE);
        event_t e = async_work_group_copy(data, t, 16, 0);
        wait_group_events(1, &e);
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (ID == 0)
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else {
        if (ID == 0)
            while (!atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
                ;
        barrier(CLK_GLOBAL_MEM_FENCE);
        event_t e = async_work_group_copy(t, data, 16, 0);
        wait_group_events(1, &e);
        out[ID] = t[15 - ID];
    }
}
