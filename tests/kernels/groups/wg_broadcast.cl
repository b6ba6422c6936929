// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Broadcasts in one, two and three dimensions; all and any.
// RUN: -g 8,4,2 -l 4,2,2 --dump 0 % buf:i32:192
kernel void broadcast(global int *out)
{
    int id = (get_global_id(2) * 4 + get_global_id(1)) * 8 + get_global_id(0);
    int group = (get_group_id(1) * 2 + get_group_id(0));
    out[3 * id] = work_group_broadcast(id, 2, 1, 1);
    out[3 * id + 1] = work_group_broadcast(id * 7, (size_t)group, 0, 1);
    out[3 * id + 2] = work_group_all(id < 50) + 2 * work_group_any(id == 33) +
                      4 * work_group_all(group == 1 || id % 2 >= 0);
}
