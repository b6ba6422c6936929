// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Pointers that move, compare and subtract.
// RUN: -g 16 -l 16 --dump 0 % buf:i32:16 buf:i32:100=rand:66
kernel void walk(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    global const int *p = in + i, *end = in + 100, *best = p;
    for (; p < end; p += 3 + (i & 1))
        if (*p > *best)
            best = p;
    out[i] = (int)(best - in) * 10 + (p != end) + (end - p);
}
