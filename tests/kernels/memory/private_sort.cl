// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Insertion sort in private memory.
// RUN: -g 16 -l 4 --dump 0 % buf:i32:160 buf:i32:160=rand:61
kernel void sort(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int a[10];
    for (int k = 0; k < 10; k++)
        a[k] = in[i * 10 + k] >> 16;
    for (int k = 1; k < 10; k++) {
        int v = a[k], j = k - 1;
        for (; j >= 0 && a[j] > v; j--)
            a[j + 1] = a[j];
        a[j + 1] = v;
    }
    for (int k = 0; k < 10; k++)
        out[i * 10 + k] = a[k];
}
