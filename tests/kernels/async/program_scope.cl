// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Constants through a table in constant memory, tiles of several shapes.
// RUN: -g 32 -l 8 --dump 0 % buf:i16:128=-1 buf:i16:512=seq
#include "extended_async.h"
constant uint shapes[4][3] = { { 1, 8, 9 }, { 8, 1, 8 }, { 2, 4, 16 },
                               { 4, 2, 32 } };
kernel void shapes_of(global short *out, global const short *in)
{
    local short tile[32];
    size_t group = get_group_id(0), i = get_local_id(0);
    constant const uint *s = shapes[group];
    tile[i] = tile[i + 8] = tile[i + 16] = tile[i + 24] = -2;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy_2D2D(tile, group, in, group * 100, 2,
                                           s[0], s[1], s[2], s[0] + 1, 0);
    wait_group_events(1, &e);
    for (int k = 0; k < 4; k++)
        out[group * 32 + k * 8 + i] = tile[k * 8 + i];
}
