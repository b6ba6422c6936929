// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// How many steps a number takes to one, by Collatz's rule.
// RUN: -g 32768 -l 64 % buf:u32:32768 u32:100000
kernel void collatz(global uint *steps, uint first)
{
    uint i = get_global_id(0), n = 0;
    ulong v = first + i;
    while (v != 1) {
        v = (v & 1) ? 3 * v + 1 : v / 2;
        n++;
    }
    steps[i] = n;
}
