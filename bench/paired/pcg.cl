// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The generator PCG: a linear one of 64 bits, its output permuted.
// RUN: -g 16384 -l 128 % buf:u64:16384=rand:14 buf:u32:16384 u32:100
kernel void pcg(global const ulong *seed, global uint *out, uint n)
{
    uint i = get_global_id(0), sum = 0;
    ulong state = seed[i], step = 2 * (ulong)i + 1;
    for (uint k = 0; k < n; k++) {
        uint mixed = (state >> 18 ^ state) >> 27, turn = state >> 59;
        sum ^= rotate(mixed, 32 - turn);
        state = state * 6364136223846793005ul + step;
    }
    out[i] = sum;
}
