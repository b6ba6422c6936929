// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Puts words into a Bloom filter of 65536 bits with three hashes.
// RUN: -g 32768 -l 64 % buf:u32:32768=rand:17 buf:u32:2048
kernel void bloom_insert(global const uint *word, global uint *filter)
{
    uint h = word[get_global_id(0)];
    for (uint k = 0; k < 3; k++) {
        h = (h ^ h >> 15) * 2246822519u;
        atomic_or(&filter[h >> 21], 1u << (h >> 16 & 31));
    }
}
