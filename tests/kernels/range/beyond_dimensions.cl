// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-item functions of dimensions that are not there, known at run time only.
// RUN: -g 8,4 -l 4,2 --offset 3,5 --dump 0 % buf:u32:64 i32:0
kernel void beyond(global uint *out, int first)
{
    uint i = (uint)(get_global_id(1) - 5) * 8 + (uint)(get_global_id(0) - 3);
    uint n = 0;
    for (int d = first; d < 5; d++) {
        n = n * 3 + (uint)get_global_id(d);
        n = n * 3 + (uint)get_local_id(d);
        n = n * 3 + (uint)get_group_id(d);
        n = n * 3 + (uint)get_global_size(d);
        n = n * 3 + (uint)get_local_size(d);
        n = n * 3 + (uint)get_num_groups(d);
        n = n * 3 + (uint)get_global_offset(d);
    }
    out[i] = n;
    out[32 + i] = (uint)get_num_groups(first + 3) + (uint)get_global_id(first + 4);
}
