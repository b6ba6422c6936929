// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A filter over tiles with borders; the image's edges are clamped.
// RUN: -g 64,64 -l 16,4 --dump 0 % buf:i32:4096 buf:i32:4096=rand:306 i32:64 i32:64
// RUN: -g 64,64 -l 16,4 --dump 0 % buf:i32:4096 buf:i32:4096=rand:307 i32:61 i32:55
kernel void halo(global int *out, global const int *in, int width, int height)
{
    local int tile[6 * 18];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = get_group_id(0) * 16 - 1, y0 = get_group_id(1) * 4 - 1;
    for (int k = ly * 16 + lx; k < 6 * 18; k += 64) {
        int x = clamp(x0 + k % 18, 0, width - 1);
        int y = clamp(y0 + k / 18, 0, height - 1);
        tile[k] = in[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int gx = get_global_id(0), gy = get_global_id(1);
    if (gx >= width || gy >= height)
        return;
    int sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum = sum * 3 + tile[(ly + dy) * 18 + lx + dx];
    out[gy * width + gx] = sum;
}
