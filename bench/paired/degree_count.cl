// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Degrees of a graph's vertices, counted from a list of its edges.
// RUN: -g 131072 -l 128 % buf:u32:262144=rand:9 buf:u32:32768 u32:32767
kernel void degree_count(global const uint2 *edge, global uint *degree,
                         uint mask)
{
    uint2 e = edge[get_global_id(0)] & mask;
    atomic_inc(&degree[e.x]);
    if (e.x != e.y)
        atomic_inc(&degree[e.y]);
}
