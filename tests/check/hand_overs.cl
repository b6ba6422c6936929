// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Who may touch what another has touched: fences, atomics, groups, loops.
// clang-22 writes other scopes and semantics than the source has, and -O2 does away with
// a variable that is written in one place.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

#define ALL_GROUPS memory_scope_device
#define GROUP memory_scope_work_group
#define ADD(p, v, o, s) atomic_fetch_add_explicit(p, v, o, s)
#define LOAD(p, o, s) atomic_load_explicit(p, o, s)
#define STORE(p, v, o, s) atomic_store_explicit(p, v, o, s)

// The last group to come copies what the others have copied out.
// SILENT: last_copies -g 64 -l 16 buf:i32:64=seq buf:i32:64 buf:i32:1=0 buf:i32:64
kernel void last_copies(global const int *in, global int *mid, global atomic_int *n,
                        global int *out)
{
    local int t[64];
    local int last;
    int g = get_group_id(0);
    t[ID] = in[16 * g + ID];
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(mid + 16 * g, t, 16, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (ID == 0)
        last = ADD(n, 1, memory_order_acq_rel, ALL_GROUPS) == 3;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last) {
        e = async_work_group_copy(t, mid, 64, 0);
        wait_group_events(1, &e);
        for (int k = ID; k < 64; k += 16)
            out[k] = t[63 - k];
    }
}

// FAULT: last_copies_relaxed -g 64 -l 16 buf:i32:64=seq buf:i32:64 buf:i32:1=0 buf:i32:64
// FIND: group-race OpGroupAsyncCopy@r & OpGroupAsyncCopy@w arg1 in 0..191
kernel void last_copies_relaxed(global const int *in, global int *mid,
                                global atomic_int *n, global int *out)
{
    local int t[64];
    local int last;
    int g = get_group_id(0);
    t[ID] = in[16 * g + ID];
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(mid + 16 * g, t, 16, 0); // @w
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    if (ID == 0)
        last = ADD(n, 1, memory_order_relaxed, ALL_GROUPS) == 3;
    LOCAL_BARRIER();
    if (last) {
        e = async_work_group_copy(t, mid, 64, 0); // @r
        wait_group_events(1, &e);
        for (int k = ID; k < 64; k += 16)
            out[k] = t[63 - k];
    }
}

// A work-item writes, another one reads behind a flag.
// SILENT: flag_with_fences -g 16 -l 16 buf:i32:16
kernel void flag_with_fences(global int *out)
{
    local atomic_int flag;
    local int box;
    if (ID == 0)
        STORE(&flag, 0, memory_order_relaxed, GROUP);
    LOCAL_BARRIER();
    if (ID == 3) {
        box = 7;
        atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, GROUP);
        STORE(&flag, 1, memory_order_relaxed, GROUP);
    }
    if (ID == 9) {
        while (!LOAD(&flag, memory_order_relaxed, GROUP))
            ;
        atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, GROUP);
        out[ID] = box;
    }
}

// FAULT: flag_without_acquire -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w box in 0..3
// ONLY: clang14.O0
kernel void flag_without_acquire(global int *out)
{
    local atomic_int flag;
    local int box;
    if (ID == 0)
        STORE(&flag, 0, memory_order_relaxed, GROUP);
    LOCAL_BARRIER();
    if (ID == 3) {
        box = 7; // @w
        atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, GROUP);
        STORE(&flag, 1, memory_order_relaxed, GROUP);
    }
    if (ID == 9) {
        while (!LOAD(&flag, memory_order_relaxed, GROUP))
            ;
        out[ID] = box; // @r
    }
}

