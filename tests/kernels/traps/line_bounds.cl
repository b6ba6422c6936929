// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A loop of copies of which a late one leaves its buffer, or that has no end.
// SETS: clang14.O0.64 clang14.O2.32 clang14.O2.64 clang22.O0.64
// RUN: -g 64 -l 64 % buf:i32:1024 buf:i32:95 u32:10
// RUN: -g 64 -l 64 % buf:i32:95 buf:i32:1024 u32:10
// RUN: -g 64 -l 64 % buf:i32:1024 buf:i32:1024 u32:41
// EXIT: 4
// ERROR: copy-out-of-bounds
kernel void lines(global int *out, global const int *in, uint rows)
{
    local int tile[40 * 6];
    const event_t none = 0;
    event_t e = none, f = none;
    for (uint r = 0; r < rows; r++)
        e = async_work_group_copy(tile + r * 6, in + r * 10, 6, e);
    wait_group_events(1, &e);
    for (uint r = 0; r < rows; r++)
        f = async_work_group_copy(out + r * 10, tile + r * 6, 6, f);
    wait_group_events(1, &f);
}
