// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A copy behind a buffer, by one of several groups side by side.
// RUN: -g 512 -l 16 % buf:u32:512 buf:u32:512 u32:21
// EXIT: 4
// ERROR: in work-group (21,0,0) reads or writes outside
kernel void async_groups_bounds(global uint *out, global const uint *in, uint bad)
{
    local uint tile[16];
    uint l = get_local_id(0), g = get_group_id(0);
    event_t e = async_work_group_copy(tile, in + g * 16 + (g == bad ? 512 : 0), 16, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[15 - l];
}
