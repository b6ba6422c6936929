// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A kernel that requires its work-group size.
// RUN: -g 32 -l 8 --dump 0 % buf:i32:32
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
required(global int *out)
{
    out[get_global_id(0)] = get_local_size(0) * 100 + get_local_id(0);
}
