// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of the wave equation, in place of the state before the last.
// RUN: -g 1024,768 -l 256,1 % buf:f32:786432=rand:11 buf:f32:786432=rand:12 f32:0.25
// TOLERANCE: 1e-4
kernel void wave(global const float *now, global float *before, float c)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1), i = y * w + x;
    float left = now[x == 0 ? i : i - 1], right = now[x == w - 1 ? i : i + 1];
    float up = now[y == 0 ? i : i - w], down = now[y == h - 1 ? i : i + w];
    float force = left + right + up + down - 4.0f * now[i];
    before[i] = 4.0f + 2.0f * now[i] - before[i] + c * force;
}
