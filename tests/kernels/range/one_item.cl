// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups of one work-item, barriers included.
// RUN: -g 5 -l 1 --dump 0 % buf:i32:5
kernel void one(global int *out)
{
    local int x;
    x = get_global_id(0) + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x * 3;
}
