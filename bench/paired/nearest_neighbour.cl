// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The distance to the nearest of 256 points in space, kept in local memory.
// RUN: -g 3072 -l 64 % buf:f32:12288=rand:20 buf:f32:1024=rand:21 buf:f32:3072
// TOLERANCE: 1e-4
kernel void nearest_neighbour(global const float4 *from,
                              global const float4 *to, global float *out)
{
    local float4 shared[64];
    uint l = get_local_id(0), i = get_global_id(0);
    float4 p = from[i];
    float least = MAXFLOAT;
    for (uint t = 0; t < 256; t += 64) {
        shared[l] = to[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 64; k++) {
            float dx = shared[k].x - p.x, dy = shared[k].y - p.y;
            float dz = shared[k].z - p.z;
            least = fmin(least, dx * dx + dy * dy + dz * dz);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sqrt(least);
}
