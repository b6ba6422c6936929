// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lanes of a counted loop store to their partners' places. Some lanes leave
// between the load by which the index is known and the store: what they stored
// last stays.
// SETS: clang14.O0.64
// RUN: -g 64 -l 64 --dump 1,3 % buf:u32:64=seq buf:u32:64 buf:i32:64=200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,10,10,10,10,10,10,10,10,10,10 buf:u32:64
kernel void partners_left(global const uint *a, global uint *b,
                          global const int *trips, global uint *out)
{
    uint i = get_global_id(0), partner = i ^ 1, x = i;
    int n = trips[i], k = 0;
    while (x += a[partner], k < n) {
        b[partner] = x * 3 + k;
        x = x * 5 + 1;
        k++;
    }
    out[i] = x;
}
