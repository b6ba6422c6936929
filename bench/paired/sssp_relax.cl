// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Shortest paths: each vertex relaxes the edges that leave it.
// RUN: -g 16384 -l 64 % buf:u32:16385 buf:u32:262144 buf:u32:262144 buf:u32:16384 buf:u32:16384
// SETUP: -g 1
#define VERTICES 16384u

kernel void sssp_relax(global const uint *row, global const uint *column,
                       global const uint *weight, global const uint *from,
                       global uint *to)
{
    uint v = get_global_id(0);
    uint d = from[v];
    for (uint k = row[v]; k < row[v + 1]; k++)
        atomic_min(&to[column[k]], d + weight[k]);
}

kernel void setup(global uint *row, global uint *column, global uint *weight,
                  global uint *from, global uint *to)
{
    uint edges = 0, r = 3;
    for (uint v = 0; v < VERTICES; v++) {
        row[v] = edges;
        r = r * 1664525u + 1013904223u;
        for (uint end = edges + (r >> 24) % 16; edges < end; edges++) {
            r = r * 1664525u + 1013904223u;
            column[edges] = (r >> 8) % VERTICES;
            weight[edges] = 1 + (r >> 26);
        }
        from[v] = 1000 + (r >> 22);
        to[v] = from[v];
    }
    row[VERTICES] = edges;
}
