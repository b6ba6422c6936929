// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Long runs: many barriers, waits and groups come between what belongs together.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// The last of thousands of rounds lacks its barrier.
// FAULT: late_race -g 16 -l 16 buf:i32:16 i32:6000
// FIND: data-race OpLoad@read & OpStore@write a in 0..63
kernel void late_race(global int *out, int rounds)
{
    local int a[16];
    int sum = 0;
    a[ID] = 0;
    for (int k = 0; k < rounds; k++) {
        LOCAL_BARRIER();
        a[ID] = k; // @write
        if (k + 1 < rounds)
            LOCAL_BARRIER();
        sum += a[15 - ID]; // @read
    }
    out[ID] = sum;
}

// Work-item 3 alone, in round 4321, with work-item 0 of the same round.
// FAULT: one_round -g 16 -l 16 buf:i32:16 i32:6000 i32:4321
// FIND: data-race OpLoad@read & OpStore@write n 0..3
kernel void one_round(global int *out, int rounds, int odd)
{
    local int n;
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        LOCAL_BARRIER();
        if (ID == 0)
            n = k; // @write
        if (ID == 3 && k == odd)
            sum += n; // @read
        LOCAL_BARRIER();
    }
    out[ID] = sum + n;
}

// The first group and the last one.
// FAULT: first_and_last -g 40000 -l 8 buf:i32:40000
// FIND: group-race OpStore@other & * out 0..3
kernel void first_and_last(global int *out)
{
    size_t i = get_global_id(0);
    LOCAL_BARRIER();
    if (i == 39999)
        out[0] = 5; // @other
    else
        out[i] = 1; // @write
}

// A copy's source was written by a work-item thousands of waits ago, and read
// by the copy since; then it is written again, without a barrier.
// FAULT: many_copies -g 16 -l 16 buf:i32:16 i32:3000
// FIND: unsynchronized-source OpGroupAsyncCopy@last & OpStore@write tile 20..23
kernel void many_copies(global int *out, int rounds)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    for (int k = 0; k < rounds; k++) {
        event_t e = async_work_group_copy(out, tile, 16, 0);
        wait_group_events(1, &e);
    }
    if (ID == 5)
        tile[5] = 1; // @write
    event_t e = async_work_group_copy(out, tile, 16, 0); // @last
    wait_group_events(1, &e);
}

// The copy is left alone at the start, thousands of others are waited for.
// FAULT: left_alone -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:3000
// FIND: missing-wait OpGroupAsyncCopy@first a 0..63
kernel void left_alone(global int *out, global const int *in, int rounds)
{
    local int a[16], b[16];
    a[ID] = b[ID] = 0;
    LOCAL_BARRIER();
    async_work_group_copy(a, in, 16, 0); // @first
    for (int k = 0; k < rounds; k++) {
        event_t e = async_work_group_copy(b, in + 16, 16, 0);
        wait_group_events(1, &e);
    }
    out[ID] = b[ID];
}

// -- near misses ----------------------------------------------------------------

// SILENT: rounds -g 32 -l 16 buf:i32:32 i32:6000
kernel void rounds(global int *out, int n)
{
    local int a[16];
    int sum = 0;
    for (int k = 0; k < n; k++) {
        a[(ID + k) & 15] = k;
        LOCAL_BARRIER();
        sum += a[15 - ID];
        LOCAL_BARRIER();
    }
    out[get_global_id(0)] = sum;
}

// SILENT: groups -g 40000 -l 8 buf:i32:40000
kernel void groups(global int *out)
{
    local int a[8];
    a[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = a[7 - ID];
}

// Written before all rounds, read after them.
// SILENT: long_ago -g 16 -l 16 buf:i32:16 buf:i32:16 i32:6000
kernel void long_ago(global int *out, global int *there, int n)
{
    local int a[16];
    a[ID] = ID;
    there[ID] = ID;
    for (int k = 0; k < n; k++)
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[ID] = a[15 - ID] + there[15 - ID];
}

// A pipeline of thousands of tiles.
// SILENT: pipeline -g 16 -l 16 buf:i32:16000 buf:i32:16000=seq i32:1000
kernel void pipeline(global int *out, global const int *in, int n)
{
    local int line[2][16], done[2][16];
    event_t coming[2], going[2];
    coming[0] = async_work_group_copy(line[0], in, 16, 0);
    for (int k = 0; k < n; k++) {
        int now = k & 1;
        if (k + 1 < n)
            coming[!now] = async_work_group_copy(line[!now], in + 16 * (k + 1), 16, 0);
        wait_group_events(1, &coming[now]);
        if (k >= 2)
            wait_group_events(1, &going[now]);
        LOCAL_BARRIER();
        done[now][ID] = line[now][15 - ID];
        LOCAL_BARRIER();
        going[now] = async_work_group_copy(out + 16 * k, done[now], 16, 0);
    }
    wait_group_events(2, going);
}
