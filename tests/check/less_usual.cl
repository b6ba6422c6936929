// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Waits taken for barriers, sub-groups, values and numbers, in forms that other cases do
// not have.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

// Who has written the rest of the tile is not known by the wait for its copy.
// FAULT: border_by_items -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: wait-as-barrier *@r & *@s t in 64..71
kernel void border_by_items(global const int *in, global int *out)
{
    local int t[18];
    event_t e = async_work_group_copy(t, in, 16, 0);
    if (ID < 2)
        t[16 + ID] = ID; // @s
    wait_group_events(1, &e);
    out[ID] = t[ID] + t[ID + 2]; // @r
}

// SILENT: border_by_items_barrier -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void border_by_items_barrier(global const int *in, global int *out)
{
    local int t[18];
    event_t e = async_work_group_copy(t, in, 16, 0);
    if (ID < 2)
        t[16 + ID] = ID;
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[ID] = t[ID] + t[ID + 1] + t[ID + 2];
}

// Two waits in a row are no barrier, either.
// FAULT: two_waits -g 16 -l 16 buf:i32:32=seq buf:i32:16
// FIND: wait-as-barrier *@r & *@s s in 0..63
kernel void two_waits(global const int *in, global int *out)
{
    local int t[16], u[16], s[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    event_t f = async_work_group_copy(u, in + 16, 16, 0);
    wait_group_events(1, &e);
    s[ID] = t[ID]; // @s
    wait_group_events(1, &f);
    out[ID] = u[ID] + s[15 - ID]; // @r
}

// A copy out of what was written before a wait for another one.
// FAULT: out_behind_wait -g 16 -l 16 buf:i32:32=seq buf:i32:16
// FIND: wait-as-barrier OpGroupAsyncCopy@o & *@s s in 0..63
kernel void out_behind_wait(global const int *in, global int *out)
{
    local int t[16], s[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    s[ID] = in[16 + ID]; // @s
    wait_group_events(1, &e);
    e = async_work_group_copy(out, s, 16, 0); // @o
    wait_group_events(1, &e);
    out[ID] += t[15 - ID];
}

// SILENT: own_behind_wait -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void own_behind_wait(global const int *in, global int *out)
{
    local int t[16], s[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    s[ID] = ID;
    wait_group_events(1, &e);
    out[ID] = t[15 - ID] + s[ID];
}

// FAULT: refill_behind_read -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: unsynchronized-destination OpGroupAsyncCopy@c & *@r t in 0..63
kernel void refill_behind_read(global const int *in, global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < 4; k++) {
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0); // @c
        wait_group_events(1, &e);
        s += t[15 - ID]; // @r
    }
    out[ID] = s;
}

// SILENT: refill_other_half -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void refill_other_half(global const int *in, global int *out)
{
    local int t[64];
    int s = 0;
    for (int k = 0; k < 4; k++) {
        event_t e = async_work_group_copy(t + 16 * k, in + 16 * k, 16, 0);
        wait_group_events(1, &e);
        s += t[16 * k + 15 - ID];
    }
    out[ID] = s;
}

// FAULT: divide_in_branch -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: arithmetic OpSDiv|OpSRem@d
kernel void divide_in_branch(global const int *in, global int *out)
{
    int s = 1;
    for (int k = 0; k < 3; k++)
        if (in[ID] > 3)
            s += 100 / (in[ID] - 7); // @d
    out[ID] = s;
}

// SILENT: divide_guarded -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void divide_guarded(global const int *in, global int *out)
{
    int s = 1;
    for (int k = 0; k < 3; k++)
        if (in[ID] != 7)
            s += 100 / (in[ID] - 7);
    out[ID] = s;
}

// OpenCL C takes shifts by the width's remainder.
// SILENT: shift_vector -g 16 -l 16 buf:u32:16=seq buf:u32:16
kernel void shift_vector(global const uint *in, global uint *out)
{
    uint4 v = (uint4)(1, 2, 3, 4) << (uint4)(in[ID] * 2 & 31);
    out[ID] = v.x + v.w;
}

// FAULT: convert_too_big -g 16 -l 16 buf:f32:16=1e20 buf:i32:16
// FIND: arithmetic OpConvertFToS@v
kernel void convert_too_big(global const float *in, global int *out)
{
    out[ID] = (int)in[ID]; // @v
}

// SILENT: convert_sat -g 16 -l 16 buf:f32:16=1e20 buf:i32:16
kernel void convert_sat(global const float *in, global int *out)
{
    out[ID] = convert_int_sat(in[ID]);
}

// FAULT: uninitialized_by_loop -g 16 -l 16 buf:i32:16=seq buf:i32:16 i32:15
// FIND: uninitialized *
// ONLY: O0
kernel void uninitialized_by_loop(global const int *in, global int *out, int n)
{
    int t[16];
    for (int k = 0; k < n; k++)
        t[k] = in[k];
    out[ID] = t[ID];
}

// SILENT: initialized_by_loop -g 16 -l 16 buf:i32:16=seq buf:i32:16 i32:16
kernel void initialized_by_loop(global const int *in, global int *out, int n)
{
    int t[16];
    for (int k = 0; k < n; k++)
        t[k] = in[k];
    out[ID] = t[ID];
}

// FAULT: uninitialized_copy_gap -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: uninitialized *@o
kernel void uninitialized_copy_gap(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 3, 16, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = t[4 * ID + 3]; // @o
}

// SILENT: unread_copy_gap -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void unread_copy_gap(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 3, 16, 4, 4, 0);
    wait_group_events(1, &e);
    out[ID] = t[4 * ID + 2] + t[4 * (15 - ID)];
}

