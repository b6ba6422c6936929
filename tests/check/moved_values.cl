// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Undefined values that group functions hand from one work-item to another.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: reduce -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void reduce(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID;
    out[ID] = work_group_reduce_add(x[ID]); // @w
}

// FAULT: bcast -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void bcast(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID;
    out[ID] = work_group_broadcast(x[ID], 3); // @w
}

// FAULT: all -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void all(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID + 1;
    out[ID] = work_group_all(x[ID] != 0); // @w
}

// FAULT: sg_reduce -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void sg_reduce(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID;
    out[ID] = sub_group_reduce_add(x[ID]); // @w
}

// FAULT: sg_bcast -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void sg_bcast(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID;
    out[ID] = sub_group_broadcast(x[ID], 3); // @w
}

// FAULT: sg_scan -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@w
kernel void sg_scan(global int *out)
{
    volatile local int x[16];
    if (ID != 3)
        x[ID] = ID;
    out[ID] = sub_group_scan_inclusive_add(x[ID]); // @w
}

// SILENT: bcast_ok -g 16 -l 16 buf:i32:16
kernel void bcast_ok(global int *out)
{
    volatile local int x[16];
    if (ID == 3)
        x[ID] = ID;
    out[ID] = work_group_broadcast(x[ID], 3);
}

// SILENT: sg_local -g 64 -l 64 buf:i32:64=seq
kernel void sg_local(global int *out)
{
    local int t[64];
    int s = get_sub_group_id() * get_max_sub_group_size();
    int l = get_sub_group_local_id(), n = get_sub_group_size();
    t[s + l] = out[ID];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[s + (n - 1 - l)];
}

// SILENT: two_level -g 128 -l 128 buf:i32:128=seq buf:i32:1
kernel void two_level(global int *in, global int *out)
{
    local int part[64];
    int x = sub_group_reduce_add(in[ID]);
    if (get_sub_group_local_id() == 0)
        part[get_sub_group_id()] = x;
    LOCAL_BARRIER();
    if (get_sub_group_id() == 0) {
        int v = get_sub_group_local_id() < get_num_sub_groups()
                    ? part[get_sub_group_local_id()]
                    : 0;
        v = sub_group_reduce_add(v);
        if (ID == 0)
            out[0] = v;
    }
}

// FAULT: div_reduce -g 16 -l 16 buf:i32:16=seq
// FIND: barrier-divergence *@w
kernel void div_reduce(global int *out)
{
    if (out[ID] < 4)
        out[ID] = work_group_reduce_add(ID); // @w
}
