// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Steps until 1: divergent loops of very different lengths.
// RUN: -g 100 -l 20 --dump 0 % buf:u32:100
kernel void collatz(global uint *out)
{
    size_t i = get_global_id(0);
    ulong n = i + 1;
    uint steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[i] = steps;
}
