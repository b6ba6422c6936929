// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What loops do not change: in nests, in branches that are not taken, divisions
// that only some iterations make, loops of no iteration, values used behind.
// STD: CL1.2
// SETS: clang14.O2.64
// RUN: -k rows -g 48 -l 16 --dump 0 % buf:i32:48 buf:i32:2048=rand:1 i32:40 u32:7 i32:0
// RUN: -k rows -g 48 -l 16 --dump 0 % buf:i32:48 buf:i32:2048=rand:2 i32:0 u32:7 i32:3
// RUN: -k rows -g 48 -l 16 --dump 0 % buf:i32:48 buf:i32:2048=rand:3 i32:17 u32:33 i32:-1
// RUN: -k left -g 48 -l 16 --dump 0 % buf:u64:48 buf:u32:48=rand:4 buf:u32:128=rand:5 u64:2 u64:3
// RUN: -k left -g 48 -l 16 --dump 0 % buf:u64:48 buf:u32:48=rand:6 buf:u32:128=rand:7 u64:0x100000001 u64:5
kernel void rows(global int *out, global const int *in, int n, uint by, int divisor)
{
    int i = get_global_id(0), l = get_local_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += in[i * n + k] * (l * 3 - n);
        for (int j = k; j < n; j += 5) {
            if (divisor > 0 && (j & 1))
                sum ^= (i * n - 77) / divisor + (i << (by & 31)) % divisor;
            if (j > l)
                sum -= in[(uint)(i * 5 + l) + by % 7u];
            if (n > 1000)
                sum += in[i * 0x01000001 + l];
        }
    }
    out[i] = sum;
}

kernel void left(global ulong *out, global const uint *in, global const uint *table, ulong n, ulong step)
{
    size_t i = get_global_id(0);
    ulong k = 0, j, scale = 0;
    for (;;) {
        j = k + (n & 31);
        scale = n * step + i;
        if ((in[i] & 15) <= k)
            break;
        k += step;
    }
    out[i] = table[j] + scale * (j >> 1) + k;
}
