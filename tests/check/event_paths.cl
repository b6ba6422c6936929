// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Events on their way from a copy to a wait: through calls, lists, phis, pointers.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

#define NOINLINE __attribute__((noinline))

NOINLINE void start(event_t *e, local int *t, global const int *in)
{
    *e = async_work_group_copy(t, in, 16, 0); // @start
}
NOINLINE void start_two(event_t *e, local int *t, global const int *in)
{
    start(e, t, in);
    start(e + 1, t + 16, in + 16);
}
NOINLINE void finish(event_t *e, int n)
{
    wait_group_events(n, e);
}

// SILENT: by_pointer -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void by_pointer(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2];
    start_two(e, t, in);
    finish(e, 2);
    out[ID] = t[15 - ID] + t[31 - ID];
}

// FAULT: by_pointer_one -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@start t in 64..127
// THEN: missing-wait OpGroupAsyncCopy@start
kernel void by_pointer_one(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2];
    start_two(e, t, in);
    finish(e, 1);
    out[ID] = t[31 - ID]; // @r
}

// FAULT: by_pointer_three -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: invalid-event OpGroupWaitEvents
kernel void by_pointer_three(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2];
    start_two(e, t, in);
    finish(e, 3);
    out[ID] = t[15 - ID];
}

// FAULT: by_pointer_second_twice -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: invalid-event OpGroupWaitEvents
kernel void by_pointer_second_twice(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2];
    start_two(e, t, in);
    finish(e, 2);
    finish(e + 1, 1);
    out[ID] = t[15 - ID];
}

// FAULT: loop_phi_stale -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:5
// FIND: invalid-event OpGroupWaitEvents@w
// THEN: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 64..127
// THEN: missing-wait OpGroupAsyncCopy@c
kernel void loop_phi_stale(global const int *in, global int *out, int n)
{
    local int t[2][16];
    event_t old = async_work_group_copy(t[0], in, 16, 0);
    int s = 0;
    for (int k = 1; k < n; k++) {
        event_t e = async_work_group_copy(t[k & 1], in + 16 * k, 16, 0); // @c
        wait_group_events(1, &old); // @w
        s += t[(k - 1) & 1][15 - ID]; // @r
        LOCAL_BARRIER();
        if (k != 3)
            old = e;
    }
    wait_group_events(1, &old);
    out[ID] = s;
}

// SILENT: loop_phi -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:5
kernel void loop_phi(global const int *in, global int *out, int n)
{
    local int t[2][16];
    event_t old = async_work_group_copy(t[0], in, 16, 0);
    int s = 0;
    for (int k = 1; k < n; k++) {
        event_t e = async_work_group_copy(t[k & 1], in + 16 * k, 16, 0);
        wait_group_events(1, &old);
        s += t[(k - 1) & 1][15 - ID];
        LOCAL_BARRIER();
        old = e;
    }
    wait_group_events(1, &old);
    out[ID] = s + t[(n - 1) & 1][15 - ID];
}

// FAULT: loop_phi_last -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:5
// FIND: missing-wait OpGroupAsyncCopy@c
kernel void loop_phi_last(global const int *in, global int *out, int n)
{
    local int t[2][16];
    event_t old = async_work_group_copy(t[0], in, 16, 0);
    int s = 0;
    for (int k = 1; k < n; k++) {
        event_t e = async_work_group_copy(t[k & 1], in + 16 * k, 16, 0); // @c
        wait_group_events(1, &old);
        s += t[(k - 1) & 1][15 - ID];
        LOCAL_BARRIER();
        old = e;
    }
    out[ID] = s;
}

// FAULT: moved_handle -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@b t in 64..127
kernel void moved_handle(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2], f;
    e[0] = async_work_group_copy(t, in, 16, 0);
    e[1] = async_work_group_copy(t + 16, in + 16, 16, 0); // @b
    f = e[0];
    e[0] = e[1];
    e[1] = f;
    wait_group_events(1, e + 1);
    out[ID] = t[15 - ID] + t[31 - ID]; // @r
    wait_group_events(1, e);
}

