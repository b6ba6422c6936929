// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies started and waited for in functions, the event passed around.
// RUN: -g 32 -l 16 --dump 0 % buf:i32:64 buf:i32:64=seq
#include "extended_async.h"
event_t load_tile(local int *to, global const int *from, size_t first,
                  size_t pitch, event_t e)
{
    return async_work_group_copy_2D2D(to, 0, from, first, sizeof(int), 4, 4,
                                      pitch, 4, e);
}
void finish(event_t e)
{
    wait_group_events(1, &e);
}
kernel void calls(global int *out, global const int *in)
{
    local int a[16], b[16];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t e = load_tile(a, in, group * 8, 8, 0);
    e = load_tile(b, in + 4, group * 8, 8, e);
    finish(e);
    out[group * 32 + i] = a[i];
    out[group * 32 + 16 + i] = b[i];
}
