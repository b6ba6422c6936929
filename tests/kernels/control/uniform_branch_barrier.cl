// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Barriers in branches that whole groups take or leave.
// RUN: -g 96 -l 16 --dump 0 % buf:i32:96 buf:i32:6=seq
kernel void maybe(global int *out, global const int *flags)
{
    local int shared[16];
    size_t i = get_local_id(0), group = get_group_id(0);
    shared[i] = i * i;
    int r = -1;
    if (flags[group] % 3 != 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        r = shared[15 - i];
        if (flags[group] > 3) {
            barrier(CLK_LOCAL_MEM_FENCE);
            shared[i] = r + 1;
            barrier(CLK_LOCAL_MEM_FENCE);
            r += shared[i ^ 1];
        }
    }
    out[get_global_id(0)] = r;
}
