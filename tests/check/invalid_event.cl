// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Events that no copy in flight stands behind.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O0.64
#include "async_kernel.h"

// FAULT: twice -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// FIND: invalid-event OpGroupWaitEvents@again
kernel void twice(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    wait_group_events(1, &e); // @again
    out[ID] = tile[ID];
}

// A released event is passed on.
// FAULT: passed_on -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: invalid-event OpGroupAsyncCopy@copy
kernel void passed_on(global int *out, global const int *in)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(b, in + 16, 16, e); // @copy
    wait_group_events(1, &e);
    out[ID] = a[ID] + b[ID];
}

// FAULT: passed_on_2d -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:3
// FIND: invalid-event 2D2D@copy
// ONLY: O0
kernel void passed_on_2d(global int *out, global const int *in, int steps)
{
    local int tile[16];
    event_t e = 0;
    int sum = 0;
    for (int k = 0; k < steps; k++) {
        e = async_work_group_copy_2D2D(tile, 0, in, 16 * k, 4, 4, 4, 4, 4, e); // @copy
        wait_group_events(1, &e);
        sum += tile[ID];
        LOCAL_BARRIER();
    }
    out[ID] = sum;
}

// Three events are waited for, the list holds two.
// FAULT: too_many -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:3
// FIND: invalid-event OpGroupWaitEvents@wait
kernel void too_many(global int *out, global const int *in, int n)
{
    local int a[16], b[16];
    a[ID] = b[ID] = 0;
    LOCAL_BARRIER();
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(n, e); // @wait
    out[ID] = ID;
}

// The second element of the list was never set.
// FAULT: unset -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:2
// FIND: invalid-event OpGroupWaitEvents@wait
kernel void unset(global int *out, global const int *in, int n)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    if (n > 2)
        e[1] = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(n, e); // @wait
    out[ID] = a[ID];
}

// -- near misses ----------------------------------------------------------------

// One variable, two events in turn.
// SILENT: reused -g 16 -l 16 buf:i32:16 buf:i32:16=seq
// ONLY: clang14
kernel void reused(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out, tile, 16, 0);
    wait_group_events(1, &e);
}

// The list holds the event that two copies share twice.
// SILENT: shared_twice -g 16 -l 16 buf:i32:16 buf:i32:32=seq
kernel void shared_twice(global int *out, global const int *in)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in + 16, 16, e[0]);
    wait_group_events(2, e);
    out[ID] = a[ID] + b[ID];
}

// The first round starts an event, the others share it.
// SILENT: through_loop -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:4
// ONLY: O0
kernel void through_loop(global int *out, global const int *in, int steps)
{
    local int tile[64];
    event_t e = 0;
    for (int k = 0; k < steps; k++)
        e = async_work_group_copy_2D2D(tile, 16 * k, in, 16 * k, 4, 4, 4, 4, 4, e);
    wait_group_events(1, &e);
    out[ID] = tile[ID] + tile[ID + 48];
}

// More room than events.
// SILENT: part_of_list -g 16 -l 16 buf:i32:16 buf:i32:32=seq i32:2
kernel void part_of_list(global int *out, global const int *in, int n)
{
    local int a[16], b[16];
    event_t e[8];
    e[3] = async_work_group_copy(a, in, 16, 0);
    e[4] = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(n, e + 3);
    out[ID] = a[ID] + b[ID];
}

// More events than any machine has channels.
// SILENT: many -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void many(global int *out, global const int *in)
{
    local int tile[64];
    event_t e[64];
    for (int k = 0; k < 64; k++)
        e[k] = async_work_group_copy(tile + k, in + k, 1, 0);
    wait_group_events(64, e);
    out[ID] = tile[ID] + tile[63 - ID];
}

// Two waits for one event, in either order: each is the second one once.
// FAULT: either_order -g 32 -l 16 buf:i32:32 buf:i32:16=seq
// FIND: invalid-event OpGroupWaitEvents@even & OpGroupWaitEvents@odd: group (0,0,0), *, 1 group; group (0,0,0)
// FIND: invalid-event OpGroupWaitEvents@odd & OpGroupWaitEvents@even: group (1,0,0), *, 1 group; group (1,0,0)
// ONLY: O0
kernel void either_order(global int *out, global const int *in)
{
    local int tile[16];
    event_t e = async_work_group_copy(tile, in, 16, 0);
    for (int k = 1; k < 3; k++) {
        if ((k + get_group_id(0)) % 2)
            wait_group_events(1, &e); // @odd
        else
            wait_group_events(1, &e); // @even
    }
    out[get_global_id(0)] = tile[ID];
}
