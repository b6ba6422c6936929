// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// 2D and 3D copies out of local memory, with gaps that must stay.
// RUN: -g 32 -l 16 --dump 0,1 % buf:u8:160=255 buf:i64:64=-1
#include "extended_async.h"
kernel void out(global uchar *flat, global long *volume)
{
    local uchar a[32];
    local long b[16];
    size_t group = get_group_id(0), i = get_local_id(0);
    a[i] = i + group * 100;
    a[i + 16] = i * 2 + group * 100;
    b[i] = i + 1000 * group;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e[2];
    e[0] = async_work_group_copy_2D2D(flat, group * 80 + 3, a, 2, 1, 5, 4, 7,
                                      11, 0);
    e[1] = async_work_group_copy_3D3D(volume, group * 32 + 1, b, 1, 8, 2, 2, 3,
                                      2, 5, 4, 9, 0);
    wait_group_events(2, e);
}
