// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An index behind a local array.
// RUN: -g 8 -l 8 % buf:i32:8 i32:9
// EXIT: 4
// ERROR: out-of-bounds
kernel void local_bounds(global int *p, int n)
{
    local int a[8];
    a[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = a[(get_local_id(0) + n) * 9];
}
