// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A kernel that starts no copy and waits for none.
// RUN: -g 16 -l 16 --dump 0 % buf:i32:16 i32:0
kernel void wait_alone(global int *out, int n)
{
    event_t e = 0;
    wait_group_events(n, &e);
    out[get_global_id(0)] = get_local_id(0) * 3;
}
