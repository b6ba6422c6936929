// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// How many random points of the square lie within the circle.
// RUN: -g 16384 -l 64 % buf:u32:16384=rand:13 buf:u32:16384 u32:200
kernel void monte_carlo_pi(global const uint *seed, global uint *inside, uint n)
{
    uint i = get_global_id(0), s = seed[i], hits = 0;
    for (uint k = 0; k < n; k++) {
        s = s * 1664525u + 1013904223u;
        uint x = s >> 17;
        s = s * 1664525u + 1013904223u;
        uint y = s >> 17;
        hits += x * x + y * y < 1u << 30;
    }
    inside[i] = hits;
}
