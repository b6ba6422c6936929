// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sub-groups of eight: ids and sizes, the last one smaller.
// RUN: --sub-group-size 8 -g 40 -l 20 --dump 0 % buf:i32:240
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void ids(global int *out)
{
    global int *o = out + get_global_id(0) * 6;
    o[0] = get_sub_group_size();
    o[1] = get_max_sub_group_size();
    o[2] = get_num_sub_groups();
    o[3] = get_enqueued_num_sub_groups();
    o[4] = get_sub_group_id();
    o[5] = get_sub_group_local_id();
}
