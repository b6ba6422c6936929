// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Indices of private arrays of which 32 bits, or as many as are left behind a
// product with the number of lanes, are those of an element.
// SETS: clang22.O2.64
// RUN: -g 64 -l 64 % buf:i32:64 i32:67108864 i32:0 i64:0 u32:0
// RUN: -g 64 -l 64 % buf:i32:64 i32:0 i32:1073741824 i64:0 u32:0
// RUN: -g 64 -l 64 % buf:i32:64 i32:0 i32:0 i64:4294967296 u32:0
// RUN: -g 64 -l 64 % buf:i32:64 i32:0 i32:0 i64:0 u32:4294967292
// EXIT: 4
// ERROR: out-of-bounds
kernel void large(global int *out, int one, int row, long wide, uint back)
{
    int id = get_global_id(0), line[8], rows[8][4];
    for (int k = 0; k < 8; k++) {
        line[k] = id * 3 + k;
        for (int c = 0; c < 4; c++)
            rows[k][c] = id ^ (k * 4 + c);
    }
    int at = id & 7, column = id & 3;
    out[id] = line[at + one] + line[at + wide] + rows[at + row][column] + (line + 4)[column + back];
}
