// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Steps of Floyd and Warshall's shortest paths: those through a few vertices.
// RUN: -g 1024,512 -l 64,2 % buf:u32:524288 buf:u32:524288 u32:17 u32:5
// SETUP: -g 1024,512
kernel void floyd_warshall(global const uint *from, global uint *to,
                           uint through, uint count)
{
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    uint least = from[y * w + x];
    for (uint k = through; k < through + count; k++)
        least = min(least, from[y * w + k] + from[k * w + x]);
    to[y * w + x] = least;
}

kernel void setup(global uint *from, global uint *to, uint through, uint count)
{
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    uint h = (x * 668265263u) ^ (y * 374761393u);
    from[y * w + x] = x == y ? 0 : (h ^ h >> 15) * 2246822519u >> 20;
}