// FAULT: flag_without_release -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & OpStore@w box in 0..3
// ONLY: clang14.O0
kernel void flag_without_release(global int *out)
{
    local atomic_int flag;
    local int box;
    if (ID == 0)
        STORE(&flag, 0, memory_order_relaxed, GROUP);
    LOCAL_BARRIER();
    if (ID == 3) {
        box = 7; // @w
        STORE(&flag, 1, memory_order_relaxed, GROUP);
    }
    if (ID == 9) {
        while (!LOAD(&flag, memory_order_acquire, GROUP))
            ;
        out[ID] = box; // @r
    }
}

// SILENT: chain_of_flags -g 16 -l 16 buf:i32:16
kernel void chain_of_flags(global int *out)
{
    local atomic_int turn;
    local int sum;
    if (ID == 0) {
        STORE(&turn, 0, memory_order_relaxed, GROUP);
        sum = 0;
    }
    LOCAL_BARRIER();
    for (bool done = false; !done;)
        if (LOAD(&turn, memory_order_acquire, GROUP) == ID) {
            sum += ID;
            STORE(&turn, ID + 1, memory_order_release, GROUP);
            done = true;
        }
    LOCAL_BARRIER();
    out[ID] = sum;
}

// FAULT: chain_of_flags_two_turns -g 16 -l 16 buf:i32:16
// FIND: data-race OpStore|OpLoad@s & OpStore@s sum in 0..3
kernel void chain_of_flags_two_turns(global int *out)
{
    local atomic_int turn;
    local int sum;
    if (ID == 0) {
        STORE(&turn, 0, memory_order_relaxed, GROUP);
        sum = 0;
    }
    LOCAL_BARRIER();
    for (bool done = false; !done;)
        if (LOAD(&turn, memory_order_acquire, GROUP) >= ID / 2) {
            sum += ID; // @s
            ADD(&turn, 1, memory_order_release, GROUP);
            done = true;
        }
    LOCAL_BARRIER();
    out[ID] = sum;
}

// The flag is of one group, the data of all.
// FAULT: flag_of_group_scope -g 32 -l 16 buf:i32:32 buf:i32:1=0 buf:i32:32
// FIND: group-race OpLoad@r & OpStore@w arg0
// ONLY: clang14
kernel void flag_of_group_scope(global int *data, global atomic_int *flag, global int *out)
{
    int g = get_group_id(0);
    if (g == 0) {
        data[ID] = ID; // @w
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (ID == 0)
            STORE(flag, 1, memory_order_release, GROUP);
    } else {
        while (!LOAD(flag, memory_order_acquire, GROUP))
            ;
        out[ID] = data[15 - ID]; // @r
    }
}

// SILENT: flag_of_device_scope -g 32 -l 16 buf:i32:32 buf:i32:1=0 buf:i32:32
kernel void flag_of_device_scope(global int *data, global atomic_int *flag, global int *out)
{
    int g = get_group_id(0);
    if (g == 0) {
        data[ID] = ID;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (ID == 0)
            STORE(flag, 1, memory_order_release, ALL_GROUPS);
    } else {
        while (!LOAD(flag, memory_order_acquire, ALL_GROUPS))
            ;
        out[ID] = data[15 - ID];
    }
}

// A copy reads what the work-items handed over by atomics: still no barrier.
// FAULT: flag_then_copy -g 16 -l 16 buf:i32:16 buf:i32:16
// FIND: unsynchronized-source OpGroupAsyncCopy@c & OpStore@w t
kernel void flag_then_copy(global int *out, global int *unused)
{
    local atomic_int n;
    local int t[16];
    if (ID == 0)
        STORE(&n, 0, memory_order_relaxed, GROUP);
    LOCAL_BARRIER();
    t[ID] = ID; // @w
    ADD(&n, 1, memory_order_relaxed, GROUP);
    event_t e = async_work_group_copy(out, t, 16, 0); // @c
    wait_group_events(1, &e);
}

// SILENT: every_kind_of_own -g 16 -l 16 buf:i32:16 buf:i32:16
kernel void every_kind_of_own(global int *out, global int *other)
{
    local int t[16];
    t[ID] = ID;
    t[ID] += 3;
    atomic_add((volatile local int *)&t[ID], 2);
    other[ID] = t[ID];
    other[ID]++;
    out[ID] = other[ID] + t[ID];
}

