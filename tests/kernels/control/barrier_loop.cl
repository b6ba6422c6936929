// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Barriers inside a loop whose length is the same for all.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:64=seq i32:5
kernel void ring(global int *out, global const int *in, int steps)
{
    local int ring[16];
    size_t i = get_local_id(0);
    ring[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < steps; k++) {
        int next = ring[(i + 1) % 16] * 2 - ring[(i + k) % 16];
        barrier(CLK_LOCAL_MEM_FENCE);
        ring[i] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = ring[i];
}
