// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Reads numbers in the order of a permutation.
// RUN: -g 524288 -l 128 % buf:u32:524288 buf:u64:524288=rand:23 buf:u64:524288
// SETUP: -g 524288
kernel void gather_permutation(global const uint *order, global const ulong *in,
                               global ulong *out)
{
    uint i = get_global_id(0);
    out[i] = in[order[i]];
}

kernel void setup(global uint *order, global const ulong *in, global ulong *out)
{
    uint i = get_global_id(0);
    order[i] = (i * 2654435769u + 12345u) & 524287u;
}
