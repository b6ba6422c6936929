// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Products of numbers of 256 bits, by columns of 32-bit words.
// RUN: -g 24576 -l 64 % buf:u32:196608=rand:7 buf:u32:196608=rand:8 buf:u32:393216
#define WORDS 8

kernel void big_multiply(global const uint *x, global const uint *y,
                         global uint *out)
{
    uint i = get_global_id(0), n = get_global_size(0);
    uint a[WORDS], b[WORDS];
    for (uint k = 0; k < WORDS; k++) {
        a[k] = x[k * n + i];
        b[k] = y[k * n + i];
    }
    ulong low = 0, high = 0;
    for (uint c = 0; c < 2 * WORDS - 1; c++) {
        for (uint k = c < WORDS ? 0 : c - WORDS + 1; k <= min(c, WORDS - 1u);
             k++) {
            ulong product = (ulong)a[k] * b[c - k];
            low += product & 0xffffffffu;
            high += product >> 32;
        }
        out[c * n + i] = (uint)low;
        low = (low >> 32) + (high & 0xffffffffu);
        high >>= 32;
    }
    out[(2 * WORDS - 1) * n + i] = (uint)low;
}
