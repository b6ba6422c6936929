// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies in uniform branches and loops; the event carried around the loop.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang14.O0.32 clang14.O2.32 clang22.O0.32
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:256=seq
#include "extended_async.h"
kernel void branches(global int *out, global const int *in)
{
    local int lines[4][16];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t e = 0;
    for (size_t k = 0; k <= group; k++) {
        if ((k ^ group) & 1)
            e = async_work_group_copy(lines[k], in + 64 * k, 16, e);
        else
            e = async_work_group_copy_2D2D(lines[k], 0, in, 64 * k + 1,
                                           sizeof(int), 2, 8, 4, 2, e);
    }
    wait_group_events(1, &e);
    int sum = 0;
    for (size_t k = 0; k <= group; k++)
        sum += lines[k][i];
    out[get_global_id(0)] = sum;
}
