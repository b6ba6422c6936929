// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Writes pairs of numbers to places given by a permutation.
// RUN: -g 524288 -l 64 % buf:u32:524288 buf:u32:1048576=rand:24 buf:u32:1048576
// SETUP: -g 524288
kernel void scatter_permutation(global const uint *order,
                                global const uint2 *in, global uint2 *out)
{
    uint i = get_global_id(0);
    out[order[i]] = in[i] ^ i;
}

kernel void setup(global uint *order, global const uint2 *in, global uint2 *out)
{
    uint i = get_global_id(0);
    order[i] = (i * 1664525u ^ 74565u) & 524287u;
}
