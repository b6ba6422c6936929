// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Solutions of the n queens' problem below each pair of first two places.
// RUN: -g 1024 -l 64 % buf:u32:1024 u32:8
kernel void n_queens(global uint *out, uint n)
{
    uint i = get_global_id(0), all = (1u << n) - 1, found = 0, depth = 2;
    uint a = 1u << i % n, b = 1u << i / n % n;
    uint columns[12], left[12], right[12], open[12];
    bool clash = ((a | a << 1 | a >> 1) & b) != 0;
    columns[2] = a | b;
    left[2] = (a << 1 | b) << 1;
    right[2] = (a >> 1 | b) >> 1;
    open[2] = clash ? 0 : all & ~(columns[2] | left[2] | right[2]);
    while (depth >= 2) {
        uint place = open[depth] & (0u - open[depth]);
        if (place == 0) {
            depth--;
            continue;
        }
        open[depth] ^= place;
        if (depth + 1 == n) {
            found++;
            continue;
        }
        columns[depth + 1] = columns[depth] | place;
        left[depth + 1] = (left[depth] | place) << 1;
        right[depth + 1] = (right[depth] | place) >> 1;
        depth++;
        open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
    out[i] = found;
}
