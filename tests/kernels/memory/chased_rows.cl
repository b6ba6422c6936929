// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lanes follow lists, each for as long as it likes, and keep what they saw last. The
// ends of each row of 16 are neighbours, what is between them is turned round.
// STD: CL1.2
// RUN: -g 16,16 -l 16,16 --dump 2 % buf:i32:512 buf:i32:512=rand:7 buf:i32:256 i32:0
// RUN: -g 16,16 -l 16,16 --dump 2 % buf:i32:512 buf:i32:512=rand:8 buf:i32:256 i32:3
kernel void chase(global int *next, global const int *in, global int *out, int rounds)
{
    int x = get_local_id(0), y = get_local_id(1), l = y * 16 + x;
    int to = x == 0 || x == 15 ? x : 15 - x;
    next[y * 32 + x] = (y * 3 % 16) * 32 + to;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int at = next[y * 32 + x], v, left = rounds + (x & y & 3);
    do {
        v = in[at];
        at = next[at];
    } while (left-- > 0);
    out[l] = v ^ at;
}
