// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One step of n bodies, tiles of bodies in local memory.
// RUN: -g 32 -l 16 --dump 0 % buf:f32:128 buf:f32:128=rand:201 i32:32
// ULP: 256
kernel void nbody(global float4 *out, global const float4 *in, int n)
{
    local float4 tile[16];
    float4 me = in[get_global_id(0)], force = (float4)(0);
    for (int base = 0; base < n; base += 16) {
        tile[get_local_id(0)] = in[base + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
            float4 d = tile[k] - me;
            float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.125f;
            float inv = 1.0f / sqrt(r2);
            force.xyz += d.xyz * (tile[k].w * inv * inv * inv);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = me + force * 0.01f;
}
