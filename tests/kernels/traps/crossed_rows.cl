// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two indices of an array in local memory are far beyond their limits, with
// opposite signs: the array's first element is as many rows and columns away. The
// fifth run's rows are as far before it as a column's limit is; the sixth run's
// are 2^32 elements behind it.
// SETS: clang22.O2.64
// RUN: -g 8 -l 8 % buf:i32:8 i32:2147483640 i32:-2147483640
// RUN: -g 8 -l 8 % buf:i32:8 i32:-2147483640 i32:2147483640
// RUN: -g 8 -l 8 % buf:i32:8 i32:153391700 i32:-1073741800
// RUN: -g 8 -l 8 % buf:i32:8 i32:153391690 i32:-1073741888
// RUN: -g 8 -l 8 % buf:i32:8 i32:-230087537 i32:2147483640
// RUN: -g 8 -l 8 % buf:i32:8 i32:613566753 i32:7
// EXIT: 4
// ERROR: out-of-bounds
kernel void crossed(global int *out, int rows, int columns)
{
    local int tile[4][7];
    int id = get_local_id(0);
    for (int k = id; k < 28; k += 8)
        tile[k / 7][k % 7] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = tile[id < 4 ? id & 3 : rows + id][id < 4 ? 0 : columns - id];
}
