// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pointer that is one of several buffers, by work-item.
// RUN: -g 32 -l 8 --dump 0,1,2 % buf:i32:32 buf:i32:32=1000 buf:i32:32=2000
kernel void choose(global int *a, global int *b, global int *c)
{
    size_t i = get_global_id(0);
    global int *p = i % 3 == 0 ? a : i % 3 == 1 ? b : c;
    p[i] += i;
    global int *q = p;
    for (int k = 0; k < (i & 3); k++)
        q = q == a ? b : q == b ? c : a;
    q[i] -= 5;
}
