// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Of lanes that access neighbours' elements, those at the end find none.
// RUN: -g 64 -l 64 % buf:i32:64 i32:64
// EXIT: 4
// ERROR: out-of-bounds
kernel void partners(global int *p, int j)
{
    int l = get_local_id(0);
    if (l & 3)
        p[l ^ 1] = l;
    if (l % 16 != 15)
        p[l ^ j] += 1;
}
