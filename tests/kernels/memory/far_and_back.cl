// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Large indices of private arrays that cancel each other, or whose product with
// the element's size wraps to an element: accesses inside.
// SETS: clang22.O2.64
// RUN: -g 64 -l 64 --dump 0 % buf:i32:64 i32:134217728 i64:4611686018427387904
// RUN: -g 64 -l 64 --dump 0 % buf:i32:64 i32:-134217728 i64:-4611686018427387904
kernel void back(global int *out, int far, long wrap)
{
    int id = get_global_id(0), line[8], rows[8][4];
    for (int k = 0; k < 8; k++) {
        line[k] = id * 3 + k;
        for (int c = 0; c < 4; c++)
            rows[k][c] = id ^ (k * 4 + c);
    }
    long row = (id & 7) + far, column = (id & 3) - far * 4l;
    out[id] = line[(id & 7) + wrap] + (&rows[row][0])[column];
}
