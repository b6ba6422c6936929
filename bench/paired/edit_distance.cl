// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Levenshtein's distance of pairs of words of 12 letters out of four.
// RUN: -g 24576 -l 64 % buf:u32:24576=rand:8 buf:u32:24576=rand:9 buf:u32:24576
#define LETTERS 12

kernel void edit_distance(global const uint *from, global const uint *to,
                          global uint *out)
{
    uint i = get_global_id(0), a = from[i], b = to[i];
    uchar row[LETTERS + 1];
    for (uint k = 0; k <= LETTERS; k++)
        row[k] = k;
    for (uint y = 0; y < LETTERS; y++) {
        uint diagonal = row[0], letter = a >> 2 * y & 3;
        row[0] = y + 1;
        for (uint x = 0; x < LETTERS; x++) {
            uint replaced = diagonal + ((b >> 2 * x & 3) != letter);
            diagonal = row[x + 1];
            row[x + 1] = min(replaced, min((uint)row[x], diagonal) + 1);
        }
    }
    out[i] = row[LETTERS];
}
