// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-groups at the end of the range are smaller.
// RUN: -g 50,7 -l 16,4 --dump 0 % buf:i32:1050
kernel void nonuniform(global int *out)
{
    local int members;
    size_t x = get_global_id(0), y = get_global_id(1);
    if (get_local_id(0) == 0 && get_local_id(1) == 0)
        members = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&members);
    barrier(CLK_LOCAL_MEM_FENCE);
    global int *o = out + 3 * (y * 50 + x);
    o[0] = members;
    o[1] = get_local_size(0) * 100 + get_local_size(1);
    o[2] = get_enqueued_local_size(0) * 100 + get_enqueued_local_size(1);
}
