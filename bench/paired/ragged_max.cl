// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The greatest number in each of many lists of 0 to 63 numbers.
// RUN: -g 32768 -l 64 % buf:u32:32769 buf:i32:1048576=rand:10 buf:i32:32768
// SETUP: -g 1
#define LISTS 32768u

kernel void ragged_max(global const uint *start, global const int *in,
                       global int *out)
{
    uint i = get_global_id(0), k = start[i], end = start[i + 1];
    int most = INT_MIN;
    while (k < end)
        most = max(most, in[k++]);
    out[i] = most;
}

kernel void setup(global uint *start, global const int *in, global int *out)
{
    uint sum = 0;
    for (uint i = 0; i <= LISTS; i++) {
        start[i] = sum;
        sum += i * 2654435761u >> 26;
    }
}
