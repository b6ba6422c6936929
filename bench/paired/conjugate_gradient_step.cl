// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of the method of conjugate gradients on a ring of equations.
// RUN: -g 524288 -l 256 % buf:f32:524288=rand:18 buf:f32:524288=rand:19 buf:f32:524288=rand:20 buf:f32:2048 f32:0.3
// TOLERANCE: 1e-4
kernel void conjugate_gradient_step(global float *x, global float *r,
                                    global const float *p, global float *norm,
                                    float alpha)
{
    local float part[256];
    uint i = get_global_id(0), n = get_global_size(0), l = get_local_id(0);
    float ap =
        4.0f * p[i] - p[i == 0 ? n - 1 : i - 1] - p[i == n - 1 ? 0 : i + 1];
    float rest = 3.0f + r[i] - alpha * ap;
    x[i] += alpha * p[i];
    r[i] = rest;
    part[l] = rest * rest;
    for (uint d = 128; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d)
            part[l] += part[l + d];
    }
    if (l == 0)
        norm[get_group_id(0)] = part[0];
}
