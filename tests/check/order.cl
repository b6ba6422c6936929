// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Releases and acquires: what atomics and fences put in order, and what not.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.64
#include "async_kernel.h"

// FAULT: last_group_relaxed -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
// FIND: group-race OpLoad@r & OpStore@w part in 0..15
kernel void last_group_relaxed(global const int *in, global int *part,
                               global atomic_int *count, global int *out)
{
    if (ID == 0) {
        part[get_group_id(0)] = in[get_group_id(0)]; // @w
        if (atomic_fetch_add_explicit(count, 1, memory_order_relaxed,
                                      memory_scope_device) ==
            (int)get_num_groups(0) - 1) {
            int sum = 0;
            for (int k = 0; k < (int)get_num_groups(0); k++)
                sum += part[k]; // @r
            *out = sum;
        }
    }
}

// FAULT: flag_relaxed -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w data 0..3
// ONLY: clang14.O0
kernel void flag_relaxed(global int *out)
{
    local int data;
    local atomic_int flag;
    if (ID == 0)
        atomic_init(&flag, 0);
    LOCAL_BARRIER();
    if (ID == 3) {
        data = 42; // @w
        atomic_store_explicit(&flag, 1, memory_order_relaxed,
                              memory_scope_work_group);
    }
    if (ID == 9) {
        if (atomic_load_explicit(&flag, memory_order_relaxed,
                                 memory_scope_work_group))
            out[0] = data; // @r
    }
}

// FAULT: flag_unread -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w data 0..3
// ONLY: clang14.O0
kernel void flag_unread(global int *out)
{
    local int data;
    local atomic_int flag, other;
    if (ID == 0) {
        atomic_init(&flag, 0);
        atomic_init(&other, 0);
    }
    LOCAL_BARRIER();
    if (ID == 3) {
        data = 42; // @w
        atomic_store_explicit(&flag, 1, memory_order_release,
                              memory_scope_work_group);
    }
    if (ID == 9) {
        if (!atomic_load_explicit(&other, memory_order_acquire,
                                  memory_scope_work_group))
            out[0] = data; // @r
    }
}

// FAULT: wrong_scope -g 32 -l 16 buf:i32:1 buf:i32:2
// FIND: group-race OpLoad@r & OpStore@w data 0..3
// ONLY: clang14
kernel void wrong_scope(global atomic_int *flag, global int *data)
{
    if (get_global_id(0) == 0) {
        data[0] = 7; // @w
        atomic_store_explicit(flag, 1, memory_order_release,
                              memory_scope_work_group);
    }
    if (get_global_id(0) == 31 &&
        atomic_load_explicit(flag, memory_order_acquire,
                             memory_scope_work_group))
        data[1] = data[0]; // @r
}

// FAULT: write_after -g 32 -l 16 buf:i32:1 buf:i32:2
// FIND: group-race OpLoad@r & OpStore@w data 0..3
kernel void write_after(global atomic_int *flag, global int *data)
{
    if (get_global_id(0) == 0) {
        atomic_store(flag, 1);
        data[0] = 7; // @w
    }
    if (get_global_id(0) == 31 && atomic_load(flag))
        data[1] = data[0]; // @r
}

// FAULT: others_unordered -g 32 -l 16 buf:i32:1 buf:i32:32 buf:i32:1
// FIND: group-race OpLoad@r & OpStore@w data in 0..63
kernel void others_unordered(global atomic_int *flag, global int *data,
                             global int *out)
{
    if (get_group_id(0) == 0)
        data[ID] = 7; // @w
    if (get_global_id(0) == 0)
        atomic_store(flag, 1);
    if (get_global_id(0) == 31 && atomic_load(flag)) {
        int s = 0;
        for (int k = 0; k < 16; k++)
            s += data[k]; // @r
        *out = s;
    }
}

// FAULT: relaxed_increment -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
// FIND: group-race OpLoad@r & OpStore@w part in 0..15
kernel void relaxed_increment(global const int *in, global int *part,
                              volatile global int *count, global int *out)
{
    if (ID == 0) {
        part[get_group_id(0)] = in[get_group_id(0)]; // @w
        if (atomic_inc(count) == (int)get_num_groups(0) - 1) {
            int sum = 0;
            for (int k = 0; k < (int)get_num_groups(0); k++)
                sum += part[k]; // @r
            *out = sum;
        }
    }
}

// SILENT: last_group -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
kernel void last_group(global const int *in, global int *part,
                       global atomic_int *count, global int *out)
{
    local int t[16];
    local int last;
    t[ID] = in[get_global_id(0)];
    LOCAL_BARRIER();
    if (ID == 0) {
        int s = 0;
        for (int k = 0; k < 16; k++)
            s += t[k];
        part[get_group_id(0)] = s;
        last = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel,
                                         memory_scope_device) ==
               (int)get_num_groups(0) - 1;
        if (last) {
            int sum = 0;
            for (int k = 0; k < (int)get_num_groups(0); k++)
                sum += part[k];
            *out = sum;
        }
    }
}

