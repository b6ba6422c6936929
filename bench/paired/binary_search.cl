// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Finds the first key that is not less than each of the numbers asked for.
// RUN: -g 65536 -l 128 % buf:u32:65536 buf:u32:65536=rand:15 buf:u32:65536 u32:65536
// SETUP: -g 65536
kernel void binary_search(global const uint *key, global const uint *asked,
                          global uint *out, uint n)
{
    uint i = get_global_id(0), wanted = asked[i], low = 0, high = n;
    while (low < high) {
        uint middle = (low + high) / 2;
        if (key[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

kernel void setup(global uint *key, global const uint *asked, global uint *out,
                  uint n)
{
    uint i = get_global_id(0);
    key[i] = i * 65536 + (i * 40503u & 65535);
}