// SILENT: moved_handle_right -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void moved_handle_right(global const int *in, global int *out)
{
    local int t[32];
    event_t e[2], f;
    e[0] = async_work_group_copy(t, in, 16, 0);
    e[1] = async_work_group_copy(t + 16, in + 16, 16, 0);
    f = e[0];
    e[0] = e[1];
    e[1] = f;
    wait_group_events(1, e + 1);
    int s = t[15 - ID];
    wait_group_events(1, e);
    out[ID] = s + t[31 - ID];
}

// SILENT: two_dimensional_list -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void two_dimensional_list(global const int *in, global int *out)
{
    local int t[2][2][16];
    event_t e[2][2];
    for (int k = 0; k < 4; k++)
        e[k >> 1][k & 1] = async_work_group_copy(t[k >> 1][k & 1], in + 16 * k, 16, 0);
    wait_group_events(2, e[1]);
    int s = t[1][0][15 - ID] + t[1][1][15 - ID];
    wait_group_events(2, e[0]);
    out[ID] = s + t[0][0][15 - ID];
}

// FAULT: two_dimensional_list_row -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 64..127
kernel void two_dimensional_list_row(global const int *in, global int *out)
{
    local int t[2][2][16];
    event_t e[2][2];
    for (int k = 0; k < 4; k++)
        e[k >> 1][k & 1] = async_work_group_copy(t[k >> 1][k & 1], in + 16 * k, 16, 0); // @c
    wait_group_events(2, e[1]);
    int s = t[1][0][15 - ID] + t[0][1][15 - ID]; // @r
    wait_group_events(2, e[0]);
    out[ID] = s;
}

// SILENT: across_rows -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void across_rows(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[2][2];
    for (int k = 0; k < 4; k++)
        e[k >> 1][k & 1] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_group_events(4, &e[0][0]);
    out[ID] = t[3][15 - ID] + t[0][15 - ID];
}

// FAULT: given_count -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:3
// FIND: missing-wait OpGroupAsyncCopy@c
kernel void given_count(global const int *in, global int *out, int n)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0); // @c
    wait_group_events(n, e);
    out[ID] = t[2][15 - ID];
}

// FAULT: given_count_negative -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:-1
// FIND: invalid-event OpGroupWaitEvents@w
kernel void given_count_negative(global const int *in, global int *out, int n)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_group_events(n, e); // @w
    out[ID] = 1;
}

// SILENT: early_out_of_function -g 32 -l 16 buf:i32:64=seq buf:i32:32
NOINLINE int tile_or_nothing(local int *t, global const int *in, int n)
{
    if (n == 0)
        return -1;
    event_t e = async_work_group_copy(t, in, n, 0);
    if (n < 8) {
        wait_group_events(1, &e);
        return t[ID % n];
    }
    wait_group_events(1, &e);
    return t[n - 1 - ID % n];
}
kernel void early_out_of_function(global const int *in, global int *out)
{
    local int t[16];
    int s = tile_or_nothing(t, in, (int)get_group_id(0) * 16);
    LOCAL_BARRIER();
    s += tile_or_nothing(t, in, 4);
    out[get_global_id(0)] = s;
}

// FAULT: early_out_unwaited -g 32 -l 16 buf:i32:64=seq buf:i32:32
// FIND: missing-wait OpGroupAsyncCopy t in 0..63
NOINLINE int tile_unwaited(local int *t, global const int *in, int n)
{
    event_t e = async_work_group_copy(t, in, 16, 0);
    if (n > 0)
        return n;
    wait_group_events(1, &e);
    return t[15 - ID];
}
kernel void early_out_unwaited(global const int *in, global int *out)
{
    local int t[16];
    out[get_global_id(0)] = tile_unwaited(t, in, (int)get_group_id(0));
}

