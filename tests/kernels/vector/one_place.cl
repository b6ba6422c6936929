// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A place that all lanes load, where the last lanes of a group are not active: the
// register of the others stays as it was.
// RUN: -g 64 -l 64 --dump 2 % buf:i32:128=seq buf:i32:1=5 buf:i32:128=0
kernel void k(global const int *a, volatile global const int *v, global int *out)
{
    int g = get_global_id(0);
    if (g < 40) {
        int p = a[g], q = a[g + 64];
        out[g] = p;
        int x = v[0];
        out[g + 64] = q + x;
    }
}
