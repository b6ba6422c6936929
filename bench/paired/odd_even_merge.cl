// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Batcher's odd-even merge sort of blocks of 256 numbers in local memory.
// RUN: -g 32768 -l 128 % buf:i32:65536=rand:6 buf:i32:65536 local:1024
kernel void odd_even_merge(global const int *in, global int *out, local int *v)
{
    uint l = get_local_id(0), half_size = get_local_size(0);
    uint size = 2 * half_size, at = get_group_id(0) * size;
    v[l] = in[at + l];
    v[l + half_size] = in[at + l + half_size];
    for (uint p = 1; p < size; p <<= 1)
        for (uint k = p; k > 0; k >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint i = l; i + k < size; i += half_size) {
                uint j = i - k % p;
                bool low = i >= k % p && j % (2 * k) < k;
                if (low && i / (2 * p) == (i + k) / (2 * p)) {
                    int a = v[i], b = v[i + k];
                    v[i] = min(a, b);
                    v[i + k] = max(a, b);
                }
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at + l] = v[l];
    out[at + l + half_size] = v[l + half_size];
}
