// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sub-groups: what orders the accesses of their work-items, and what does not.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable

// The other work-item is one of the other sub-group.
// FAULT: across --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..63
kernel void across(global int *out)
{
    local int a[16];
    a[ID] = ID; // @write
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = a[15 - ID]; // @read
}

// FAULT: copied --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: unsynchronized-source OpGroupAsyncCopy@copy & OpStore@write a in 0..63
kernel void copied(global int *out)
{
    local int a[16];
    a[ID] = ID; // @write
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, a, 16, 0); // @copy
    wait_group_events(1, &e);
}

// SILENT: within --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void within(global int *out)
{
    local int a[16];
    a[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = a[ID ^ 7];
}

// One sub-group reads what it wrote, then all meet.
// SILENT: both_barriers --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void both_barriers(global int *out)
{
    local int a[16];
    a[ID] = ID;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    int x = a[ID ^ 1];
    LOCAL_BARRIER();
    a[15 - ID] = x;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = a[15 - (ID ^ 1)];
}

// Sub-groups may go different ways; their barriers are their own.
// SILENT: own_ways --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void own_ways(global int *out)
{
    local int a[16];
    a[ID] = ID;
    int x = 0;
    if (get_sub_group_id() == 1) {
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        x = a[8 + (15 - ID)];
    }
    out[ID] = x + sub_group_reduce_add(ID);
}

// Every second work-item of a sub-group adds up.
// FAULT: some_add --sub-group-size 8 -g 16 -l 16 buf:i32:16
// FIND: barrier-divergence OpGroupIAdd|OpFunctionCall@add
kernel void some_add(global int *out)
{
    int x = 0;
    if (ID & 1)
        x = sub_group_reduce_add(ID); // @add
    out[ID] = x;
}

// FAULT: ended --sub-group-size 8 -g 16 -l 16 buf:i32:16 i32:13
// FIND: barrier-divergence OpGroupBroadcast|OpFunctionCall@one
kernel void ended(global int *out, int n)
{
    if (ID >= n)
        return;
    out[ID] = sub_group_broadcast(ID, 2); // @one
}

// All of one sub-group, none of the other one; the last sub-group is a small one.
// SILENT: one_adds --sub-group-size 8 -g 12 -l 12 buf:i32:12
kernel void one_adds(global int *out)
{
    int x = 0;
    if (get_sub_group_id() == 1)
        x = sub_group_any(ID == 10) + sub_group_scan_inclusive_add(ID);
    out[ID] = x;
}

// What its name says may be reached by some.
// SILENT: not_uniform --sub-group-size 8 -g 16 -l 16 buf:i32:16
kernel void not_uniform(global int *out)
{
    int x = 0;
    if (ID & 1)
        x = sub_group_non_uniform_reduce_add(ID);
    out[ID] = x;
}
