// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Collectives inside loops and uniform branches, work-items that are busy with
// different amounts of work in between.
// RUN: -g 64 -l 32 --dump 0 % buf:i32:64
kernel void loop(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < 5; k++) {
        int x = i;
        for (int j = 0; j < (i + k) % 7; j++)
            x = x * 3 + 1;
        int all = work_group_reduce_add(x & 255);
        if (all % 2 == 0)
            sum += work_group_scan_exclusive_add(1) * all;
        else
            sum -= all;
    }
    out[i] = sum;
}
