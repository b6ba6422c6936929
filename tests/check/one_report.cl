// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What follows from a defect is no other: one report each.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: oob_second -g 16 -l 16 buf:i32:64=seq
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c
kernel void oob_second(global int *in)
{
    local int a[16], b[8];
    a[ID] = 0;
    if (ID < 8)
        b[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 16, 0);
    e = async_work_group_copy(b, in, 16, e); // @c
    wait_group_events(1, &e);
}

// FAULT: trap_in_flight -g 16 -l 16 buf:i32:64=seq buf:i32:15
// FIND: out-of-bounds OpStore@w
kernel void trap_in_flight(global int *in, global int *o)
{
    local int a[16];
    a[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 16, 0);
    o[ID] = 3; // @w
    wait_group_events(1, &e);
}

// FAULT: return_after_copy -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: divergent-wait OpGroupWaitEvents@w
kernel void return_after_copy(global int *in, global int *o)
{
    local int a[16];
    a[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 16, 0);
    if (in[ID + 16] > 28)
        return;
    wait_group_events(1, &e); // @w
    o[ID] = a[ID];
}

// FAULT: early_out_all -g 16 -l 16 buf:i32:64=seq buf:i32:16 i32:1
// FIND: missing-wait OpGroupAsyncCopy@c
kernel void early_out_all(global int *in, global int *o, int quit)
{
    local int a[16];
    a[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 16, 0); // @c
    if (quit)
        return;
    wait_group_events(1, &e);
    o[ID] = a[ID];
}

// FAULT: uninit_count -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: uninitialized OpGroupAsyncCopy@c n 0..3
kernel void uninit_count(global int *in, global int *o)
{
    local int a[16];
    volatile local int n;
    a[ID] = 0;
    if (ID == 99)
        n = 3;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, n + 20, 0); // @c
    wait_group_events(1, &e);
    o[ID] = a[ID];
}

// FAULT: nonuni_oob -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: non-uniform-operand OpGroupAsyncCopy@c
kernel void nonuni_oob(global int *in, global int *o)
{
    local int a[16];
    a[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, ID ? 20 : 16, 0); // @c
    wait_group_events(1, &e);
    o[ID] = a[ID];
}

// FAULT: mis_oob -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: misaligned *@c
kernel void mis_oob(global int *in, global int *o)
{
    o[ID] = *(global int *)((global char *)in + 4 * ID + 1); // @c
}
