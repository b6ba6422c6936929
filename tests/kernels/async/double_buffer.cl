// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pipeline: the next line comes in while this one is worked on.
// RUN: -g 32 -l 16 --dump 0 % buf:i32:256 buf:i32:256=seq i32:8
kernel void pipeline(global int *out, global const int *in, int steps)
{
    local int line[2][16], done[2][16];
    event_t arriving[2], leaving[2];
    size_t base = get_group_id(0) * 16 * steps, i = get_local_id(0);
    arriving[0] = async_work_group_copy(line[0], in + base, 16, 0);
    for (int step = 0; step < steps; step++) {
        int now = step & 1;
        if (step + 1 < steps)
            arriving[!now] = async_work_group_copy(
                line[!now], in + base + (step + 1) * 16, 16, 0);
        wait_group_events(1, &arriving[now]);
        if (step >= 2)
            wait_group_events(1, &leaving[now]);
        barrier(CLK_LOCAL_MEM_FENCE);
        done[now][i] = line[now][i] * 3 + line[now][15 - i];
        barrier(CLK_LOCAL_MEM_FENCE);
        leaving[now] = async_work_group_copy(out + base + step * 16, done[now],
                                             16, 0);
    }
    wait_group_events(2, leaving);
}
