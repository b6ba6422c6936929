// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A Julia set: how long each point of the plane takes to escape.
// RUN: -g 256,192 -l 64,1 % buf:u32:49152 f32:-0.78,0.14 u32:160
#pragma OPENCL FP_CONTRACT OFF

kernel void julia(global uint *out, float2 c, uint most)
{
    uint px = get_global_id(0), py = get_global_id(1);
    float x = (float)px * 0.0117f - 1.5f, y = (float)py * 0.0117f - 1.1f;
    uint n = 0;
    while (n < most && x * x + y * y < 16.0f) {
        float next = x * x - y * y + c.x;
        y = 2.0f * x * y + c.y;
        x = next;
        n++;
    }
    out[py * get_global_size(0) + px] = n;
}
