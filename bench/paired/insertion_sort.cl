// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Each work-item sorts 16 numbers in private memory by insertion.
// RUN: -g 8192 -l 64 % buf:i32:131072=rand:15 buf:i32:131072
#define COUNT 16

kernel void insertion_sort(global const int *in, global int *out)
{
    int v[COUNT];
    uint at = get_global_id(0) * COUNT;
    for (int i = 0; i < COUNT; i++) {
        int x = in[at + i], k = i;
        for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
    for (int i = 0; i < COUNT; i++)
        out[at + i] = v[i];
}
