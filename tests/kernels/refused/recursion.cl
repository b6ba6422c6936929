// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A function that calls itself.
// RUN: -g 4 -l 1 % buf:i32:4
// SETS: clang14.O0.64 clang22.O0.64
// EXIT: 1
// ERROR: calls itself
int depth(int n) { return n < 2 ? 1 : n * depth(n - 1); }
kernel void recursion(global int *out)
{
    out[get_global_id(0)] = depth(get_global_id(0));
}
