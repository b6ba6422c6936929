// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Forces between atoms and their listed neighbours, within a distance.
// RUN: -g 8192 -l 64 % buf:f32:32768=rand:3 buf:u32:393216=rand:4 buf:f32:32768 u32:48 f32:0.36
// TOLERANCE: 1e-3
#pragma OPENCL FP_CONTRACT OFF

kernel void lennard_jones(global const float4 *place,
                          global const uint *neighbour, global float4 *out,
                          uint neighbours, float cut_off)
{
    uint i = get_global_id(0), n = get_global_size(0);
    float4 me = place[i], force = 0;
    for (uint k = 0; k < neighbours; k++) {
        float4 d = place[neighbour[k * n + i] % n] - me;
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.04f;
        if (r2 < cut_off) {
            float inverse = 0.01f / r2, r6 = inverse * inverse * inverse;
            force += fabs(d) * (r6 * (2.0f * r6 + 1.0f));
        }
    }
    out[i] = force + 1.0f;
}
