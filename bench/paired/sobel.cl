// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Edges of a gray image, by Sobel's two filters.
// RUN: -g 1024,1024 -l 32,4 % buf:u8:1048576=rand:7 buf:u8:1048576
kernel void sobel(global const uchar *in, global uchar *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1), at = y * w + x;
    if ((uint)(x - 1) >= w - 2u || (uint)(y - 1) >= h - 2u) {
        out[at] = 0;
        return;
    }
    global const uchar *a = in + at - w, *b = in + at, *c = in + at + w;
    int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1];
    int gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
    out[at] = min(255u, (abs(gx) + abs(gy)) / 4);
}
