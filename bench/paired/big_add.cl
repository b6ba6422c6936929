// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Adds numbers of 512 bits, carrying from word to word.
// RUN: -g 81920 -l 64 % buf:u32:1310720=rand:5 buf:u32:1310720=rand:6 buf:u32:1310720
#define WORDS 16

kernel void big_add(global const uint *x, global const uint *y,
                    global uint *out)
{
    uint i = get_global_id(0), n = get_global_size(0), carry = 0;
    for (uint k = 0; k < WORDS; k++) {
        uint a = x[k * n + i], b = y[k * n + i];
        uint sum = a + b + carry;
        carry = sum < a || (carry && sum == a);
        out[k * n + i] = sum;
    }
}
