// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Events: chained, copied, listed, chosen, passed to functions, lost.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

// SILENT: chain -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void chain(global const int *in, global int *out)
{
    local int a[16], b[16], c[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    e = async_work_group_copy(b, in + 16, 16, e);
    e = async_work_group_copy(c, in + 32, 16, e);
    wait_group_events(1, &e);
    out[ID] = a[ID] + b[15 - ID] + c[ID ^ 1];
}

// FAULT: chain_broken -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: missing-wait OpGroupAsyncCopy@c
// ONLY: clang14
kernel void chain_broken(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0); // @c
    e = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(1, &e);
    out[ID] = b[15 - ID];
}

// FAULT: chain_read -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c a in 0..63
// THEN: missing-wait OpGroupAsyncCopy@c
kernel void chain_read(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0); // @c
    e = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(1, &e);
    out[ID] = a[15 - ID] + b[ID]; // @r
}

// SILENT: copied_handle -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void copied_handle(global const int *in, global int *out)
{
    local int a[16];
    event_t e = async_work_group_copy(a, in, 16, 0), f = e;
    wait_group_events(1, &f);
    out[ID] = a[15 - ID];
}

// FAULT: copied_handle_twice -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: invalid-event OpGroupWaitEvents@w
kernel void copied_handle_twice(global const int *in, global int *out)
{
    local int a[16];
    event_t e = async_work_group_copy(a, in, 16, 0), f = e;
    wait_group_events(1, &f);
    out[ID] = a[15 - ID];
    wait_group_events(1, &e); // @w
}

// FAULT: same_twice_in_list -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: missing-wait OpGroupAsyncCopy@c
// ONLY: clang14
kernel void same_twice_in_list(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy(b, in, 16, 0); // @c
    e[1] = e[0];
    wait_group_events(2, e);
    out[ID] = a[15 - ID];
}

// SILENT: select -g 32 -l 16 buf:i32:64=seq buf:i32:32
// ONLY: clang14
kernel void select(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    event_t f = async_work_group_copy(b, in + 16, 16, 0);
    event_t first = e;
    if (get_group_id(0) & 1)
        first = f;
    event_t second = f;
    if (get_group_id(0) & 1)
        second = e;
    wait_group_events(1, &first);
    local int *t = get_group_id(0) & 1 ? b : a;
    out[get_global_id(0)] = t[15 - ID];
    wait_group_events(1, &second);
}

// FAULT: select_wrong -g 32 -l 16 buf:i32:64=seq buf:i32:32
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c a in 0..63
// ONLY: clang14
kernel void select_wrong(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0); // @c
    event_t f = async_work_group_copy(b, in + 16, 16, 0);
    event_t first = e;
    if (get_group_id(0) & 1)
        first = f;
    event_t second = f;
    if (get_group_id(0) & 1)
        second = e;
    wait_group_events(1, &first);
    out[get_global_id(0)] = a[15 - ID]; // @r
    wait_group_events(1, &second);
}

// FAULT: select_by_item -g 16 -l 16 buf:i32:64=seq buf:i32:32
// FIND: non-uniform-operand OpGroupWaitEvents@w
// FIND: non-uniform-operand OpGroupWaitEvents@v
// ONLY: clang14.O0.64
kernel void select_by_item(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    event_t f = async_work_group_copy(b, in + 16, 16, 0);
    event_t first = e;
    if (ID & 1)
        first = f;
    event_t second = f;
    if (ID & 1)
        second = e;
    wait_group_events(1, &first); // @w
    wait_group_events(1, &second); // @v
    out[ID] = a[15 - ID];
}

event_t load_tile(local int *t, global const int *in, int n)
{
    return async_work_group_copy(t, in, n, 0);
}
void wait_one(event_t e)
{
    wait_group_events(1, &e);
}
void wait_list(int n, event_t *e)
{
    wait_group_events(n, e);
}
// SILENT: functions -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void functions(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = load_tile(a, in, 16);
    e[1] = load_tile(b, in + 16, 16);
    wait_list(2, e);
    out[ID] = a[15 - ID] + b[ID];
    LOCAL_BARRIER();
    wait_one(load_tile(a, in + 32, 16));
    out[ID] += a[15 - ID];
}

// FAULT: functions_short -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy b in 0..63
// THEN: missing-wait OpGroupAsyncCopy
kernel void functions_short(global const int *in, global int *out)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = load_tile(a, in, 16);
    e[1] = load_tile(b, in + 16, 16);
    wait_list(1, e);
    out[ID] = a[15 - ID] + b[ID]; // @r
}

// SILENT: list_reversed -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void list_reversed(global const int *in, global int *out)
{
    local int t[8][16];
    event_t e[8];
    int s = 0;
    for (int k = 0; k < 8; k++)
        e[7 - k] = async_work_group_copy(t[k], in + 16 * k, 16, 0);
    for (int k = 7; k >= 0; k--) {
        wait_group_events(1, e + 7 - k);
        s += t[k][15 - ID];
    }
    out[ID] = s;
}

// SILENT: null_to_chain -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void null_to_chain(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e = 0;
    for (int k = 0; k < 4; k++)
        e = async_work_group_copy(t[k], in + 16 * k, 16, e);
    wait_group_events(1, &e);
    int s = 0;
    for (int k = 0; k < 4; k++)
        s += t[k][15 - ID];
    out[ID] = s;
}

