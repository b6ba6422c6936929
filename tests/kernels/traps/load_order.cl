// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two loads are out of bounds, of which the one that takes longer to be found comes
// first. The second one's addresses are ready at once.
// RUN: -g 64 -l 64 % buf:i32:100 buf:i32:64=4 buf:i32:10 buf:i32:64
// EXIT: 4
// ERROR: reads bytes 564 to 567 of argument 0, outside of its
kernel void order(global const int *a, global const int *b, global const int *c,
                  global int *out)
{
    uint g = get_global_id(0);
    int x = b[g];
    int first = a[(x * x * 9 ^ 1) - x];
    int second = c[g];
    out[g] = first * 3 + (second ^ 5) * 7;
}
