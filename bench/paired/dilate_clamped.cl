// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The brightest of 5 x 5 pixels; beyond the edge the image repeats its last.
// RUN: -g 512,256 -l 32,8 % buf:i16:131072=rand:14 buf:i16:131072
kernel void dilate_clamped(global const short *in, global short *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    short most = -32768;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int u = clamp(x + dx, 0, w - 1), v = clamp(y + dy, 0, h - 1);
            most = max(most, in[v * w + u]);
        }
    out[y * w + x] = most;
}
