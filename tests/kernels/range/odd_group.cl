// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Group sizes that no vector width divides.
// RUN: -g 91 -l 13 --dump 0 % buf:i32:91
// RUN: -g 21,5 -l 7,5 --dump 0 % buf:i32:105
kernel void odd(global int *out)
{
    local int sum;
    if (get_local_id(0) == 0 && get_local_id(1) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, (int)get_local_id(0) + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
        sum * 100 + get_local_id(0);
}
