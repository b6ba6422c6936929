// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One of many lanes has an index that is just behind the table's end.
// RUN: -g 64 -l 64 % buf:i32:64=rand:1 buf:i32:1000 buf:i32:64
// EXIT: 4
// ERROR: out-of-bounds
kernel void gather(global const int *random, global const int *table, global int *out)
{
    int g = get_global_id(0), at = (uint)random[g] % 900u;
    if (g == 37)
        at = 1000;
    if (g != 3)
        out[g] = table[at];
}
