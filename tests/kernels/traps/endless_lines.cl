// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A loop of copies without an end.
// SETS: clang14.O0.64 clang14.O2.32 clang14.O2.64 clang22.O0.64
// RUN: --timeout 0.1 -g 8 -l 8 % buf:i32:64 u32:0 u32:1
// RUN: --max-instructions 100000 -g 8 -l 8 % buf:i32:64 u32:0 u32:1
// RUN: --max-instructions 100000 -g 8 -l 8 % buf:i32:64 u32:2 u32:1
// EXIT: 4
// ERROR: exceeded
kernel void endless(global int *p, uint step, uint end)
{
    local int tile[64];
    const event_t none = 0;
    event_t e = none;
    for (uint r = 0; r != end; r += step)
        e = async_work_group_copy(tile + (r & 31), p + (r & 31), 8, e);
    wait_group_events(1, &e);
    p[get_global_id(0)] = tile[get_local_id(0)];
}
