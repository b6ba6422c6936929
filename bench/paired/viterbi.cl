// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The cheapest path through a trellis of 8 states, and its last 16 choices.
// RUN: -g 7168 -l 64 % buf:u32:57344=rand:18 buf:u64:7168
#define STATES 8

kernel void viterbi(global const uint *in, global ulong *out)
{
    uint i = get_global_id(0), n = get_global_size(0);
    uint cost[STATES] = {0}, path[STATES] = {0};
    for (uint t = 0; t < 8; t++) {
        uint seen = in[t * n + i], new_cost[STATES], new_path[STATES];
        for (uint s = 0; s < STATES; s++) {
            uint a = s / 2, b = s / 2 + STATES / 2;
            uint x = cost[a] + (seen >> 4 * s & 15);
            uint y = cost[b] + (~seen >> 4 * (s ^ 3) & 15);
            new_cost[s] = min(x, y);
            new_path[s] =
                (x <= y ? path[a] : path[b]) << 2 | (x > y) << 1 | (s & 1);
        }
        for (uint s = 0; s < STATES; s++) {
            cost[s] = new_cost[s];
            path[s] = new_path[s];
        }
    }
    uint best = 0;
    for (uint s = 1; s < STATES; s++)
        best = cost[s] < cost[best] ? s : best;
    out[i] = (ulong)cost[best] << 32 | path[best];
}