// SILENT: last_group_all -g 64 -l 16 buf:i32:64=seq buf:i32:64 buf:i32:1 buf:i32:16
kernel void last_group_all(global const int *in, global int *part,
                           global atomic_int *count, global int *out)
{
    local int last;
    part[get_global_id(0)] = in[get_global_id(0)] * 2;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    if (ID == 0)
        last = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel,
                                         memory_scope_device) ==
               (int)get_num_groups(0) - 1;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    if (last) {
        int sum = 0;
        for (int k = 0; k < (int)get_num_groups(0); k++)
            sum += part[16 * k + ID];
        out[ID] = sum;
    }
}

// SILENT: fences -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
kernel void fences(global const int *in, global int *part,
                   global atomic_int *count, global int *out)
{
    if (ID == 0) {
        part[get_group_id(0)] = in[get_group_id(0)];
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release,
                               memory_scope_device);
        int n = atomic_fetch_add_explicit(count, 1, memory_order_relaxed,
                                          memory_scope_device);
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire,
                               memory_scope_device);
        if (n == (int)get_num_groups(0) - 1) {
            int sum = 0;
            for (int k = 0; k < (int)get_num_groups(0); k++)
                sum += part[k];
            *out = sum;
        }
    }
}

// SILENT: flag_in_group -g 16 -l 16 buf:i32:16
kernel void flag_in_group(global int *out)
{
    local int data;
    local atomic_int flag;
    if (ID == 0)
        atomic_init(&flag, 0);
    LOCAL_BARRIER();
    if (ID == 3) {
        data = 42;
        atomic_store_explicit(&flag, 1, memory_order_release,
                              memory_scope_work_group);
    }
    if (ID == 9) {
        if (atomic_load_explicit(&flag, memory_order_acquire,
                                 memory_scope_work_group))
            out[0] = data;
    }
}

// SILENT: counter -g 64 -l 16 buf:i32:1 buf:i32:64
kernel void counter(global atomic_int *n, global int *out)
{
    out[atomic_fetch_add(n, 1)] = get_global_id(0);
}

// SILENT: stack -g 64 -l 16 buf:i32:1=-1 buf:i32:64
kernel void stack(global int *head, global int *next)
{
    int me = get_global_id(0), old = atomic_or(head, 0), seen;
    while (1) {
        next[me] = old;
        seen = atomic_cmpxchg(head, old, me);
        if (seen == old)
            break;
        old = seen;
    }
}

// SILENT: seq_cst -g 32 -l 16 buf:i32:1 buf:i32:2
kernel void seq_cst(global atomic_int *flag, global int *data)
{
    if (get_global_id(0) == 0) {
        data[0] = 7;
        atomic_store(flag, 1);
    }
    if (get_global_id(0) == 31 && atomic_load(flag))
        data[1] = data[0];
}

// SILENT: fence12 -g 64 -l 16 buf:i32:64=seq buf:i32:4 buf:i32:1 buf:i32:1
kernel void fence12(global const int *in, volatile global int *part,
                    volatile global int *count, global int *out)
{
    local int last;
    if (ID == 0) {
        int s = 0;
        for (int k = 0; k < 16; k++)
            s += in[get_group_id(0) * 16 + k];
        part[get_group_id(0)] = s;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        last = atomic_inc(count) == (int)get_num_groups(0) - 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last && ID == 0) {
        int sum = 0;
        for (int k = 0; k < 4; k++)
            sum += part[k];
        *out = sum;
    }
}

// SILENT: lock12 -g 64 -l 1 buf:i32:1 buf:i32:1
kernel void lock12(volatile global int *lock, volatile global int *sum)
{
    while (atomic_cmpxchg(lock, 0, 1) != 0)
        ;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *sum += (int)get_global_id(0);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
}

// SILENT: lock20 -g 64 -l 1 buf:i32:1 buf:i32:1
kernel void lock20(global atomic_flag *lock, global int *sum)
{
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire,
                                             memory_scope_device))
        ;
    *sum += (int)get_global_id(0);
    atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);
}

// As in OpenCL C 1.x: barriers for fences, relaxed atomics.
// SILENT: barriers_and_increment -g 64 -l 16 buf:i32:64=seq buf:i32:64 buf:i32:1 buf:i32:16
kernel void barriers_and_increment(global const int *in, global int *part,
                                   volatile global int *count, global int *out)
{
    local int last;
    part[get_global_id(0)] = 2 * in[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID == 0)
        last = atomic_inc(count) == (int)get_num_groups(0) - 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (!last)
        return;
    int sum = 0;
    for (int k = 0; k < (int)get_num_groups(0); k++)
        sum += part[16 * k + ID];
    out[ID] = sum;
}

// The barrier fences local memory only.
// FAULT: wrong_barrier -g 64 -l 16 buf:i32:64=seq buf:i32:64 buf:i32:1 buf:i32:16
// FIND: group-race OpLoad@read & OpStore@write part in 0..255
kernel void wrong_barrier(global const int *in, global int *part,
                          volatile global int *count, global int *out)
{
    local int last;
    part[get_global_id(0)] = 2 * in[get_global_id(0)]; // @write
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 0)
        last = atomic_inc(count) == (int)get_num_groups(0) - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!last)
        return;
    int sum = 0;
    for (int k = 0; k < (int)get_num_groups(0); k++)
        sum += part[16 * k + ID]; // @read
    out[ID] = sum;
}
