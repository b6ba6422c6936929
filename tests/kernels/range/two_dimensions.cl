// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two dimensions, and loops over a runtime dimension number.
// RUN: -g 6,4 -l 3,2 --dump 0 % buf:i32:24
kernel void plane(global int *out)
{
    int sum = 0;
    for (uint d = 0; d < get_work_dim() + 1; d++)
        sum = sum * 10 + get_global_id(d) + get_local_id(d) + get_group_id(d) +
              get_num_groups(d);
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