// FAULT: barrier_behind_break -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: barrier-divergence OpControlBarrier@b
kernel void barrier_behind_break(global const int *in, global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < 20; k++) {
        if (in[ID] == k)
            break;
        t[ID] = k;
        LOCAL_BARRIER(); // @b
        s += t[ID];
    }
    out[ID] = s;
}

// SILENT: barrier_behind_uniform_break -g 32 -l 16 buf:i32:32=seq buf:i32:32
kernel void barrier_behind_uniform_break(global const int *in, global int *out)
{
    local int t[16];
    int s = 0;
    for (int k = 0; k < 20; k++) {
        if (in[get_group_id(0)] == k)
            break;
        t[ID] = k;
        LOCAL_BARRIER();
        s += t[15 - ID];
        LOCAL_BARRIER();
    }
    out[get_global_id(0)] = s;
}

// FAULT: copy_in_one_sub_group -g 64 -l 64 buf:i32:64=seq buf:i32:64
// FIND: divergent-copy OpGroupAsyncCopy@c
kernel void copy_in_one_sub_group(global const int *in, global int *out)
{
    local int t[64];
    t[ID] = 0;
    LOCAL_BARRIER();
    if (ID / 32 == 1) {
        event_t e = async_work_group_copy(t, in, 64, 0); // @c
        wait_group_events(1, &e);
    }
    LOCAL_BARRIER();
    out[ID] = t[63 - ID];
}

// FAULT: operand_by_sub_group -g 64 -l 64 buf:i32:128=seq buf:i32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Source
kernel void operand_by_sub_group(global const int *in, global int *out)
{
    local int t[64];
    event_t e = async_work_group_copy(t, in + ID / 32 * 64, 64, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: operand_by_row_of_one -g 16,4 -l 16,1 buf:i32:64=seq buf:i32:64
// FAULT: operand_by_row_of_one -g 16,4 -l 16,2 buf:i32:64=seq buf:i32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Source
kernel void operand_by_row_of_one(global const int *in, global int *out)
{
    local int t[16];
    int y = get_global_id(1);
    event_t e = async_work_group_copy(t, in + 16 * y, 16, 0); // @c
    wait_group_events(1, &e);
    out[16 * y + ID] = t[15 - ID];
}

// FAULT: race_in_third_dimension -g 4,4,4 -l 2,2,2 buf:i32:64=seq buf:i32:64
// FIND: group-race *@s & *@s arg1: item (0,0,0) of group (0,0,1), bytes 0 to 3 of argument 1, 32 items of 4 groups; item (0,0,0) of group (0,0,0)
kernel void race_in_third_dimension(global const int *in, global int *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_local_id(2);
    out[x + 4 * y + 16 * z] = in[0]; // @s
}

// SILENT: apart_in_third_dimension -g 4,4,4 -l 2,2,2 buf:i32:64=seq buf:i32:64
kernel void apart_in_third_dimension(global const int *in, global int *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[x + 4 * y + 16 * z] = in[0];
}

// FAULT: copy_into_the_next_groups -g 64 -l 16 buf:i32:64=seq buf:i32:80
// FIND: group-race *@s & OpGroupAsyncCopy@c arg1
kernel void copy_into_the_next_groups(global const int *in, global int *out)
{
    local int t[20];
    size_t first = get_group_id(0) * 16;
    for (int k = ID; k < 20; k += 16)
        t[k] = in[0];
    out[first + ID] = 1; // @s
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    event_t e = async_work_group_copy(out + first + 16, t, 4, 0); // @c
    wait_group_events(1, &e);
}
