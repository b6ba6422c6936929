// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of the motion of n bodies, all read from global memory.
// RUN: -g 1024 -l 64 % buf:f32:4096=rand:1 buf:f32:4096=rand:2 buf:f32:4096 f32:0.01
// TOLERANCE: 1e-3
kernel void gravity_private(global const float4 *place,
                            global const float4 *speed, global float4 *out,
                            float step)
{
    uint i = get_global_id(0), n = get_global_size(0);
    float4 me = place[i], pull = 0;
    for (uint k = 0; k < n; k++) {
        float4 d = place[k] - me;
        float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.05f);
        pull += d * (r * r * r);
    }
    out[i] = me + 4.0f + step * (speed[i] + step * pull);
}