// FAULT: write_to_all -g 16 -l 16 buf:i32:16
// FIND: data-race OpStore@s & OpStore@s arg0 0..3
kernel void write_to_all(global int *out)
{
    out[ID / 16] = ID; // @s
}

// FAULT: half_words -g 16 -l 16 buf:u32:16
// FIND: data-race *@s & *@s arg0 in 2..31
kernel void half_words(global ushort *out)
{
    vstore2((ushort2)(1, 2), 0, out + ID); // @s
}

// SILENT: half_words_apart -g 16 -l 16 buf:u32:16
kernel void half_words_apart(global ushort *out)
{
    out[2 * ID + 1] = ID;
    out[2 * ID] = ID + 1;
}

// A barrier in a loop whose trip count comes from memory that all share.
// SILENT: trips_from_memory -g 32 -l 16 buf:i32:2=seq buf:i32:32
kernel void trips_from_memory(global const int *trips, global int *out)
{
    local int t[16];
    int g = get_group_id(0), s = 0;
    t[ID] = ID;
    for (int k = 0; k < trips[g] + 2; k++) {
        LOCAL_BARRIER();
        s += t[(ID + k) % 16];
        LOCAL_BARRIER();
        t[ID] = s;
    }
    out[get_global_id(0)] = s;
}

// FAULT: trips_from_memory_by_item -g 16 -l 16 buf:i32:16=seq buf:i32:32
// FIND: barrier-divergence OpControlBarrier@b
kernel void trips_from_memory_by_item(global const int *trips, global int *out)
{
    local int t[16];
    int s = 0;
    t[ID] = ID;
    for (int k = 0; k < trips[ID]; k++) {
        s += t[ID];
        LOCAL_BARRIER(); // @b
    }
    out[ID] = s;
}

// Trips that differ are no fault where the last barrier of the loop is not in it.
// SILENT: trips_without_barrier -g 16 -l 16 buf:i32:16=seq buf:i32:32
kernel void trips_without_barrier(global const int *trips, global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < trips[ID]; k++)
        s += k;
    t[ID] = s;
    LOCAL_BARRIER();
    out[ID] = t[15 - ID];
}

// FAULT: pipeline_trips_by_item -g 16 -l 16 buf:i32:16=seq buf:i32:256=seq buf:i32:16
// FIND: divergent-copy OpGroupAsyncCopy@c
kernel void pipeline_trips_by_item(global const int *trips, global const int *in,
                                   global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < 1 + trips[ID] / 8; k++) {
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0); // @c
        wait_group_events(1, &e); // @w
        s += t[15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = s;
}

// SILENT: pipeline_trips_by_group -g 32 -l 16 buf:i32:2=seq buf:i32:256=seq buf:i32:32
kernel void pipeline_trips_by_group(global const int *trips, global const int *in,
                                    global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < 1 + trips[get_group_id(0)]; k++) {
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0);
        wait_group_events(1, &e);
        s += t[15 - ID];
        LOCAL_BARRIER();
    }
    out[get_global_id(0)] = s;
}

// Trips from local memory that a copy has brought: the same for all.
// SILENT: trips_from_copy -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void trips_from_copy(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    wait_group_events(1, &e);
    int s = 0;
    for (int k = 0; k < t[3]; k++) {
        LOCAL_BARRIER();
        s += in[k];
    }
    out[ID] = s;
}

// FAULT: trips_from_copy_early -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: read-in-flight OpLoad & OpGroupAsyncCopy@c t 12..15
kernel void trips_from_copy_early(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    int s = 0;
    for (int k = 0; k < t[3]; k++)
        s += in[k];
    wait_group_events(1, &e);
    out[ID] = s;
}
