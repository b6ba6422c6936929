// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Each work-group waits for the one before it.
// SETS: clang14.O2.64 clang22.O2.64
// RUN: -g 64 -l 1 -j 1 --timeout 30 --dump 0 % buf:i32:64
kernel void group_order(global int *flag)
{
    int g = get_global_id(0);
    if (g)
        while (atomic_add(&flag[g - 1], 0) == 0)
            ;
    atomic_xchg(&flag[g], g + 1);
}
