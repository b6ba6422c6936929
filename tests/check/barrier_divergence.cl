// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Barriers that only some work-items of the group reach.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: some -g 16 -l 16 buf:i32:16
// FIND: barrier-divergence OpControlBarrier@barrier: item (8,0,0) of group (0,0,0), 8 items of 1 group
kernel void some(global int *out)
{
    local int a[16];
    a[ID] = ID;
    if (ID < 8)
        LOCAL_BARRIER(); // @barrier
    out[ID] = a[ID];
}

// FAULT: early_return -g 16 -l 16 buf:i32:16 i32:12
// FIND: barrier-divergence OpControlBarrier@barrier: item (12,0,0) of group (0,0,0), 4 items of 1 group
kernel void early_return(global int *out, int n)
{
    local int a[16];
    if (ID >= n)
        return;
    a[ID] = ID;
    LOCAL_BARRIER(); // @barrier
    out[ID] = a[n - 1 - ID];
}

// All reach a barrier, but not the same one.
// FAULT: either -g 16 -l 16 buf:i32:16
// FIND: barrier-divergence OpControlBarrier@one|two
kernel void either(global int *out)
{
    if (ID & 1) {
        out[ID] = 1;
        LOCAL_BARRIER(); // @one
        out[ID] = 3;
    } else {
        out[ID] = 2;
        GLOBAL_BARRIER(); // @two
        out[ID] += 4;
    }
}

// Work-item 15 goes around once more.
// FAULT: rounds -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: barrier-divergence OpControlBarrier@barrier: item (0,0,0) of group (0,0,0), 15 items of 1 group
kernel void rounds(global int *out, global const int *in)
{
    local int a[16];
    a[ID] = 0;
    for (int k = 0; k < 2 + (in[ID] == 15); k++) {
        a[ID] += k;
        LOCAL_BARRIER(); // @barrier
    }
    out[ID] = a[ID];
}

// -- near misses ----------------------------------------------------------------

// SILENT: uniform -g 64 -l 16 buf:i32:64 i32:3
kernel void uniform(global int *out, int n)
{
    local int a[16];
    int sum = 0;
    if (get_group_id(0) != 2)
        for (int k = 0; k < n; k++) {
            a[ID] = k + ID;
            LOCAL_BARRIER();
            sum += a[15 - ID];
            LOCAL_BARRIER();
        }
    out[get_global_id(0)] = sum;
}

// SILENT: true_for_all -g 16 -l 16 buf:i32:16 i32:16
kernel void true_for_all(global int *out, int n)
{
    local int a[16];
    a[ID] = ID;
    if (ID < n)
        LOCAL_BARRIER();
    out[ID] = a[15 - ID];
}

// The group returns as a whole.
// SILENT: whole_group -g 64 -l 16 buf:i32:64 i32:40
kernel void whole_group(global int *out, int n)
{
    local int a[16];
    if ((int)get_group_id(0) * 16 >= n)
        return;
    a[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = a[15 - ID];
}

// After the barrier the work-items may leave one by one.
// SILENT: leave_after -g 16 -l 16 buf:i32:16
kernel void leave_after(global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (ID & 1)
        return;
    out[ID] = a[15 - ID];
}

// The last group is smaller.
// SILENT: small_group -g 24 -l 16 buf:i32:24
kernel void small_group(global int *out)
{
    local int a[16];
    int n = (int)get_local_size(0);
    a[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = a[n - 1 - ID];
}
