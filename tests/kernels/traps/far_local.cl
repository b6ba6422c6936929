// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Indices of local memory that are right but for bits that 32 do not hold.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64
// RUN: -k row -g 16 -l 16 --dump 0 % buf:i32:16 i32:-2147483648
// RUN: -k row -g 16 -l 16 --dump 0 % buf:i32:16 i32:268435456
// RUN: -k element -g 16 -l 16 --dump 0 % buf:i32:16 u64:4294967296
// EXIT: 4
// ERROR: out-of-bounds
kernel void row(global int *out, int n)
{
    local int tile[16][16];
    int l = get_local_id(0);
    for (int k = 0; k < 16; k++)
        tile[k][l] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = tile[n + l][l];
}

kernel void element(global int *out, ulong n)
{
    local int tile[16];
    size_t l = get_local_id(0);
    tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = tile[n + (l ^ 1)];
}
