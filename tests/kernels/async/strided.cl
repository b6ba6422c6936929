// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One column to a line and a line to one column, by strided copies.
// RUN: -g 32 -l 8 --dump 0,1 % buf:i32:32 buf:i32:64=-1 buf:i32:64=seq
kernel void strided(global int *out, global int *spread, global const int *in)
{
    local int column[8];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t e = async_work_group_strided_copy(column, in + group, 8, 7, 0);
    wait_group_events(1, &e);
    out[group * 8 + i] = column[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    column[i] *= 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_strided_copy(spread + group * 16, column, 8, 2, 0);
    wait_group_events(1, &e);
}
