// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Arrays of a work-item, indexed by what it computes.
// RUN: -g 32 -l 8 --dump 0 % buf:i32:32 buf:i32:32=rand:60
kernel void private_array(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int a[12], x = in[i] & 0xffff;
    for (int k = 0; k < 12; k++)
        a[k] = k * (int)i;
    for (int k = 0; k < 20; k++) {
        int at = (x >> (k & 7)) % 12;
        a[at] += a[(at + k) % 12] + 1;
    }
    int sum = 0;
    for (int k = 0; k < 12; k++)
        sum = sum * 3 + (a[k] & 255);
    out[i] = sum;
}
