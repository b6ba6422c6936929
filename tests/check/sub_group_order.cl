// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What the barrier of a sub-group orders: reads of several, atomics, releases.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define SUB_GROUP (ID / 8)
#define REL memory_order_release
#define ACQ memory_order_acquire
#define RLX memory_order_relaxed
#define WG memory_scope_work_group

// SILENT: scan --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void scan(global int *out)
{
    local int a[16];
    a[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 1; n < 8; n *= 2) {
        int x = ID % 8 >= n ? a[ID - n] : 0;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        a[ID] += x;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ID] = a[ID];
}

// FAULT: scan_1 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpStore@write & OpLoad@read a in 0..63
kernel void scan_1(global int *out)
{
    local int a[16];
    a[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 1; n < 8; n *= 2) {
        int x = ID % 8 >= n ? a[ID - n] : 0; // @read
        a[ID] += x;                          // @write
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ID] = a[ID];
}

// The second sub-group reads what the first one writes.
// FAULT: scan_2 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..63
kernel void scan_2(global int *out)
{
    local int a[16];
    a[ID] = ID;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 1; n < 8; n *= 2) {
        int x = ID >= n ? a[ID - n] : 0; // @read
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        a[ID] += x; // @write
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ID] = a[ID];
}

// SILENT: global_scan --sub-group-size 8 -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void global_scan(global int *a, global int *out)
{
    for (int n = 1; n < 8; n *= 2) {
        int x = ID % 8 >= n ? a[ID - n] : 0;
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
        a[ID] += x;
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
    out[ID] = a[ID];
}

// All read one element, one of them reads it again and writes it.
// SILENT: all_read --sub-group-size 8 -g 16 -l 16 buf:i32:2=seq buf:i32:16
kernel void all_read(global int *a, global int *out)
{
    out[ID] = a[SUB_GROUP];
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID % 8 == 3)
        a[SUB_GROUP]++;
}

// FAULT: all_read_1 --sub-group-size 8 -g 16 -l 16 buf:i32:2=seq buf:i32:16
// FIND: data-race OpStore@write & OpLoad@read|write a in 0..7
kernel void all_read_1(global int *a, global int *out)
{
    out[ID] = a[SUB_GROUP]; // @read
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID == 3)
        a[1]++; // @write
}

// Others of the other sub-group have read it, who wrote has, too.
// FAULT: all_read_2 --sub-group-size 8 -g 16 -l 16 buf:i32:2=seq buf:i32:16
// FIND: data-race OpStore@write & OpLoad@read|write a in 0..7
kernel void all_read_2(global int *a, global int *out)
{
    out[ID] = a[0]; // @read
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID == 3)
        a[0]++; // @write
}

// SILENT: counts --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void counts(global int *out)
{
    local atomic_int n[2];
    if (ID % 8 == 0)
        atomic_init(&n[SUB_GROUP], 0);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&n[SUB_GROUP], ID, RLX, WG);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = *(local int *)&n[SUB_GROUP];
}

// FAULT: counts_1 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpAtomicIAdd|OpFunctionCall@add n in 0..3
kernel void counts_1(global int *out)
{
    local atomic_int n[1];
    if (ID == 0)
        atomic_init(&n[0], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&n[0], ID, RLX, WG); // @add
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = *(local int *)&n[0]; // @read
}

// FAULT: counts_2 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpAtomicIAdd|OpFunctionCall@add n in 0..7
kernel void counts_2(global int *out)
{
    local atomic_int n[2];
    if (ID % 8 == 0)
        atomic_init(&n[SUB_GROUP], 0);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&n[SUB_GROUP], ID, RLX, WG); // @add
    out[ID] = *(local int *)&n[SUB_GROUP];                 // @read
}

// One of a sub-group tells the other one of what all of its own have done.
// SILENT: told --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void told(global int *out)
{
    local int a[8];
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < 8)
        a[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 2)
        atomic_store_explicit(&ready, 1, REL, WG);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID >= 8 && atomic_load_explicit(&ready, ACQ, WG))
        out[ID] = a[15 - ID];
}

// FAULT: told_1 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..31
kernel void told_1(global int *out)
{
    local int a[8];
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < 8)
        a[ID] = ID; // @write
    if (ID == 2)
        atomic_store_explicit(&ready, 1, REL, WG);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID >= 8 && atomic_load_explicit(&ready, ACQ, WG))
        out[ID] = a[15 - ID]; // @read
}

// What the others do behind the barrier is not told of.
// FAULT: told_2 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..31
kernel void told_2(global int *out)
{
    local int a[8];
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < 8)
        a[ID] = ID; // @write
    if (ID == 2)
        atomic_store_explicit(&ready, 1, REL, WG);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID >= 8 && atomic_load_explicit(&ready, ACQ, WG))
        out[ID] = a[15 - ID]; // @read
}

// Nor is what the other sub-group's barrier has ordered.
// FAULT: told_3 --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..31
kernel void told_3(global int *out)
{
    local int a[8];
    local atomic_int ready;
    if (ID == 0)
        atomic_init(&ready, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID >= 8)
        a[ID - 8] = ID; // @write
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 2)
        atomic_store_explicit(&ready, 1, REL, WG);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID < 8 && ID != 2 && atomic_load_explicit(&ready, ACQ, WG))
        out[ID] = a[ID]; // @read
}
