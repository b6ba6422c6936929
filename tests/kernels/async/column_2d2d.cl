// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The same column through a 2D copy of one element a line, as the extension's
// text says that a strided copy is, and back.
// RUN: -g 32 -l 8 --dump 0,1 % buf:i32:32 buf:i32:64=-1 buf:i32:64=seq
#include "extended_async.h"
kernel void column(global int *out, global int *spread, global const int *in)
{
    local int column[8];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t e = async_work_group_copy_2D2D(column, 0, in + group, 0,
                                           sizeof(int), 1, 8, 7, 1, 0);
    wait_group_events(1, &e);
    out[group * 8 + i] = column[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    column[i] *= 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(spread + group * 16, 0, column, 0,
                                   sizeof(int), 1, 8, 1, 2, 0);
    wait_group_events(1, &e);
}
