// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A level of a breadth-first search: each vertex of the frontier marks its
// neighbours, and counts those that it is the first to mark.
// RUN: -g 32768 -l 64 % buf:u32:32769 buf:u32:524288 buf:u32:32768 buf:u32:32768 buf:u32:1 u32:3
// SETUP: -g 1
#define VERTICES 32768u

kernel void bfs_push(global const uint *row, global const uint *column,
                     global const uint *level, global uint *next,
                     global uint *reached, uint depth)
{
    uint v = get_global_id(0);
    if (level[v] != depth)
        return;
    for (uint k = row[v]; k < row[v + 1]; k++)
        if (atomic_cmpxchg(&next[column[k]], 0u, depth + 1) == 0)
            atomic_inc(reached);
}

kernel void setup(global uint *row, global uint *column, global uint *level,
                  global uint *next, global uint *reached, uint depth)
{
    uint edges = 0, r = 7;
    for (uint v = 0; v < VERTICES; v++) {
        row[v] = edges;
        r = r * 1664525u + 1013904223u;
        for (uint end = edges + (r >> 24) % 12; edges < end; edges++) {
            r = r * 1664525u + 1013904223u;
            column[edges] = (r >> 8) % VERTICES;
        }
        level[v] = (r >> 20) % (depth + 2);
        next[v] = level[v] > depth ? 0 : level[v];
    }
    row[VERTICES] = edges;
}
