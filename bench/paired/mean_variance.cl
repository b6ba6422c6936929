// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Each group's mean and variance, by Welford's method and Chan's merging.
// RUN: -g 65536 -l 128 % buf:f32:524288=rand:18 buf:f32:1024 u32:8
// TOLERANCE: 1e-4
kernel void mean_variance(global const float *in, global float2 *out, uint n)
{
    local float2 part[128];
    uint l = get_local_id(0), step = get_global_size(0);
    float mean = 0, spread = 0, count = n;
    for (uint k = 0; k < n; k++) {
        float x = in[k * step + get_global_id(0)], delta = x - mean;
        mean += delta / (float)(k + 1);
        spread += delta * (x - mean);
    }
    part[l] = (float2)(mean, spread);
    for (uint d = 64; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            float2 a = part[l], b = part[l + d];
            float delta = b.x - a.x;
            part[l] = (float2)(a.x + 0.5f * delta,
                               a.y + b.y + delta * delta * count * 0.5f);
        }
        count *= 2;
    }
    if (l == 0)
        out[get_group_id(0)] = (float2)(part[0].x, part[0].y / count);
}
