/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Gravity among n bodies, their places shared through local memory. */
// RUN: -g 2048 -l 256 % buf:f32:8192=rand:1 buf:f32:8192 u32:2048 local:4096
// LONG: -g 8192 -l 256 % buf:f32:32768=rand:1 buf:f32:32768 u32:8192 local:4096
// TOLERANCE: 1e-3
kernel void nbody(global const float4 *body, global float4 *out, uint n,
                  local float4 *shared)
{
    uint l = get_local_id(0), size = get_local_size(0);
    float4 me = body[get_global_id(0)];
    float ax = 0, ay = 0, az = 0;
    for (uint t = 0; t < n; t += size) {
        shared[l] = body[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < size; k++) {
            float4 other = shared[k];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float inv = 1.0f / sqrt(d2);
            float s = other.w * inv * inv * inv;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = (float4)(ax, ay, az, 0.0f);
}
