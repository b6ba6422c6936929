// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A copy of one line too many.
// RUN: -g 8 -l 8 % buf:i32:60 i32:4
// RUN: -g 8 -l 8 % buf:i32:64 i32:17
// EXIT: 4
// ERROR: copy-out-of-bounds
#include "extended_async.h"
kernel void copies(global int *p, int lines)
{
    local int tile[64];
    event_t e = async_work_group_copy_2D2D(tile, 0, p, 0, 4, 4, lines, 20, 4, 0);
    wait_group_events(1, &e);
    p[get_global_id(0)] = tile[get_local_id(0)];
}
