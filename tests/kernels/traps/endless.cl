// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A loop without an end.
// RUN: --timeout 0.1 -g 8 -l 8 % buf:i32:8
// RUN: --max-instructions 100000 -g 8 -l 8 % buf:i32:8
// EXIT: 4
// ERROR: exceeded
kernel void endless(volatile global int *p)
{
    while (p[get_global_id(0)] != 12345)
        p[get_global_id(0)] ^= 1;
}
