// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-group scans.
// RUN: -g 40 -l 20 --dump 0 % buf:i32:160 buf:i32:40=rand:131
kernel void scan(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i] >> 12;
    out[4 * i] = work_group_scan_inclusive_add(x);
    out[4 * i + 1] = work_group_scan_exclusive_add(x);
    out[4 * i + 2] = work_group_scan_inclusive_max(x);
    out[4 * i + 3] = work_group_scan_exclusive_min(x);
}
