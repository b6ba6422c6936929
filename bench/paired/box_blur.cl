// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The mean of 9 x 9 pixels, or of those of them within the image.
// RUN: -g 256,256 -l 64,1 % buf:u8:65536=rand:8 buf:u8:65536 i32:4
kernel void box_blur(global const uchar *in, global uchar *out, int radius)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    uint sum = 0, n = 0;
    for (int v = max(0, y - radius); v <= min(h - 1, y + radius); v++)
        for (int u = max(0, x - radius); u <= min(w - 1, x + radius); u++) {
            sum += in[v * w + u];
            n++;
        }
    out[y * w + x] = (sum + n / 2) / n;
}
