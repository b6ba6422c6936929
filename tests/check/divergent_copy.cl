// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies that only some work-items of the group reach.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: some -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: divergent-copy OpGroupAsyncCopy@copy
kernel void some(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    if (ID < 8) {
        event_t e = async_work_group_copy(tile, in, 16, 0); // @copy
        wait_group_events(1, &e);
    }
    out[ID] = ID;
}

// One does the work for all, as with a copy by hand.
// FAULT: leader -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: divergent-copy 2D2D@copy
kernel void leader(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    if (ID == 0) {
        event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 8, 4, 0); // @copy
        wait_group_events(1, &e);
    }
    LOCAL_BARRIER();
    out[ID] = ID;
}

// All start a copy, but not the same one.
// FAULT: either -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: divergent-copy OpGroupAsyncCopy|2D2D@one|two
kernel void either(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = 0;
    if (ID & 1)
        e = async_work_group_copy(tile, in, 16, e); // @one
    else
        e = async_work_group_copy_2D2D(tile, 0, in, 16, 4, 4, 4, 4, 4, e); // @two
    wait_group_events(1, &e);
    out[ID] = ID;
}

// The surplus work-items leave early.
// FAULT: early_return -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:10
// FIND: divergent-copy OpGroupAsyncCopy@copy
kernel void early_return(global int *out, global const int *in, int n)
{
    local int tile[16];
    if (ID >= n)
        return;
    event_t e = async_work_group_copy(tile, in, n, 0); // @copy
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// The work-items go around different numbers of times.
// FAULT: rounds -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: divergent-copy OpGroupAsyncCopy@copy
kernel void rounds(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    for (int k = 0; k < 2 + (ID == 9); k++) {
        event_t e = async_work_group_copy(tile, in + 16 * k, 16, 0); // @copy
        wait_group_events(1, &e);
    }
    out[ID] = ID;
}

// -- near misses ----------------------------------------------------------------

// SILENT: uniform_branch -g 32 -l 16 buf:i32:32 buf:i32:32=seq i32:1
kernel void uniform_branch(global int *out, global const int *in, int flag)
{
    local int tile[16];
    event_t e = 0;
    if (flag)
        e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, e);
    else
        e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 4, 4, 4, 4, e);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[ID];
}

// The groups part, each as a whole.
// SILENT: by_group -g 64 -l 16 buf:i32:64 buf:i32:64=seq
kernel void by_group(global int *out, global const int *in)
{
    local int tile[16];
    size_t base = get_group_id(0) * 16;
    if (get_group_id(0) == 3)
        return;
    if (get_group_id(0) & 1) {
        event_t e = async_work_group_copy(tile, in + base, 16, 0);
        wait_group_events(1, &e);
    } else {
        tile[ID] = in[base + ID];
    }
    out[base + ID] = tile[ID];
}

// A condition on the work-item that is true for all of them.
// SILENT: true_for_all -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:16
kernel void true_for_all(global int *out, global const int *in, int n)
{
    local int tile[16];
    if (ID < n) {
        event_t e = async_work_group_copy(tile, in, 16, 0);
        wait_group_events(1, &e);
        out[ID] = tile[ID];
    }
}

// The work-items part and meet again before the copy.
// SILENT: together_again -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void together_again(global int *out, global const int *in)
{
    local int tile[16];
    int sum = 0;
    for (int k = 0; k < ID; k++)
        sum += k;
    if (ID & 1)
        sum = -sum;
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + sum;
}

// As many rounds for each, counted by each for itself.
// SILENT: rounds_alike -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void rounds_alike(global int *out, global const int *in)
{
    local int tile[16];
    int sum = 0;
    for (int k = ID; k < ID + 4; k++) {
        event_t e = async_work_group_copy(tile, in + 16 * (k - ID), 16, 0);
        wait_group_events(1, &e);
        sum += tile[15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = sum;
}
