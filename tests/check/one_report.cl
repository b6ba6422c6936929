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

// Who returns early leaves bytes unwritten that others wait for.
// FAULT: gone -g 20 -l 10 buf:i32:20=seq buf:i32:20 i32:15
// FIND: barrier-divergence OpControlBarrier@meet
// SILENT: gone -g 20 -l 10 buf:i32:20=seq buf:i32:20 i32:10
kernel void gone(global const int *in, global int *out, int n)
{
    local int t[10];
    int i = get_global_id(0);
    if (i >= n)
        return;
    t[ID] = in[i];
    LOCAL_BARRIER(); // @meet
    out[i] = t[9 - ID];
}

int in_turn(local int *t)
{
    t[ID] = ID;
    LOCAL_BARRIER(); // @turn
    return t[15 - ID];
}

// Nor do they come to a function with a barrier in it.
// FAULT: one_arm -g 16 -l 16 buf:i32:16=seq
// FIND: barrier-divergence OpControlBarrier@turn
kernel void one_arm(global int *d)
{
    local int t[16];
    if (d[ID] > 7 && in_turn(t) > 3)
        d[ID] = 0;
}

// SILENT: both_arms -g 16 -l 16 buf:i32:16=seq
kernel void both_arms(global int *d)
{
    local int t[16];
    int v = in_turn(t);
    if (d[ID] > 7 && v > 3)
        d[ID] = 0;
}

// What one work-item finds out is read by the others too early, or even before
// it is there.
// FAULT: mean -g 64 -l 32 buf:f32:64=seq buf:f32:64
// FIND: data-race OpStore@found & OpLoad@used m 0..3: item (*,0,0) of group (0,0,0), bytes 0 to 3, 62|2 items of 2 groups; item (*,0,0) of group (0,0,0)
kernel void mean(global const float *in, global float *out)
{
    local float m;
    local float t[32];
    float v = in[get_global_id(0)];
    t[ID] = v;
    LOCAL_BARRIER();
    if (ID == 0) {
        float s = 0;
        for (int i = 0; i < 32; i++)
            s += t[i];
        m = s / 32; // @found
    }
    out[get_global_id(0)] = v - m; // @used
}

// SILENT: mean_in_time -g 64 -l 32 buf:f32:64=seq buf:f32:64
kernel void mean_in_time(global const float *in, global float *out)
{
    local float m;
    local float t[32];
    float v = in[get_global_id(0)];
    t[ID] = v;
    LOCAL_BARRIER();
    if (ID == 0) {
        float s = 0;
        for (int i = 0; i < 32; i++)
            s += t[i];
        m = s / 32;
    }
    LOCAL_BARRIER();
    out[get_global_id(0)] = v - m;
}

// A list's end leads out of it: what lies there is not followed.
// FAULT: list -g 16 -l 16 buf:i32:16 i32:4
// FIND: out-of-bounds OpLoad@value
// SILENT: list -g 16 -l 16 buf:i32:16 i32:3
struct node {
    int value, next;
};
kernel void list(global int *out, int n)
{
    struct node list[3];
    int s = 0;
    for (int k = 0; k < 3; k++) {
        list[k].value = k;
        list[k].next = k + 1;
    }
    for (int k = 0, i = 0; k < n; k++) {
        s += list[i].value; // @value
        i = list[i].next;
        s = s * 8 / (i + 1);
    }
    out[ID] = s;
}

// Nothing is written behind a variable.
// FAULT: beyond -g 16 -l 16 buf:i32:16 i32:5
// FIND: out-of-bounds OpStore@beyond
// SILENT: beyond -g 16 -l 16 buf:i32:16 i32:4
kernel void beyond(global int *out, int n)
{
    int a[4], s = 0;
    for (int k = 0; k < n; k++)
        a[k] = k; // @beyond
    for (int k = 0; k < 4; k++)
        s = s * 3 + 12 / (a[k] + 1 + (int)(out[ID] & 1));
    out[ID] = s;
}

// FAULT: short_list -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: invalid-event OpGroupWaitEvents@wait
// FAULT: short_list -g 1 -l 1 buf:i32:16 buf:i32:64=seq
// FIND: invalid-event OpGroupWaitEvents@wait
kernel void short_list(global int *out, global const int *in)
{
    local int a[48];
    event_t e[3];
    for (int k = 0; k < 3; k++)
        e[k] = async_work_group_copy(a + k * 16, in + k * 16, 16, 0);
    wait_group_events(4, e); // @wait
    out[ID] = a[ID] + a[ID + 16] + a[ID + 32];
}

// FAULT: short_list_from -g 16 -l 16 buf:i32:16 buf:i32:64=seq
// FIND: invalid-event OpGroupWaitEvents@wait
kernel void short_list_from(global int *out, global const int *in)
{
    local int a[48];
    event_t e[3];
    for (int k = 0; k < 3; k++)
        e[k] = async_work_group_copy(a + k * 16, in + k * 16, 16, 0);
    wait_group_events(1, e);
    wait_group_events(3, e + 1); // @wait
    out[ID] = a[ID] + a[ID + 16] + a[ID + 32];
}

// SILENT: full_list -g 16 -l 16 buf:i32:16 buf:i32:64=seq
kernel void full_list(global int *out, global const int *in)
{
    local int a[48];
    event_t e[3];
    for (int k = 0; k < 3; k++)
        e[k] = async_work_group_copy(a + k * 16, in + k * 16, 16, 0);
    wait_group_events(1, e);
    wait_group_events(2, e + 1);
    out[ID] = a[ID] + a[ID + 16] + a[ID + 32];
}

// Adding to what nobody has written is an output.
// FAULT: onto_nothing -g 16 -l 16 buf:i32:2=noinit buf:i32:16=seq
// FIND: uninitialized OpAtomicIAdd@add sum 4..7
// SILENT: onto_nothing -g 16 -l 16 buf:i32:2 buf:i32:16=seq
kernel void onto_nothing(global int *sum, global const int *in)
{
    atomic_add(sum + 1, in[ID]); // @add
}

// SILENT: onto_zero -g 16 -l 16 buf:i32:2=noinit buf:i32:16=seq
kernel void onto_zero(global int *sum, global const int *in)
{
    if (ID == 0)
        atomic_xchg(sum + 1, 0);
    GLOBAL_BARRIER();
    atomic_add(sum + 1, in[ID]);
}
// Who has gone past the copy has no event to wait for.
// FAULT: no_event -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: divergent-copy OpGroupAsyncCopy@past
// ONLY: O0
kernel void no_event(global const int *in, global int *out)
{
    local int t[16];
    event_t e;
    if (ID != 9)
        e = async_work_group_copy(t, in, 16, 0); // @past
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// Where nothing has been written the address is what it is, for all the same.
// FAULT: undefined_place -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@to & OpLoad@to t
kernel void undefined_place(global int *out)
{
    local int t[32];
    t[ID] = ID;
    LOCAL_BARRIER();
    out[t[16 + ID] & 15] = 1; // @to
}

