// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An array of four events, waited for at once.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:256=seq
#include "extended_async.h"
kernel void several(global int *out, global const int *in)
{
    local int part[4][16];
    event_t e[4];
    size_t group = get_group_id(0);
    for (int k = 0; k < 4; k++) {
        if (k % 2 == 0)
            e[k] = async_work_group_copy(part[k], in + (group * 4 + k) * 16,
                                         16, 0);
        else
            e[k] = async_work_group_copy_2D2D(part[k], 0, in,
                                              (group * 4 + k) * 16,
                                              sizeof(int), 8, 2, 8, 8, 0);
    }
    wait_group_events(4, e);
    size_t i = get_local_id(0);
    out[group * 16 + i] =
        part[0][i] - part[1][15 - i] + part[2][i] * part[3][i];
}