// SILENT: zero_count -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:0
kernel void zero_count(global const int *in, global int *out, int n)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, n, 0);
    wait_group_events(1, &e);
    out[ID] = in[ID];
}

// SILENT: zero_events -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:0
kernel void zero_events(global const int *in, global int *out, int n)
{
    event_t e[1];
    wait_group_events(n, e);
    out[ID] = in[ID];
}

// FAULT: loop_break -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: missing-wait OpGroupAsyncCopy@c
kernel void loop_break(global const int *in, global int *out)
{
    local int t[2][16];
    event_t e[2];
    int s = 0;
    e[0] = async_work_group_copy(t[0], in, 16, 0);
    for (int k = 0; k < 8; k++) {
        e[(k + 1) & 1] =
            async_work_group_copy(t[(k + 1) & 1], in + 16 * (k + 1), 16, 0); // @c
        wait_group_events(1, &e[k & 1]);
        s += t[k & 1][15 - ID];
        LOCAL_BARRIER();
        if (in[k] == 5)
            break;
    }
    out[ID] = s;
}

// SILENT: loop_break_ok -g 16 -l 16 buf:i32:256=seq buf:i32:16
kernel void loop_break_ok(global const int *in, global int *out)
{
    local int t[2][16];
    event_t e[2];
    int s = 0, k;
    e[0] = async_work_group_copy(t[0], in, 16, 0);
    for (k = 0; k < 8; k++) {
        e[(k + 1) & 1] =
            async_work_group_copy(t[(k + 1) & 1], in + 16 * (k + 1), 16, 0);
        wait_group_events(1, &e[k & 1]);
        s += t[k & 1][15 - ID];
        LOCAL_BARRIER();
        if (in[k] == 5)
            break;
    }
    k = min(k, 7);
    wait_group_events(1, &e[(k + 1) & 1]);
    out[ID] = s;
}

// FAULT: overwritten_in_loop -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: missing-wait OpGroupAsyncCopy@c
kernel void overwritten_in_loop(global const int *in, global int *out)
{
    local int t[4][16];
    event_t e;
    for (int k = 0; k < 4; k++)
        e = async_work_group_copy(t[k], in + 16 * k, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[3][15 - ID];
}

// FAULT: early_return_before_wait -g 16 -l 16 buf:i32:256=seq buf:i32:16 i32:10
// FIND: divergent-wait OpGroupWaitEvents@w
kernel void early_return_before_wait(global const int *in, global int *out,
                                        int n)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    if (ID >= n)
        return;
    wait_group_events(1, &e); // @w
    out[ID] = t[ID];
}

// FAULT: wait_in_one -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: divergent-wait OpGroupWaitEvents@w
kernel void wait_in_one(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    if (ID == 0)
        wait_group_events(1, &e); // @w
    LOCAL_BARRIER();
    out[ID] = t[ID];
}

// FAULT: copy_in_one -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: divergent-copy OpGroupAsyncCopy@c
kernel void copy_in_one(global const int *in, global int *out)
{
    local int t[16];
    event_t e;
    if (ID == 0) {
        e = async_work_group_copy(t, in, 16, 0); // @c
        wait_group_events(1, &e);
    }
    LOCAL_BARRIER();
    out[ID] = t[ID];
}

// FAULT: copy_each_row -g 4,4 -l 4,4 buf:i32:256=seq buf:i32:16
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Destination
kernel void copy_each_row(global const int *in, global int *out)
{
    local int t[4][4];
    int y = get_local_id(1), x = get_local_id(0);
    event_t e = async_work_group_copy(t[y], in + 4 * y, 4, 0); // @c
    wait_group_events(1, &e);
    out[y * 4 + x] = t[3 - y][x];
}

// SILENT: rows -g 4,4 -l 4,4 buf:i32:256=seq buf:i32:16
kernel void rows(global const int *in, global int *out)
{
    local int t[4][4];
    int y = get_local_id(1), x = get_local_id(0);
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + 4 * k, 4, 0);
    wait_group_events(4, e);
    out[y * 4 + x] = t[3 - y][x];
}

// FAULT: switch_branches -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: divergent-copy OpGroupAsyncCopy
kernel void switch_branches(global const int *in, global int *out)
{
    local int t[16];
    event_t e;
    switch (ID & 1) {
    case 0: e = async_work_group_copy(t, in, 8, 0); break;
    default: e = async_work_group_copy(t + 8, in + 8, 8, 0); break;
    }
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: switch_uniform -g 64 -l 16 buf:i32:256=seq buf:i32:64
kernel void switch_uniform(global const int *in, global int *out)
{
    local int t[16];
    event_t e;
    switch (get_group_id(0)) {
    case 0: e = async_work_group_copy(t, in, 16, 0); break;
    case 1: e = async_work_group_strided_copy(t, in, 16, 3, 0); break;
    default: e = async_work_group_copy(t, in + 32, 16, 0); break;
    }
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[15 - ID];
}

// FAULT: prefetch_is_no_copy -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 0..63
kernel void prefetch_is_no_copy(global const int *in, global int *out)
{
    local int t[16];
    prefetch(in, 16);
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    out[ID] = t[ID]; // @r
    wait_group_events(1, &e);
}

// FAULT: fence_is_no_wait -g 16 -l 16 buf:i32:256=seq buf:i32:16
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 0..63
kernel void fence_is_no_wait(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[ID] = t[ID]; // @r
    wait_group_events(1, &e);
}
