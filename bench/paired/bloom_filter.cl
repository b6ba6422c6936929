// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Tests words against a Bloom filter of 32768 bits with four hashes.
// RUN: -g 262144 -l 128 % buf:u32:1024 buf:u32:262144=rand:16 buf:u8:262144
// SETUP: -g 1
kernel void bloom_filter(global const uint *filter, global const uint *word,
                         global uchar *out)
{
    uint i = get_global_id(0), h = word[i];
    uchar maybe = 1;
    for (uint k = 0; k < 4 && maybe; k++) {
        h = h * 1664525u + 1013904223u;
        maybe = filter[h >> 22] >> (h >> 17 & 31) & 1;
    }
    out[i] = maybe;
}

kernel void setup(global uint *filter, global const uint *word,
                  global uchar *out)
{
    for (uint n = 0; n < 6000; n++)
        for (uint k = 0, h = word[n]; k < 4; k++) {
            h = h * 1664525u + 1013904223u;
            filter[h >> 22] |= 1u << (h >> 17 & 31);
        }
}
