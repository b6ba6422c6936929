// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An index behind a private array.
// RUN: -g 8 -l 8 % buf:i32:8 i32:1000000
// EXIT: 4
// ERROR: out-of-bounds
kernel void private_bounds(global int *p, int n)
{
    int a[8];
    for (int k = 0; k < 8; k++)
        a[k] = k + p[k];
    p[get_global_id(0)] = a[(p[0] + n) * 5];
}
