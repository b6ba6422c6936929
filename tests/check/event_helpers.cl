// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Arrays of events that functions wait for, inlined and not.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O2.32 clang22.O0.32
// BINARIES: clang22.O2.64 clang22.O2.32
#include "async_kernel.h"

void wait_at(event_t *e, int k)
{
    wait_group_events(1, e + k); // @one
}
void wait_each(event_t *e, int n)
{
    for (int k = 0; k < n; k++)
        wait_group_events(1, &e[k]);
}

// SILENT: one_by_one -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void one_by_one(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_at(e, 0);
    wait_at(e, 3);
    wait_at(e, 2);
    wait_at(e, 1);
    out[ID] = t[0][ID] + t[1][15 - ID] + t[2][ID] + t[3][15 - ID];
}

// SILENT: in_a_loop -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void in_a_loop(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_each(e, 4);
    out[ID] = t[0][ID] + t[1][15 - ID] + t[2][ID] + t[3][15 - ID];
}

// FAULT: in_a_loop_short -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 192..255
// THEN: missing-wait OpGroupAsyncCopy@c
kernel void in_a_loop_short(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0); // @c
    wait_each(e, 3);
    out[ID] = t[3][15 - ID]; // @r
}

// FAULT: one_twice -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: invalid-event OpGroupWaitEvents@one
kernel void one_twice(global const int *in, global int *out)
{
    local int t[2][16];
    event_t e[2];
    for (int k = 0; k < 2; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_at(e, 0);
    wait_at(e, 1);
    out[ID] = t[0][ID] + t[1][15 - ID];
    wait_at(e, 1);
}
