// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Three dimensions with offsets in each.
// RUN: -g 4,6,2 -l 2,3,1 --offset 10,20,30 --dump 0 % buf:i32:48
kernel void space(global int *out)
{
    size_t x = get_global_id(0) - 10, y = get_global_id(1) - 20,
           z = get_global_id(2) - 30;
    out[(z * get_global_size(1) + y) * get_global_size(0) + x] =
        get_global_id(2) * 100000 + get_group_id(1) * 10000 +
        get_local_id(0) * 1000 + get_local_id(1) * 100 + get_group_id(0) * 10 +
        get_work_dim() + get_num_groups(2) + get_local_size(1);
}
