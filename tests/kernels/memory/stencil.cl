// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A 3x3 stencil with clamped edges.
// RUN: -g 12,9 -l 4,3 --dump 0 % buf:i32:108 buf:i32:108=rand:67
kernel void stencil(global int *out, global const int *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1), sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += (in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)] >>
                    20) * (2 - abs(dx)) * (2 - abs(dy));
    out[y * w + x] = sum;
}
