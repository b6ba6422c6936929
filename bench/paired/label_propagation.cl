// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Connected components: each vertex takes the least label around it.
// RUN: -g 131072 -l 256 % buf:u32:1048576=rand:1 buf:u32:131072=rand:2 buf:u32:131072
#define NEIGHBOURS 8

kernel void label_propagation(global const uint *neighbour,
                              global const uint *label, global uint *next)
{
    uint v = get_global_id(0), n = get_global_size(0);
    uint least = label[v];
    for (uint k = 0; k < NEIGHBOURS; k++)
        least = min(least, label[neighbour[k * n + v] % n]);
    next[v] = least;
}
