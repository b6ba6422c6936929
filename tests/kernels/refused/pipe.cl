// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Pipes are refused by the capability's name.
// RUN: -g 4 -l 1 % null buf:i32:16
// SETS: clang14.O0.64 clang14.O2.64
// EXIT: 1
// ERROR: capability Pipes
kernel void from_pipe(read_only pipe int p, global int *out)
{
    int x = 0;
    if (read_pipe(p, &x) == 0)
        out[get_global_id(0)] = x;
}
