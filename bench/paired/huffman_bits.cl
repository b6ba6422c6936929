// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Decodes ten symbols of a prefix code from each word's bits.
// RUN: -g 32768 -l 64 % buf:u32:32768=rand:14 buf:u64:32768
kernel void huffman_bits(global const uint *in, global ulong *out)
{
    uint i = get_global_id(0), bits = in[i];
    ulong symbols = 0;
    for (uint k = 0; k < 10; k++) {
        uint ones = 0;
        while (ones < 6 && (bits & 1)) {
            bits = rotate(bits, 31u);
            ones++;
        }
        bits = rotate(bits, 31u);
        uint tail = ones < 3 ? 0 : bits & 1;
        if (ones >= 3)
            bits = rotate(bits, 31u);
        symbols = symbols << 4 | (2 * ones + tail);
    }
    out[i] = symbols;
}
