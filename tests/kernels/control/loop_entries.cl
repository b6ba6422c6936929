// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A loop that lanes enter at two places, with values of their own that nothing in the
// loop changes: what was brought along stays so in every round.
// RUN: -g 64 -l 16 --dump 0 % buf:u32:64 buf:u32:64=rand:21
kernel void two_entries(global uint *out, global const uint *in)
{
    uint i = get_global_id(0), rounds = in[i] % 5, sum = 0, step, other = in[i] & 7;
    if (in[i] & 1) {
        step = 3;
        goto first;
    }
    step = 1000;
    other += 50;
    goto second;
first:
    sum += step;
second:
    sum = sum * 7 + step + other;
    if (rounds-- > 0)
        goto first;
    out[i] = sum + step;
}
