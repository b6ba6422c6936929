// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of PageRank: each page gathers the shares of those that link to it.
// RUN: -g 32768 -l 128 % buf:u32:32769 buf:u32:524288 buf:u32:32768 buf:f32:32768=rand:5 buf:f32:32768 f32:0.85
// SETUP: -g 1
// TOLERANCE: 1e-5
#define PAGES 32768u

kernel void pagerank_pull(global const uint *row, global const uint *source,
                          global const uint *links, global const float *rank,
                          global float *next, float damping)
{
    uint v = get_global_id(0);
    float sum = 0;
    for (uint k = row[v]; k < row[v + 1]; k++) {
        uint u = source[k];
        sum += rank[u] / (float)links[u];
    }
    next[v] = (1.0f - damping) + damping * sum;
}

kernel void setup(global uint *row, global uint *source, global uint *links,
                  global float *rank, global float *next, float damping)
{
    uint edges = 0, r = 11;
    for (uint v = 0; v < PAGES; v++) {
        row[v] = edges;
        r = r * 1664525u + 1013904223u;
        for (uint end = edges + (r >> 24) % 16; edges < end; edges++) {
            r = r * 1664525u + 1013904223u;
            source[edges] = (r >> 8) % PAGES;
            links[source[edges]]++;
        }
    }
    row[PAGES] = edges;
}
