// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Waits that only some work-items of the group reach.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: some -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: divergent-wait OpGroupWaitEvents@wait
kernel void some(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 16, 0);
    if (ID < 8)
        wait_group_events(1, &e); // @wait
    out[ID] = ID;
}

// One waits for all.
// FAULT: leader -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: divergent-wait OpGroupWaitEvents@wait
kernel void leader(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 4, 0);
    if (ID == 0)
        wait_group_events(1, &e); // @wait
    LOCAL_BARRIER();
    out[ID] = ID;
}

// Each work-item waits, but not at the same place.
// FAULT: either -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: divergent-wait OpGroupWaitEvents@one|two
kernel void either(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 16, 0);
    if (ID & 1) {
        out[ID] = 1;
        wait_group_events(1, &e); // @one
    } else {
        out[ID] = 2;
        wait_group_events(1, &e); // @two
        out[ID] = 3;
    }
}

// Two events: some wait for the second only once, in the loop, others twice.
// FAULT: rounds -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: divergent-wait OpGroupWaitEvents@wait
kernel void rounds(global int *out, global const int *in)
{
    local int tile[2][16];
    event_t e[2];
    e[0] = async_work_group_copy(tile[0], in, 16, 0);
    e[1] = async_work_group_copy(tile[1], in, 16, 0);
    for (int k = 0; k < 1 + (ID < 4); k++)
        wait_group_events(1, e + k); // @wait
    out[ID] = ID;
}

// -- near misses ----------------------------------------------------------------

// SILENT: uniform_branch -g 32 -l 16 buf:i32:32 buf:i32:32=seq
kernel void uniform_branch(global int *out, global const int *in)
{
    local int tile[16];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + base, 16, 0);
    if (get_group_id(0) == 0) {
        wait_group_events(1, &e);
        out[base + ID] = tile[ID];
    } else {
        out[base + ID] = 5;
        wait_group_events(1, &e);
    }
}

// SILENT: true_for_all -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:16
kernel void true_for_all(global int *out, global const int *in, int n)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    if (ID < n)
        wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The events of an array, one by one.
// SILENT: one_by_one -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void one_by_one(global int *out, global const int *in)
{
    local int tile[4][16];
    event_t e[4];
    int sum = 0;
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(tile[k], in + 16 * k, 16, 0);
    for (int k = 3; k >= 0; k--) {
        wait_group_events(1, e + k);
        sum = sum * 2 + tile[k][ID];
    }
    out[ID] = sum;
}

// Divergent work between the copy and the wait.
// SILENT: work_between -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void work_between(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    int sum = 0;
    for (int k = 0; k < ID; k++)
        sum += k * k;
    wait_group_events(1, &e);
    out[ID] = tile[ID] + sum;
}