// FAULT: waited_in_other_order -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: write-in-flight OpStore@s & OpGroupAsyncCopy@c t in 0..63
kernel void waited_in_other_order(global const int *in, global int *out)
{
    local int t[16], u[16];
    event_t first = async_work_group_copy(t, in, 16, 0); // @c
    event_t second = async_work_group_copy(u, in + 16, 16, 0);
    wait_group_events(1, &second);
    t[ID] = u[ID]; // @s
    wait_group_events(1, &first);
    LOCAL_BARRIER();
    out[ID] = t[15 - ID];
}

// SILENT: chain_waited_once -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:8
kernel void chain_waited_once(global const int *in, global int *out, int n)
{
    local int t[8][16];
    event_t e = async_work_group_copy(t[0], in, 16, 0);
    for (int k = 1; k < n; k++) {
        if (k % 3 == 0) {
            event_t none = 0;
            wait_group_events(1, &e);
            e = none;
        }
        e = async_work_group_copy_2D2D(t[k], 0, in + 16 * k, 0, 4, 4, 4, 4, 4, e);
    }
    wait_group_events(1, &e);
    out[ID] = t[7][15 - ID] + t[0][ID ^ 3];
}

// FAULT: chain_on_released -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:8
// FIND: invalid-event 2D2D@c operand=Event
kernel void chain_on_released(global const int *in, global int *out, int n)
{
    local int t[8][16];
    event_t e = async_work_group_copy(t[0], in, 16, 0);
    for (int k = 1; k < n; k++) {
        if (k % 3 == 0)
            wait_group_events(1, &e);
        e = async_work_group_copy_2D2D(t[k], 0, in + 16 * k, 0, 4, 4, 4, 4, 4, e); // @c
    }
    wait_group_events(1, &e);
    out[ID] = 1;
}

// FAULT: half_of_the_list_set -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: invalid-event OpGroupWaitEvents@w
kernel void half_of_the_list_set(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k += 2)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    wait_group_events(4, e); // @w
    out[ID] = t[2][15 - ID];
}

// SILENT: list_of_nothing -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void list_of_nothing(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, k & 1 ? 16 : 0, 0);
    wait_group_events(4, e);
    out[ID] = t[1][15 - ID] + t[3][15 - ID];
}

// FAULT: list_by_group_too_early -g 64 -l 16 buf:i32:256=seq buf:i32:64
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 192..255
kernel void list_by_group_too_early(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e[4];
    int g = get_group_id(0);
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 16 * k, 16, 0); // @c
    wait_group_events(g + 1, e);
    out[get_global_id(0)] = t[g == 2 ? 3 : g][15 - ID]; // @r
    if (g < 3)
        wait_group_events(3 - g, e + g + 1);
}

// SILENT: three_hundred -g 16 -l 16 buf:i32:400=seq buf:i32:16 i32:300
// FAULT: three_hundred -g 16 -l 16 buf:i32:400=seq buf:i32:16 i32:299
// FIND: missing-wait OpGroupAsyncCopy@c t in 1196..1199
kernel void three_hundred(global const int *in, global int *out, int n)
{
    local int t[300];
    event_t e[300];
    for (int k = 0; k < 300; k++)
        e[k] = async_work_group_copy(t + k, in + k, 1, 0); // @c
    wait_group_events(n, e);
    out[ID] = t[283 + ID];
}

// FAULT: three_hundred_and_one -g 16 -l 16 buf:i32:400=seq buf:i32:16 i32:301
// FIND: invalid-event OpGroupWaitEvents@w
kernel void three_hundred_and_one(global const int *in, global int *out, int n)
{
    local int t[300];
    event_t e[300];
    for (int k = 0; k < 300; k++)
        e[k] = async_work_group_copy(t + k, in + k, 1, 0);
    wait_group_events(n, e); // @w
    out[ID] = t[283 + ID];
}
