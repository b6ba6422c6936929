// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Rays against 24 spheres: how far the nearest one is.
// RUN: -g 512,192 -l 64,1 % buf:f32:96=rand:13 buf:f32:98304 u32:24
// TOLERANCE: 1e-3
#pragma OPENCL FP_CONTRACT OFF

kernel void ray_spheres(constant float4 *sphere, global float *out, uint count)
{
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    float dx = (float)x * 0.001953125f - 0.5f, dy = (float)y * 0.005f - 0.5f;
    float inverse = 1.0f / sqrt(dx * dx + dy * dy + 1.0f);
    float3 ray = (float3)(dx, dy, 1.0f) * inverse;
    float nearest = 100.0f;
    for (uint k = 0; k < count; k++) {
        float3 to = sphere[k].xyz * 4.0f - (float3)(2.0f, 2.0f, -2.0f);
        float along = to.x * ray.x + to.y * ray.y + to.z * ray.z;
        float off = to.x * to.x + to.y * to.y + to.z * to.z - along * along;
        float radius = 0.1f + 0.25f * sphere[k].w;
        if (off < radius * radius && along < nearest)
            nearest = along;
    }
    out[y * w + x] = nearest;
}
