// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Triangles of a graph: for each edge, what the sorted lists of its two ends
// have in common.
// RUN: -g 8192 -l 64 % buf:u32:8193 buf:u32:131072 buf:u32:8192
// SETUP: -g 1
#define VERTICES 8192u

kernel void triangle_count(global const uint *row, global const uint *column,
                           global uint *triangles)
{
    uint v = get_global_id(0), found = 0;
    for (uint e = row[v]; e < row[v + 1]; e++) {
        uint i = e + 1, j = row[column[e]], end = row[column[e] + 1];
        while (i < row[v + 1] && j < end) {
            uint a = column[i], b = column[j];
            found += a == b;
            i += a <= b;
            j += b <= a;
        }
    }
    triangles[v] = found;
}

kernel void setup(global uint *row, global uint *column, global uint *triangles)
{
    uint edges = 0, r = 5;
    for (uint v = 0; v < VERTICES; v++) {
        row[v] = edges;
        r = r * 1664525u + 1013904223u;
        uint degree = (r >> 24) % 12;
        for (uint k = 0, to = v; k < degree; k++) {
            r = r * 1664525u + 1013904223u;
            to += 1 + (r >> 28) % 5;
            if (to < VERTICES)
                column[edges++] = to;
        }
    }
    row[VERTICES] = edges;
}
