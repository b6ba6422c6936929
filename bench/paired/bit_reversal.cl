// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Puts numbers in the order of their indices' bits reversed.
// RUN: -g 131072 -l 128 % buf:u32:131072=rand:29 buf:u32:131072 u32:17
kernel void bit_reversal(global const uint *in, global uint *out, uint bits)
{
    uint i = get_global_id(0), v = 0;
    for (uint k = 0; k < bits; k++)
        v = v << 1 | (i >> k & 1);
    out[v] = in[i];
}
