// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Assigns points in the plane to the nearest of 16 centres.
// RUN: -g 196608 -l 128 % buf:f32:393216=rand:18 buf:f32:32=rand:19 buf:u32:196608 u32:16
#pragma OPENCL FP_CONTRACT OFF

kernel void k_means_assign(global const float2 *point, constant float2 *centre,
                           global uint *nearest, uint centres)
{
    uint i = get_global_id(0), best = 0;
    float2 p = point[i];
    float least = MAXFLOAT;
    for (uint k = 0; k < centres; k++) {
        float2 d = p - centre[k];
        float distance_squared = d.x * d.x + d.y * d.y;
        if (distance_squared < least) {
            least = distance_squared;
            best = k;
        }
    }
    nearest[i] = best;
}
