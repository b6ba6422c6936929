// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Every work-item function in one dimension, with an offset.
// RUN: -g 24 -l 8 --offset 100 --dump 0 % buf:i32:240
kernel void ids(global int *out)
{
    size_t i = get_global_id(0) - get_global_offset(0);
    global int *o = out + i * 10;
    o[0] = get_global_id(0);
    o[1] = get_local_id(0);
    o[2] = get_group_id(0);
    o[3] = get_global_size(0);
    o[4] = get_local_size(0);
    o[5] = get_num_groups(0);
    o[6] = get_global_offset(0);
    o[7] = get_work_dim();
    o[8] = get_global_id(1) + get_local_id(2) + get_group_id(1);
    o[9] = get_global_size(1) + get_local_size(2) + get_num_groups(1);
}
