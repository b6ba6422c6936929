// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Compare and exchange: who does not find what is compared with writes nothing.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// One work-item wins each round, and looks at what it has won. (Optimizers would
// have all of them look, if they knew that they may.)
// SILENT: rounds -g 32 -l 32 buf:i32:32 local:4
kernel void rounds(global int *out, local int *next)
{
    int won = 0, found = -1, mine = 0;
    if (ID == 0)
        *next = 0;
    for (int i = 0; i < 32; i++) {
        LOCAL_BARRIER();
        int before = *next;
        LOCAL_BARRIER();
        if (!won)
            found = atomic_cmpxchg(next, before, before + 1);
        if (found == before) {
            won = 1;
            mine = *next;
        }
    }
    out[ID] = mine;
}

// Two win each round.
// FAULT: two_winners -g 32 -l 32 buf:i32:32 local:4
// FIND: data-race OpLoad@mine & OpAtomicCompareExchange@win next 0..3
kernel void two_winners(global int *out, local int *next)
{
    int won = 0, mine = 0;
    if (ID == 0)
        *next = 0;
    for (int i = 0; i < 16; i++) {
        LOCAL_BARRIER();
        int before = *next;
        LOCAL_BARRIER();
        if (!won) {
            int found = atomic_cmpxchg(next, before + ID % 2, before + ID % 2 + 1); // @win
            if (found == before + ID % 2) {
                won = 1;
                mine = *next; // @mine
            }
        }
    }
    out[ID] = mine;
}

// FAULT: reader -g 16 -l 16 buf:i32:16 i32:0
// FIND: data-race OpLoad@read & OpAtomicCompareExchange@win n 0..3
// SILENT: reader -g 16 -l 16 buf:i32:16 i32:1
kernel void reader(global int *out, int expected)
{
    local int n;
    int x;
    if (ID == 0)
        n = 0;
    LOCAL_BARRIER();
    if (ID == 7)
        x = atomic_cmpxchg(&n, expected, 5); // @win
    else
        x = n; // @read
    out[ID] = x;
}

// A plain write meets the read of all of them.
// FAULT: writer -g 16 -l 16 buf:i32:16 i32:0
// FIND: data-race OpStore@write & OpAtomicCompareExchange@win n 0..3
// FAULT: writer -g 16 -l 16 buf:i32:16 i32:1
// FIND: data-race OpStore@write & OpAtomicCompareExchange@win n 0..3
kernel void writer(global int *out, int expected)
{
    local int n;
    int x = 0;
    if (ID == 0)
        n = 0;
    LOCAL_BARRIER();
    if (ID == 7)
        x = atomic_cmpxchg(&n, expected, 5); // @win
    else if (ID == 8)
        n = 2; // @write
    out[ID] = x;
}

// Only the source of a copy in flight may be compared with.
// FAULT: in_flight -g 16 -l 16 buf:i32:16 buf:i32:16=3 i32:3
// FIND: write-in-flight OpAtomicCompareExchange@win data 0..3
// SILENT: in_flight -g 16 -l 16 buf:i32:16 buf:i32:16=3 i32:4
kernel void in_flight(global int *out, global int *data, int expected)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, data, 16, 0);
    if (ID == 0)
        atomic_cmpxchg(data, expected, 5); // @win
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// FAULT: groups -g 64 -l 16 buf:i32:1 buf:i32:64 i32:0
// FIND: group-race OpLoad@read & OpAtomicCompareExchange@win n 0..3
// SILENT: groups -g 64 -l 16 buf:i32:1 buf:i32:64 i32:1
kernel void groups(global int *n, global int *out, int expected)
{
    int x;
    if (get_global_id(0) == 20)
        x = atomic_cmpxchg(n, expected, 5); // @win
    else
        x = get_group_id(0) != 1 ? *n : 0; // @read
    out[get_global_id(0)] = x;
}
