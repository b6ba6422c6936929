// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A level of a breadth-first search: each vertex not yet reached looks for a
// neighbour in the frontier.
// RUN: -g 65536 -l 64 % buf:u32:65537 buf:u32:1048576 buf:u32:65536 buf:u32:65536 u32:5
// SETUP: -g 1
#define VERTICES 65536u
#define UNREACHED 0xffffffffu

kernel void bfs_pull(global const uint *row, global const uint *column,
                     global const uint *level, global uint *next, uint depth)
{
    uint v = get_global_id(0);
    uint l = level[v];
    if (l == UNREACHED)
        for (uint k = row[v]; k < row[v + 1]; k++)
            if (level[column[k]] == depth) {
                l = depth + 1;
                break;
            }
    next[v] = l;
}

kernel void setup(global uint *row, global uint *column, global uint *level,
                  global uint *next, uint depth)
{
    uint edges = 0, r = 1;
    for (uint v = 0; v < VERTICES; v++) {
        row[v] = edges;
        r = r * 1664525u + 1013904223u;
        for (uint end = edges + 1 + (r >> 24) % 15; edges < end; edges++) {
            r = r * 1664525u + 1013904223u;
            column[edges] = (r >> 8) % VERTICES;
        }
        level[v] = r >> 30 == 0 ? UNREACHED : (r >> 16) % (depth + 1);
    }
    row[VERTICES] = edges;
}
